// One address has one spelling.

const HERE = 'http://here.invalid';

/** Addresses of ours are made of these alone; what else is in one stays as it came, and is not found. */
const PLAIN = /^[\w./-]+$/;

/**
 * `/article/x/`, `//article/x`, `/Article/X`, `/article%2Fx` and `/article/%78` are `/article/x`. Uploaded files keep
 * their capitals. Whatever came, no browser takes the answer for another host: it begins with one slash.
 * @param path a well-encoded URL path
 */
export function toPlainPath(path: string): string {
  const decoded = decodeURIComponent(path);
  const plain = PLAIN.test(decoded) ? resolve(tidy(decoded)) : null;
  const isFile = plain === null || plain.startsWith('/media/') || plain.startsWith('/assets/');
  return isFile ? tidy(path) : plain.toLowerCase();
}

/** One slash where there are many, none at the end. */
const tidy = (path: string) => path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');

/** Without the `.` and `..` that a browser would walk, which may have been hidden behind an encoded slash. */
const resolve = (path: string) => (path.includes('/.') ? tidy(new URL(HERE + path).pathname) : path);
