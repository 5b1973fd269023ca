// Paths that contain a secret, as logs may contain them.

/** The path without the token of a shared draft, which grants access to it. */
export function toLoggedPath(pathname: string): string {
  return pathname.replace(/^(\/+preview\/+).+/i, '$1…');
}
