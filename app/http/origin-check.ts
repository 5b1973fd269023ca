// Cross-site forgery: an unsafe request that names where it comes from must come from our own pages, and one that a
// cookie authorises must name it.
import { readCookie } from '~/lib/cookies';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Signing in is a change too, though no cookie authorises it. */
const PRIVATE_PATH = /^\/(auth|account|admin)(?=[/.-]|$)/;
/** Called by machines with keys of their own; no cookie authorises these. */
const NO_COOKIE_PATH = /^\/(auth\/v1|api\/zapier-webhook|newsletter\/unsubscribe)(?=[/.]|$)/;

/** Somebody may be signed in. */
export function hasSessionCookie(request: Request): boolean {
  const cookies = request.headers.get('cookie');
  return readCookie(cookies, '__Host-session') !== null || readCookie(cookies, 'session') !== null;
}

/** Answers to these paths belong to one person: never stored. */
export function isPrivatePath(path: string): boolean {
  // The keys that check tokens are everybody's.
  if (path === '/auth/v1/.well-known/jwks.json') return false;
  return PRIVATE_PATH.test(path) || path === '/api/me' || path.startsWith('/dev/');
}

/** Browsers name the page a form was sent from; null for who names none. */
function originOf(request: Request): string | null {
  const origin = request.headers.get('origin');
  if (origin) return origin;
  const referrer = request.headers.get('referer');
  if (!referrer) return null;
  return URL.canParse(referrer) ? new URL(referrer).origin : 'null';
}

const FOREIGN = 'Forbidden: the request does not come from this site.';

/** A 403 for what comes from elsewhere, or null. */
export function refuseForeignOrigin(request: Request, url: URL, siteUrl: string): Response | null {
  if (SAFE.has(request.method) || NO_COOKIE_PATH.test(url.pathname)) return null;
  const origin = originOf(request);
  if (origin === url.origin || origin === siteUrl) return null;
  // No browser leaves both headers out; a program without a cookie has nothing that could be abused.
  if (origin === null && !hasSessionCookie(request) && !url.pathname.startsWith('/auth/session')) return null;
  const headers = { 'cache-control': 'no-store' };
  // In the words of the doors for programs (http/api/api-route.ts).
  if (url.pathname.startsWith('/api/'))
    return Response.json({ success: false, error: FOREIGN }, { status: 403, headers });
  return new Response(`${FOREIGN}\n`, {
    status: 403,
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
  });
}

/** Remix looks at Origin by itself where something is sent, and would refuse what no cookie authorises too. */
export function withoutOrigin(request: Request, url: URL): Request {
  if (SAFE.has(request.method) || !NO_COOKIE_PATH.test(url.pathname) || !request.headers.has('origin'))
    return request;
  const copy = new Request(request);
  copy.headers.delete('origin');
  return copy;
}
