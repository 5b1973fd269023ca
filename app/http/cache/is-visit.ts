// Decides whether a request for a click-counting link is a person's visit.

/** False for HEAD requests, prefetches, prerenders and embedded requests. */
export function isVisit({ method, headers }: Request): boolean {
  const purpose = headers.get('sec-purpose') ?? headers.get('purpose') ?? headers.get('x-purpose') ?? '';
  const isAhead = /prefetch|preview|prerender/i.test(purpose) || headers.get('x-moz') === 'prefetch';
  const destination = headers.get('sec-fetch-dest');
  return method === 'GET' && !isAhead && (destination === null || destination === 'document');
}
