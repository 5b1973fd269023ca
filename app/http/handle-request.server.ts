// Handles every HTTP request: refuses it, answers from the page cache, or renders, then sets headers and
// logs.

import type { AppLoadContext } from '@remix-run/cloudflare';
import { relateAfterChange } from '~/features/articles/related/related.server';
import { enqueueDeliveries } from '~/features/webhooks/outbound/deliveries.server';
import { toError } from '~/lib/errors';
import { toLoggedPath } from '~/lib/logged-path';
import { cutText } from '~/lib/text';
import type { Timings } from '~/platform/context';
import { createContext, type RequestContext, type Runtime } from '~/platform/context.server';
import { OUTAGE_SECONDS } from '~/platform/page-cache/page-cache.server';
import type { CachedPage } from '~/platform/page-cache/page-memory.server';
import { setCorsHeaders } from './auth-api/cors';
import { toPublicAddress } from './cache/cache-key';
import {
  answerWithPage,
  type CacheState,
  FRESH_SECONDS,
  PAGE_CACHE_CONTROL,
  STALE_SECONDS,
} from './cache/cached-response';
import { drainRequestBody } from './forms/read-body.server';
import { redirectToPage } from './missing-page.server';
import { policyOf } from './route-policy';
import { hasSessionCookie, refuseCrossOrigin, withoutOrigin } from './security/origin-check';
import {
  keepCampaign,
  keepFragment,
  normalizeRequest,
  redirectToPlainPath,
  refusePlainHttp,
  refuseRequest,
} from './security/request-gate';
import { setRetryAfter, setSecurityHeaders } from './security/security-headers';
import { addCookies } from './session/pending-cookies.server';
import { clearNotice, isKnownAdmin, noticeOf } from './session/session.server';

export type Render = (request: Request, context: AppLoadContext) => Promise<Response>;

interface Answer {
  response: Response;
  state: CacheState;
}

const NO_TIMINGS: Timings = { databaseMilliseconds: 0, roundTrips: 0, writes: 0, renderMilliseconds: 0 };
const RETRY_AFTER_SECONDS = 15;
/** After 10 s a background renewal counts as failed, and the next request may start another. */
const RENEWAL_TIMEOUT_MS = 10_000;
/**
 * For 15 s after a database failure, cached pages are served immediately while background renewals probe it.
 */
const OUTAGE_RETRY_MS = 15_000;

