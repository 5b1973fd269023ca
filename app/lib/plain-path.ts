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
