// Cookies of this site: how they are named, written and read.

/** What a Set-Cookie line says besides the value. */
export interface CookieOptions {
  /** The site is served over HTTPS: the cookie is `Secure`, and its name begins with `__Host-`. */
  isHttps: boolean;
  maxAgeSeconds: number;
  /** Scripts of the page read or write this cookie; all others are `HttpOnly`. */
  isForScripts?: boolean;
}

/**
 * The name as the browser keeps it. On HTTPS it has the prefix `__Host-`, which browsers accept from this host alone and
 * over HTTPS alone: neither another host of the same domain nor someone on the network can plant such a cookie.
 */
export function cookieName(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name;
}

/** The line for Set-Cookie or `document.cookie`. */
export function formatCookie(name: string, value: string, options: CookieOptions): string {
  const { isHttps, maxAgeSeconds, isForScripts = false } = options;
  // Lax: a navigation that another site began brings the cookie along, its forms and scripts do not.
  return [
    `${cookieName(name, isHttps)}=${value}`,
    `Max-Age=${maxAgeSeconds}`,
    'Path=/',
    ...(isForScripts ? [] : ['HttpOnly']),
    'SameSite=Lax',
    ...(isHttps ? ['Secure'] : []),
  ].join('; ');
}

/** The first cookie of exactly that name (see `cookieName`) in a Cookie header, as it was sent; null for none. */
export function readCookie(header: string | null, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return null;
}
