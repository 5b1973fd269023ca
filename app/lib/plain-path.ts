// Normalizes paths, so that each page has one URL.

const HERE = 'http://here.invalid';

/** Our own paths contain only these characters. A path with others is left unchanged and not found. */
const PLAIN = /^[\w./-]+$/;

/**
 * `/article/x/`, `//article/x`, `/Article/X`, `/article%2Fx` and `/article/%78` become `/article/x`. Uploaded
 * files keep their capital letters. The result begins with exactly one slash, so a browser cannot take it for
 * another host.
 * @param path a valid percent-encoded URL path
 */
export function toPlainPath(path: string): string {
  const decoded = decodeURIComponent(path);
  const plain = PLAIN.test(decoded) ? resolve(tidy(decoded)) : null;
  const isFile = plain === null || plain.startsWith('/media/') || plain.startsWith('/assets/');
  return isFile ? tidy(path) : plain.toLowerCase();
}

/** Collapses repeated slashes and removes a trailing one. */
const tidy = (path: string) => path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');

/** Resolves `.` and `..`, which an encoded slash may have hidden from the browser. */
const resolve = (path: string) => (path.includes('/.') ? tidy(new URL(HERE + path).pathname) : path);

/**
 * The path of a link in a page, in the form that is looked up. Null for other sites and for fragments of the same page.
 * @param origin of this site, without a trailing slash
 * @param base the page's path
 */
export function toOwnPath(address: string, origin: string, base: string): string | null {
  if (address.startsWith('#') || !URL.canParse(address, origin + base)) return null;
  const url = new URL(address, origin + base);
  if (url.origin !== origin) return null;
  try {
    return toPlainPath(url.pathname);
  } catch {
    // Invalid percent-encoding: looked up as written, it is reported as broken.
    return url.pathname;
  }
}