export async function handleRequest(
  runtime: Runtime,
  render: Render,
  received: Request,
  execution: Pick<ExecutionContext, 'waitUntil'>,
): Promise<Response> {
  const began = performance.now();
  const request = normalizeRequest(received);
  const id = request.headers.get('cf-ray') ?? crypto.randomUUID();
  const isHttps = runtime.settings.SITE_URL.startsWith('https:');
  const plainHttp = refusePlainHttp(request, runtime.settings);
  const fresh = plainHttp ? null : findFreshPage(runtime, request, isHttps);
  if (fresh) {
    const response = answerWithPage(request, fresh, 'hit', Date.now());
    // Fresh hits are not logged: the platform counts requests, and a log line costs more than serving the
    // page.
    response.headers.set('x-request-id', id);
    if (runtime.settings.ENVIRONMENT !== 'production')
      response.headers.set('server-timing', serverTiming(performance.now() - began, NO_TIMINGS, 'hit'));
    return response;
  }
  const url = new URL(request.url);
  const policy = policyOf(url.pathname);
  const address = request.headers.get('cf-connecting-ip') ?? '0.0.0.0';
  const header = (name: string) => cutText(request.headers.get(name) ?? '', 0, 400) || null;
  const cookies = request.headers.get('cookie');
  const caller = { id, address, userAgent: header('user-agent'), referrer: header('referer'), cookies };
  const context = createContext(runtime, caller, execution);
  const refused =
    plainHttp ??
    refuseRequest(request, url) ??
    refuseCrossOrigin(request, url, runtime.settings.SITE_URL) ??
    (await redirectToPage(context.app, url, redirectToPlainPath(request, url)));
  const { response, state }: Answer = refused
    ? { response: refused, state: 'bypass' }
    : await answer(runtime, render, request, url, context, isHttps).catch((error) =>
        failed(error, url, context),
      );
  await drainRequestBody(request);
  // An accepted write may have recorded an outbound webhook event and changed articles.
  const hasWritten = request.method === 'POST' && response.status < 400 && context.app.timings.writes > 0;
  if (hasWritten && policy.emitsEvents) {
    context.app.waitUntil(enqueueDeliveries(context.app));
    context.app.waitUntil(relateAfterChange(context.app));
  }
  const headers = state === 'hit' ? response.headers : withSecurity(response, runtime);
  if (policy.isPrivate) headers.set('cache-control', 'no-store');
  if (policy.isAuthApi) setCorsHeaders(headers, request, context.app.config);
  if (response.status === 301 && request.method !== 'POST')
    keepCampaign(headers, url, runtime.settings.SITE_URL);
  if (response.status >= 300 && response.status < 400) keepFragment(headers, runtime.settings.SITE_URL);
  if (showsNotice(request, url, response, isHttps)) clearNotice(context.app);
  addCookies(context.app, headers);
  setRetryAfter(context.app, headers);
  const milliseconds = performance.now() - began;
  headers.set('x-request-id', id);
  // Admins only in production: round trips of a sign-in or recovery would reveal which email addresses have
  // accounts.
  if (runtime.settings.ENVIRONMENT !== 'production' || (await isKnownAdmin(context.app)))
    headers.set('server-timing', serverTiming(milliseconds, context.app.timings, state));
  if (response.status === 503 && !headers.has('retry-after'))
    headers.set('retry-after', String(RETRY_AFTER_SECONDS));
  // Reports arrive by the hundred per second, and logging one took a seventh of the time for handling it.
  const isAcceptedReport = policy.isApi && !policy.emitsEvents && response.status < 400;
  if (state !== 'hit' && !isAcceptedReport) {
    context.app.log.write({
      event: 'request',
      method: request.method,
      path: toLoggedPath(url.pathname),
      status: response.status,
      milliseconds: Math.round(milliseconds * 10) / 10,
      cache: state,
    });
  }
  return headers === response.headers
    ? response
    : new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/**
 * The fast path. Memory holds only public pages, keyed by plain path and query, so no URL parsing is needed.
 */
function findFreshPage(runtime: Runtime, request: Request, isHttps: boolean): CachedPage | null {
  if (request.method !== 'GET' || noticeOf(request, isHttps)) return null;
  const page = runtime.memory.get(request.url.slice(request.url.indexOf('/', 'https://'.length)));
  return page && Date.now() - page.storedAt < FRESH_SECONDS * 1000 ? page : null;
}

function maySeeDraft(request: Request, url: URL): boolean {
  return policyOf(url.pathname).hasDraft && hasSessionCookie(request);
}

/** Answers 500 for an error that no route handled. */
function failed(error: unknown, url: URL, context: RequestContext): Answer {
  const { message: reason, stack } = toError(error);
  context.app.log.write({ event: 'failure', where: toLoggedPath(url.pathname), reason, stack });
  const init = { status: 500, headers: { 'cache-control': 'no-store' } };
  const msg = 'Something went wrong. Please try again.';
  // Clients of the authentication API read JSON.
  const response = policyOf(url.pathname).isAuthApi
    ? Response.json({ code: 500, error_code: 'unexpected_failure', msg }, init)
    : new Response(`${msg}\n`, init);
  return { response, state: 'bypass' };
}

/**
 * The page that displayed the notice: not a redirect, and not 202, which the client's router follows as one.
 */
function showsNotice(request: Request, url: URL, response: Response, isHttps: boolean): boolean {
  if (request.method !== 'GET' || !noticeOf(request, isHttps)) return false;
  if (response.status === 202 || (response.status >= 300 && response.status < 400)) return false;
  const { isPrivate, isApi } = policyOf(url.pathname);
  return isPrivate || (toPublicAddress(url) !== null && !isApi);
}

/** Copies the headers: those of a fetched or redirect response are immutable. */
function withSecurity(response: Response, { settings }: Runtime): Headers {
  const headers = new Headers(response.headers);
  setSecurityHeaders(headers, settings);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  return headers;
}

async function answer(
  runtime: Runtime,
  render: Render,
  request: Request,
  url: URL,
  context: RequestContext,
  isHttps: boolean,
): Promise<Answer> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  // A page that shows a notice such as "Welcome back!" belongs to one person.
  const isCacheable = isRead && !noticeOf(request, isHttps);
  const address = isCacheable && runtime.settings.PAGE_CACHE === 'on' ? toPublicAddress(url) : null;
  if (!address)
    return { response: await render(withoutOrigin(request, url), { app: context.app }), state: 'bypass' };
  const { key } = address;
  const now = Date.now();
  const found = context.cache.findInMemory(key) ?? (await context.cache.findShared(key));
  const age = found ? (now - found.storedAt) / 1000 : Number.POSITIVE_INFINITY;
  const answerWith = (page: CachedPage, state: CacheState): Answer => ({
    response: answerWithPage(request, page, state, now),
    state,
  });
  if (found && age < FRESH_SECONDS) return answerWith(found, 'hit');

  const renewal = () => renew(runtime, render, request, new URL(key, url), key, context);
  const renewLater = (page: CachedPage) => {
    if (now - (page.renewedAt ?? 0) <= RENEWAL_TIMEOUT_MS) return;
    page.renewedAt = now;
    context.app.waitUntil(renewal());
  };
  const canServeStale = found && age < OUTAGE_SECONDS && !(await context.cache.isPurged(key, found));
  if (!canServeStale && maySeeDraft(request, url))
    return { response: await render(request, { app: context.app }), state: 'bypass' };
  if (canServeStale && age < FRESH_SECONDS + STALE_SECONDS) {
    renewLater(found);
    return answerWith(found, 'stale');
  }
  const serveDuringOutage = (page: CachedPage): Answer => {
    context.app.log.write({ event: 'stale_served', path: url.pathname, ageSeconds: Math.round(age) });
    return answerWith(page, 'outage');
  };
  if (canServeStale && now < runtime.databaseDownUntil) {
    renewLater(found);
    return serveDuringOutage(found);
  }
  const renewed = await renewal();
  if (!(renewed instanceof Response)) return answerWith(renewed, 'miss');
  const isLost = renewed.status === 503 || context.notes.databaseLost;
  return isLost && canServeStale ? serveDuringOutage(found) : { response: renewed, state: 'miss' };
}

