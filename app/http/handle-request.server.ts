// Every HTTP request: refuse, answer from the cache, or render; then headers, timing and the log line.

import type { AppLoadContext } from '@remix-run/cloudflare';
import { hurryDeliveries } from '~/features/endpoints/deliveries.server';
import { cutText } from '~/lib/cut-text';
import type { Timings } from '~/platform/context';
import { createContext, type RequestContext, type World } from '~/platform/context.server';
import { OUTAGE_SECONDS } from '~/platform/page-cache.server';
import type { CachedPage } from '~/platform/page-memory.server';
import { isAuthApi, setCorsHeaders } from './auth-api/cors';
import { toPublicAddress } from './cache-policy';
import {
  answerWithPage,
  type CacheState,
  FRESH_SECONDS,
  PAGE_CACHE_CONTROL,
  STALE_SECONDS,
} from './cached-answer';
import { toLoggedPath } from './logged-path';
import { hasSessionCookie, isPrivatePath, refuseForeignOrigin, withoutOrigin } from './origin-check';
import { keepFragment } from './own-fragment';
import { hearOut } from './read-bounded.server';
import { redirectToPlainPath, refuseRequest, withoutOddities } from './request-gate';
import { setSecurityHeaders } from './security-headers';
import { serverTiming } from './server-timing';
import { forgetNotice, isKnownAdmin, noticeOf } from './session.server';
import { addCookies } from './waiting-cookies.server';

export type Render = (request: Request, context: AppLoadContext) => Promise<Response>;

interface Answer {
  response: Response;
  state: CacheState;
}

const NO_TIMINGS: Timings = { databaseMilliseconds: 0, roundTrips: 0, renderMilliseconds: 0 };
const RETRY_AFTER_SECONDS = 15;
/** Beacons come by the hundred a second, and nobody outside is told of them. */
const MAKES_NO_NEWS = new Set(['/api/ad-impressions', '/api/viewed', '/api/view-tokens']);
/** A renewal that has not ended by then has failed, and the next reader starts another. */
const RENEWAL_PATIENCE_MS = 10_000;
/** After a lost database old pages are served at once for so long; one request at a time looks whether it is back. */
const AWAY_MS = 15_000;

