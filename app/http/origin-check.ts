// Cross-site forgery: an unsafe request that a cookie authorises must come from our own pages.

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const SESSION_COOKIE = /(?:^|;\s*)(?:__Host-)?session=/;
/** Signing in is a change too, though no cookie authorises it. */
const PRIVATE_PATH = /^\/(auth|account|admin)(?=[/.-]|$)/;
/** Called by machines with keys of their own; no cookie authorises these. */
const NO_COOKIE_PATH = /^\/(auth\/v1|api\/zapier-webhook|newsletter\/unsubscribe)(?=[/.]|$)/;

/** Answers to these paths belong to one person: never stored. */
export function isPrivatePath(path: string): boolean {
  return PRIVATE_PATH.test(path) || path === '/api/me' || path.startsWith('/dev/');
}

function originOf(request: Request): string | null {
  const origin = request.headers.get('origin');
  if (origin) return origin;
  const referrer = request.headers.get('referer');
  if (!referrer) return null;
  try {
    return new URL(referrer).origin;
  } catch {
    return 'null';
  }
}

/** A 403 for what comes from elsewhere, or null. */
export function refuseForeignOrigin(request: Request, url: URL, siteUrl: string): Response | null {
  if (SAFE.has(request.method) || NO_COOKIE_PATH.test(url.pathname)) return null;
  const hasSession = SESSION_COOKIE.test(request.headers.get('cookie') ?? '');
  if (!hasSession && !PRIVATE_PATH.test(url.pathname)) return null;
  const origin = originOf(request);
  if (origin === url.origin || origin === siteUrl) return null;
  // No browser leaves both headers out; a tool without a cookie has nothing that could be abused.
  if (origin === null && !hasSession && !url.pathname.startsWith('/auth/session')) return null;
  return new Response('Forbidden: the request does not come from this site.\n', {
    status: 403,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}
