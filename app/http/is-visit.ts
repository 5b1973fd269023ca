// Whether a request for a link that counts clicks comes from a reader who opens it.

/** False for HEAD requests, for what a browser fetches or renders ahead, and for what a page embeds. */
export function isVisit({ method, headers }: Request): boolean {
  const purpose = headers.get('sec-purpose') ?? headers.get('purpose') ?? headers.get('x-purpose') ?? '';
  const isAhead = /prefetch|preview|prerender/i.test(purpose) || headers.get('x-moz') === 'prefetch';
  const destination = headers.get('sec-fetch-dest');
  return method === 'GET' && !isAhead && (destination === null || destination === 'document');
}
