// Checks and normalizes requests before anything else handles them.
import { withCampaign } from '~/features/readership/tracking/visit-source';
import { toQueryText } from '~/features/search/search-query';
import { toPlainPath } from '~/lib/plain-path';
import type { WorkerSettings } from '~/platform/env.server';
import { policyOf } from '../route-policy';

/** The methods that routes support. */
const ALLOWED = 'GET, HEAD, POST, OPTIONS';
const METHODS = new Set(ALLOWED.split(', '));
/** Further methods of the authentication API. */
const API_METHODS = new Set(['PUT', 'PATCH', 'DELETE']);
const MAX_URL_LENGTH = 4_096;

/** Remix's endpoint for route discovery: one request asks for the routes of all links on a page. */
const ROUTE_ENDPOINT = '/__manifest';
/** Remix's client never sends a longer manifest URL. */
const MAX_ROUTES_URL_LENGTH = 7_680;
/**
 * Limits on path segments, per path and per manifest request. Remix matches every prefix of every path: a
 * path with 2,000 segments took 0.6 s of CPU. Our longest URLs have five segments.
 */
const MAX_SEGMENTS = 10;
const MAX_MANIFEST_SEGMENTS = 1_000;

const REFUSALS: Record<number, string> = {
  400: 'Bad request: the address is not well formed.',
  403: 'HTTPS is required. Send this request to the https:// address, and replace any key or password that it carried.',
  405: 'Method not allowed.',
  411: 'Length required.',
  413: 'The request is too large.',
  414: 'The address is too long.',
};

function refuse(path: string, status: number, headers: Record<string, string> = {}): Response {
  const all = { 'cache-control': 'no-store', ...headers };
  // Clients of the authentication API read JSON.
  if (policyOf(path).isAuthApi) {
    const error_code = status === 405 ? 'method_not_allowed' : 'validation_failed';
    return Response.json({ code: status, error_code, msg: REFUSALS[status] }, { status, headers: all });
  }
  return new Response(`${REFUSALS[status]}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...all },
  });
}

function isWellEncoded(path: string): boolean {
  try {
    // Programs disagree on whether a backslash is a slash; control characters are never valid.
    return !/[\\\p{Cc}]/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

function hasTooManySegments(url: URL): boolean {
  const counts = url.searchParams.getAll('p').map((path) => path.split('/').length - 1);
  return (
    Math.max(0, ...counts) > MAX_SEGMENTS ||
    counts.reduce((sum, count) => sum + count, 0) > MAX_MANIFEST_SEGMENTS
  );
}

/** The error response for a malformed or oversized request, or null. */
export function refuseRequest(request: Request, url: URL): Response | null {
  const path = url.pathname;
  const { isAuthApi, maxBodyBytes } = policyOf(path);
  const isKnown = METHODS.has(request.method) || (isAuthApi && API_METHODS.has(request.method));
  if (!isKnown) return refuse(path, 405, { allow: ALLOWED });
  const longest = path === ROUTE_ENDPOINT ? MAX_ROUTES_URL_LENGTH : MAX_URL_LENGTH;
  if (request.url.length > longest) return refuse(path, 414);
  if (!isWellEncoded(path) || (path === ROUTE_ENDPOINT && hasTooManySegments(url))) return refuse(path, 400);
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow: ALLOWED } });
  if (request.method === 'POST' && request.body && maxBodyBytes !== null) {
    const length = request.headers.get('content-length');
    // A chunked body has no length to check in advance. Browsers do not send forms that way.
    if (length === null) return refuse(path, 411);
    if (!(Number(length) <= maxBodyBytes)) return refuse(path, 413);
  }
  return null;
}

/**
 * The response to plain HTTP in production; null over HTTPS. Page views are redirected. Everything else is
 * refused, because a redirect would hide from the sender that keys, passwords and forms travel unencrypted
 * (ASVS 5.0, 4.1.2).
 */
export function refusePlainHttp(
  request: Request,
  { ENVIRONMENT, SITE_URL }: Pick<WorkerSettings, 'ENVIRONMENT' | 'SITE_URL'>,
): Response | null {
  if (ENVIRONMENT !== 'production' || !SITE_URL.startsWith('https:') || !request.url.startsWith('http:'))
    return null;
  const { pathname, search } = new URL(request.url);
  // In the form that routes match: `//API/me` is the API.
  const path = toPlainPath(pathname);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const { isAuthApi, isApi } = policyOf(path);
  if (!isRead || isAuthApi || isApi) return refuse(path, 403);
  return new Response(null, { status: 301, headers: { location: `${SITE_URL}${pathname}${search}` } });
}

/** A redirect to the canonical path, or null when the path is canonical. */
export function redirectToPlainPath(request: Request, url: URL): Response | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  const plain = toPlainPath(url.pathname);
  // A Location of `//example.com` would lead to another host.
  if (plain === url.pathname || plain.startsWith('//')) return null;
  return new Response(null, { status: 301, headers: { location: `${plain}${url.search}` } });
}