/** Renders the page again. Returns the stored copy, or the response unchanged when it may not be stored. */
async function renew(
  runtime: Runtime,
  render: Render,
  request: Request,
  url: URL,
  key: string,
  context: RequestContext,
): Promise<CachedPage | Response> {
  // Send neither cookies nor conditional headers: everyone gets this copy.
  const plain = new Request(url, {
    method: 'GET',
    headers: { accept: request.headers.get('accept') ?? '*/*' },
  });
  const startedAt = Date.now();
  const response = await render(plain, { app: context.app });
  const isLost = response.status === 503 || context.notes.databaseLost;
  runtime.databaseDownUntil = isLost ? Date.now() + OUTAGE_RETRY_MS : 0;
  // A page that is gone or redirects (202: for the client's router) must not reappear during a database
  // outage. A search refused for one caller still works for others.
  const isRefused = response.status === 429;
  if (response.status !== 200 && response.status < 500 && !isRefused)
    context.app.waitUntil(context.cache.drop(key));
  if (response.status !== 200 || !context.notes.storable || response.headers.has('set-cookie'))
    return response;
  const body = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  setSecurityHeaders(headers, runtime.settings);
  const etag = `"${await digest(body)}"`;
  headers.set('etag', etag);
  headers.set('cache-control', PAGE_CACHE_CONTROL);
  // Dated before the first query, so that a change during the render purges this copy too.
  const page: CachedPage = {
    headers: [...headers],
    body,
    etag,
    tags: [...context.notes.tags],
    storedAt: startedAt,
  };
  context.app.waitUntil(context.cache.store(key, page));
  return page;
}

async function digest(body: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  return btoa(String.fromCharCode(...hash.subarray(0, 15))).replace(/[+/]/g, (c) => (c === '+' ? '-' : '_'));
}

/**
 * A Server-Timing header: `total`, `db` with its round trips, and `render` in milliseconds, and the cache
 * state.
 */
function serverTiming(total: number, timings: Timings, cacheState: string): string {
  const count = timings.roundTrips;
  return [
    `total;dur=${total.toFixed(1)}`,
    `db;dur=${timings.databaseMilliseconds.toFixed(1)};desc="${count} round trip${count === 1 ? '' : 's'}"`,
    `render;dur=${timings.renderMilliseconds.toFixed(1)}`,
    `cache;desc="${cacheState}"`,
  ].join(', ');
}
