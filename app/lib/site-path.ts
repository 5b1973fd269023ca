// Where a form may send its reader.

const HERE = 'http://here.invalid';

/** `text` as a path of this site with its query, in the spelling a browser would follow; `/` for anything else. */
export function toSitePath(text: string): string {
  if (!text.startsWith('/') || !URL.canParse(text, HERE)) return '/';
  const url = new URL(text, HERE);
  // Judged after the browser's own normalization: `/..//elsewhere` becomes `//elsewhere`.
  if (url.origin !== HERE || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search;
}
