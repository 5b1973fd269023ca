// Paths that contain a secret, as logs may contain them.

/** The path without the token of a shared draft, which grants access to it. */
export function toLoggedPath(pathname: string): string {
  // A path with encoded characters leads to the same page.
  return SECRET.test(decode(pathname)) ? '/preview/…' : pathname;
}

const SECRET = /^\/+preview\/+./i;

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