/** No trusted proxy sets this header, and Remix would accept a forged one. */
const FORWARDED_HOST = 'x-forwarded-host';

/**
 * Removes what no route uses and what other code fails on: the body of a GET or HEAD request, a forged host,
 * NUL in the query, which PostgreSQL cannot store or compare, and the end of a very long search.
 */
export function normalizeRequest(request: Request): Request {
  const { method, signal } = request;
  const readable = request.url.includes('%00') ? withoutNul(request.url) : request.url;
  const url = readable.length > MAX_URL_LENGTH ? withShortSearch(readable) : readable;
  const isRead = method === 'GET' || method === 'HEAD';
  let plain = request;
  if (isRead && (request.body || url !== request.url))
    plain = new Request(url, { method, headers: request.headers, signal });
  else if (url !== request.url || request.headers.has(FORWARDED_HOST)) plain = new Request(url, request);
  if (plain !== request) plain.headers.delete(FORWARDED_HOST);
  return plain;
}

/** Removes NUL from the query. In the path it is refused with 400. */
function withoutNul(url: string): string {
  const at = url.indexOf('?');
  // A URL that is too long is refused later.
  if (at < 0 || url.length > MAX_ROUTES_URL_LENGTH) return url;
  let query = url.slice(at);
  // Removing `%00` can form another one from the characters around it.
  while (query.includes('%00')) query = query.replaceAll('%00', '');
  return url.slice(0, at) + query;
}

/** A search with thousands of characters is answered like any long search, which is cut; other URLs are refused later. */
function withShortSearch(address: string): string {
  const url = new URL(address);
  const text = url.searchParams.get('q');
  const isSearch = policyOf(url.pathname.replace(/\.data$/, '')).cachedBy?.includes('q');
  if (!isSearch || text === null) return address;
  url.searchParams.set('q', toQueryText(text));
  return url.href;
}

/**
 * Ends a Location on another site with `#`, unless it has a fragment. Otherwise browsers carry the current
 * URL's fragment over to that site.
 */
export function keepFragment(headers: Headers, siteUrl: string): void {
  const location = headers.get('location');
  if (!location || location.includes('#')) return;
  if (originOf(location, siteUrl) !== siteUrl) headers.set('location', `${location}#`);
}

/**
 * Adds the campaign of a visit (`utm_*`) to the new address of a public page on this site. Pages are rendered
 * without these parameters, because everyone gets the same copy.
 */
export function keepCampaign(headers: Headers, url: URL, siteUrl: string): void {
  const location = headers.get('location');
  const { isPrivate, isApi, isAuthApi } = policyOf(url.pathname);
  if (location && !isPrivate && !isApi && !isAuthApi && originOf(location, siteUrl) === siteUrl)
    headers.set('location', withCampaign(location, url.searchParams));
}

const originOf = (location: string, siteUrl: string) =>
  URL.canParse(location, siteUrl) ? new URL(location, siteUrl).origin : siteUrl;
