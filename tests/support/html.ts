// Reads values from HTML answers.

/** The part after `prefix` of every link, in order. */
export function hrefsOf(html: string, prefix: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/g)]
    .map((match) => match[1] ?? '')
    .filter((href) => href.startsWith(prefix))
    .map((href) => href.slice(prefix.length));
}

/** Text of all headings, in order. */
export function headingsOf(html: string): string[] {
  return [...html.matchAll(/<h[1-6][^>]*>([\s\S]*?)<\/h[1-6]>/g)].map((match) =>
    visibleTextOf(match[1] ?? ''),
  );
}

export function visibleTextOf(html: string): string {
  return toPlain(html.replace(/<!--[\s\S]*?-->/g, '').replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Decodes the entities in a page's source. */
export function toPlain(text: string): string {
  return text
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** Number of database round trips, from the Server-Timing header. */
export function roundTrips(response: Response): number {
  return Number(/desc="(\d+) round trips?"/.exec(response.headers.get('server-timing') ?? '')?.[1]);
}

/** `hit`, `miss`, `stale`, `outage` or `bypass`. */
export function cacheState(response: Response): string | undefined {
  return /cache;desc="(\w+)"/.exec(response.headers.get('server-timing') ?? '')?.[1];
}
