// Where a form may send its reader.

const HERE = 'http://here.invalid';

/**
 * True for a URL's path that is another host, or nothing, to whoever decodes it once more: `//elsewhere`,
 * `/%2Felsewhere`, `/%5Celsewhere`.
 */
export function leadsElsewhere(pathname: string): boolean {
  try {
    return /^\/[/\\]/.test(decodeURIComponent(pathname));
  } catch {
    return true;
  }
}

/** `text` as a path of this site with its query, in the spelling a browser would follow; `/` for anything else. */
export function toSitePath(text: string): string {
  if (!text.startsWith('/') || !URL.canParse(text, HERE)) return '/';
  const url = new URL(text, HERE);
  // Judged after the browser's own normalization: `/..//elsewhere` becomes `//elsewhere`.
  if (url.origin !== HERE || leadsElsewhere(url.pathname)) return '/';
  return url.pathname + url.search;
}