export async function handleRequest(
  world: World,
  render: Render,
  received: Request,
  execution: Pick<ExecutionContext, 'waitUntil'>,
): Promise<Response> {
  const began = performance.now();
  const request = withoutOddities(received);
  const id = request.headers.get('cf-ray') ?? crypto.randomUUID();
  const isHttps = world.settings.SITE_URL.startsWith('https:');
  const fresh = findFreshPage(world, request, isHttps);
  if (fresh) {
    const response = answerWithPage(request, fresh, 'hit', Date.now());
    // A hit is not worth a log line: the platform counts requests, and the line would cost more than the page.
    response.headers.set('x-request-id', id);
    if (world.settings.ENVIRONMENT !== 'production')
      response.headers.set('server-timing', serverTiming(performance.now() - began, NO_TIMINGS, 'hit'));
    return response;
  }
  const url = new URL(request.url);
  const address = request.headers.get('cf-connecting-ip') ?? '0.0.0.0';
  const header = (name: string) => cutText(request.headers.get(name) ?? '', 0, 400) || null;
  const cookies = request.headers.get('cookie');
  const caller = { id, address, userAgent: header('user-agent'), referrer: header('referer'), cookies };
  const context = createContext(world, caller, execution);
  const refused =
    refuseRequest(request, url) ??
    refuseForeignOrigin(request, url, world.settings.SITE_URL) ??
    redirectToPlainPath(request, url);
  const { response, state }: Answer = refused
    ? { response: refused, state: 'bypass' }
    : await answer(world, render, request, url, context, isHttps).catch((error) =>
        failed(error, url, context),
      );
  await hearOut(request);
  // What was accepted may be news for somebody outside.
  if (request.method === 'POST' && response.status < 400 && !MAKES_NO_NEWS.has(url.pathname))
    context.app.waitUntil(hurryDeliveries(context.app));
  const headers = state === 'hit' ? response.headers : withSecurity(response, world);
  if (isPrivatePath(url.pathname)) headers.set('cache-control', 'no-store');
  if (isAuthApi(url.pathname)) setCorsHeaders(headers, request, context.app.config);
  if (response.status >= 300 && response.status < 400) keepFragment(headers, world.settings.SITE_URL);
  if (saysNotice(request, url, response, isHttps)) forgetNotice(context.app);
  addCookies(context.app, headers);
  const milliseconds = performance.now() - began;
  headers.set('x-request-id', id);
  // In production for admins alone: the round trips of a sign-in or a recovery could tell which addresses have an account.
  if (world.settings.ENVIRONMENT !== 'production' || (await isKnownAdmin(context.app)))
    headers.set('server-timing', serverTiming(milliseconds, context.app.timings, state));
  if (response.status === 503 && !headers.has('retry-after'))
    headers.set('retry-after', String(RETRY_AFTER_SECONDS));
  if (state !== 'hit') {
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

/** The shortest way to a page: its plain address names it in memory, and only public pages are there. */
function findFreshPage(world: World, request: Request, isHttps: boolean): CachedPage | null {
  if (request.method !== 'GET' || noticeOf(request, isHttps)) return null;
  const page = world.memory.get(request.url.slice(request.url.indexOf('/', 'https://'.length)));
  return page && Date.now() - page.storedAt < FRESH_SECONDS * 1000 ? page : null;
}

/** An article's address shows its draft to editors, so whoever is signed in gets an answer of their own to what is not cached. */
function maySeeDraft(request: Request): boolean {
  return /^https?:\/\/[^/]+\/article\//.test(request.url) && hasSessionCookie(request);
}

/** The last resort: nothing a request brings may end without an answer. */
function failed(error: unknown, url: URL, context: RequestContext): Answer {
  const { message: reason, stack } = error instanceof Error ? error : new Error(String(error));
  context.app.log.write({ event: 'failure', where: toLoggedPath(url.pathname), reason, stack });
  const init = { status: 500, headers: { 'cache-control': 'no-store' } };
  const msg = 'Something went wrong. Please try again.';
  // Clients of the authentication API read JSON.
  const response = isAuthApi(url.pathname)
    ? Response.json({ code: 500, error_code: 'unexpected_failure', msg }, init)
    : new Response(`${msg}\n`, init);
  return { response, state: 'bypass' };
}

/** A page that had a notice to say, and was no redirect (202: one that the client's router follows). */
function saysNotice(request: Request, url: URL, response: Response, isHttps: boolean): boolean {
  if (request.method !== 'GET' || !noticeOf(request, isHttps)) return false;
  if (response.status === 202 || (response.status >= 300 && response.status < 400)) return false;
  return isPrivatePath(url.pathname) || (toPublicAddress(url) !== null && !url.pathname.startsWith('/api/'));
}

/** A copy, because headers of a fetched or redirecting response cannot be changed. */
function withSecurity(response: Response, { settings }: World): Headers {
  const headers = new Headers(response.headers);
  setSecurityHeaders(headers, settings);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  return headers;
}

async function answer(
  world: World,
  render: Render,
  request: Request,
  url: URL,
  context: RequestContext,
  isHttps: boolean,
): Promise<Answer> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  // A page that says "Welcome back!" is for one person.
  const isForAll = isRead && !noticeOf(request, isHttps);
  const address = isForAll && world.settings.PAGE_CACHE === 'on' ? toPublicAddress(url) : null;
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

  const renewal = () => renew(world, render, request, new URL(key, url), key, context);
  const renewLater = (page: CachedPage) => {
    if (now - (page.renewedAt ?? 0) <= RENEWAL_PATIENCE_MS) return;
    page.renewedAt = now;
    context.app.waitUntil(renewal());
  };
  const mayStandIn = found && age < OUTAGE_SECONDS && !(await context.cache.isPurged(key, found));
  if (!mayStandIn && maySeeDraft(request))
    return { response: await render(request, { app: context.app }), state: 'bypass' };
  if (mayStandIn && age < FRESH_SECONDS + STALE_SECONDS) {
    renewLater(found);
    return answerWith(found, 'stale');
  }
  const standIn = (page: CachedPage): Answer => {
    context.app.log.write({ event: 'stale_served', path: url.pathname, ageSeconds: Math.round(age) });
    return answerWith(page, 'outage');
  };
  if (mayStandIn && now < world.databaseAwayUntil) {
    renewLater(found);
    return standIn(found);
  }
  const renewed = await renewal();
  if (!(renewed instanceof Response)) return answerWith(renewed, 'miss');
  const isLost = renewed.status === 503 || context.notes.databaseLost;
  return isLost && mayStandIn ? standIn(found) : { response: renewed, state: 'miss' };
}

/** Renders the page anew. A page that may be kept is kept and returned as such; any other answer as it is. */
async function renew(
  world: World,
  render: Render,
  request: Request,
  url: URL,
  key: string,
  context: RequestContext,
): Promise<CachedPage | Response> {
  // Neither cookies nor a condition may reach what everyone will see.
  const plain = new Request(url, {
    method: 'GET',
    headers: { accept: request.headers.get('accept') ?? '*/*' },
  });
  const startedAt = Date.now();
  const response = await render(plain, { app: context.app });
  const isLost = response.status === 503 || context.notes.databaseLost;
  world.databaseAwayUntil = isLost ? Date.now() + AWAY_MS : 0;
  // What is gone or has moved (202: a redirect for the client's router) must not come back when the database goes away.
  if (response.status !== 200 && response.status < 500) context.app.waitUntil(context.cache.drop(key));
  if (response.status !== 200 || !context.notes.storable || response.headers.has('set-cookie'))
    return response;
  const body = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  setSecurityHeaders(headers, world.settings);
  const etag = `"${await digest(body)}"`;
  headers.set('etag', etag);
  headers.set('cache-control', PAGE_CACHE_CONTROL);
  // Stamped with the moment before the database was asked: a change during the render purges this copy too.
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
