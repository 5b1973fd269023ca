// Names, writes and reads this site's cookies.

/** The attributes of a cookie. */
export interface CookieOptions {
  /** Over HTTPS, the cookie is `Secure` and has the prefix `__Host-`. */
  isHttps: boolean;
  maxAgeSeconds: number;
  /** Readable for scripts; all other cookies are `HttpOnly`. */
  isForScripts?: boolean;
}

/**
 * The cookie's name in the browser. Over HTTPS it has the prefix `__Host-`: browsers then accept it only over
 * HTTPS and from this exact host, so that neither a subdomain nor a network attacker can set it.
 */
export function cookieName(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name;
}

/** The value for Set-Cookie or `document.cookie`. */
export function formatCookie(name: string, value: string, options: CookieOptions): string {
  const { isHttps, maxAgeSeconds, isForScripts = false } = options;
  // Lax: sent with top-level navigations from other sites, not with their form posts and scripts.
  return [
    `${cookieName(name, isHttps)}=${value}`,
    `Max-Age=${maxAgeSeconds}`,
    'Path=/',
    ...(isForScripts ? [] : ['HttpOnly']),
    'SameSite=Lax',
    ...(isHttps ? ['Secure'] : []),
  ].join('; ');
}

/** The raw value of the first cookie with exactly that name (see `cookieName`); null for none. */
export function readCookie(header: string | null, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return null;
}
