// Reading one cookie out of a request's Cookie header.

/** The first cookie of that name, as it was sent; null for none. */
export function readCookie(header: string | null, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return null;
}
