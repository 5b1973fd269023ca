// Validates paths on this site: the page to return to after a form, and image addresses that editors enter.

const HERE = 'http://here.invalid';

/**
 * True when decoding the path once more gives another host or an invalid path: `//example.com`,
 * `/%2Fexample.com`, `/%5Cexample.com`.
 */
export function leadsElsewhere(pathname: string): boolean {
  try {
    return /^\/[/\\]/.test(decodeURIComponent(pathname));
  } catch {
    return true;
  }
}

/** The path and query as a browser normalizes them, for a path on this site; `/` for anything else. */
export function toSitePath(text: string): string {
  if (!text.startsWith('/') || !URL.canParse(text, HERE)) return '/';
  const url = new URL(text, HERE);
  // Checked after normalization: `/..//example.com` becomes `//example.com`.
  if (url.origin !== HERE || leadsElsewhere(url.pathname)) return '/';
  return url.pathname + url.search;
}

/**
 * True for a web URL or a path on this site. Browsers treat `/\example.com` as another host, so it is false.
 */
export function isImageAddress(address: string): boolean {
  if (!address.startsWith('/')) return /^https?:\/\//i.test(address) && URL.canParse(address);
  if (/[\\\p{Cc}]/u.test(address) || !URL.canParse(address, HERE)) return false;
  const { origin, pathname } = new URL(address, HERE);
  return origin === HERE && !leadsElsewhere(pathname);
}
