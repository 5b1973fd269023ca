// One address has one spelling.

/** Addresses of ours are made of these alone; what else is in one stays as it came, and is not found. */
const PLAIN = /^[\w./-]+$/;

/**
 * `/article/x/`, `//article/x`, `/Article/X` and `/article/%78` are `/article/x`. Uploaded files keep their capitals.
 * @param path a well-encoded URL path
 */
export function toPlainPath(path: string): string {
  const slashed = path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
  const decoded = decodeURIComponent(slashed);
  const isFile = decoded.startsWith('/media/') || decoded.startsWith('/assets/');
  return PLAIN.test(decoded) && !isFile ? decoded.toLowerCase() : slashed;
}
