// CSRF protection: an unsafe request must come from our own origin if it names one, and must name one if it
// has a session cookie.
import { readCookie } from '~/lib/cookies';
import { policyOf } from '../route-policy';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether the request may be signed in; the cookie is not verified. */
export function hasSessionCookie(request: Request): boolean {
  const cookies = request.headers.get('cookie');
  return readCookie(cookies, '__Host-session') !== null || readCookie(cookies, 'session') !== null;
}

/** The origin from Origin or Referer; null without either header, 'null' for an invalid Referer. */
function originOf(request: Request): string | null {
  const origin = request.headers.get('origin');
  if (origin) return origin;
  const referrer = request.headers.get('referer');
  if (!referrer) return null;
  return URL.canParse(referrer) ? new URL(referrer).origin : 'null';
}

const CROSS_ORIGIN = 'Forbidden: the request does not come from this site.';

/** A 403 for a cross-origin request, or null. */
export function refuseCrossOrigin(request: Request, url: URL, siteUrl: string): Response | null {
  const { isCrossSite, needsOrigin, isApi } = policyOf(url.pathname);
  if (SAFE.has(request.method) || isCrossSite) return null;
  const origin = originOf(request);
  if (origin === url.origin || origin === siteUrl) return null;
  // Browsers always send one of the headers. A program without a session cookie has nothing to abuse.
  if (origin === null && !hasSessionCookie(request) && !needsOrigin) return null;
  const headers = { 'cache-control': 'no-store' };
  if (isApi) return Response.json({ success: false, error: CROSS_ORIGIN }, { status: 403, headers });
  return new Response(`${CROSS_ORIGIN}\n`, {
    status: 403,
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
  });
}

/**
 * Removes Origin from requests that no cookie authorizes, because Remix would refuse them on its own check.
 */
export function withoutOrigin(request: Request, url: URL): Request {
  if (SAFE.has(request.method) || !policyOf(url.pathname).isCrossSite || !request.headers.has('origin'))
    return request;
  const copy = new Request(request);
  copy.headers.delete('origin');
  return copy;
}
