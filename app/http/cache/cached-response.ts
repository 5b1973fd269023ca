// Builds the response for a cached page: Age, cache headers, and 304 when the browser's copy is current.
import type { CachedPage } from '~/platform/page-cache/page-memory.server';

export const FRESH_SECONDS = 60;
/** How long after that a stale page is served while a new copy is rendered. */
export const STALE_SECONDS = 60;

export type CacheState = 'hit' | 'stale' | 'miss' | 'outage' | 'bypass';

/** Browsers always revalidate, and get a 304 when nothing changed. */
export const PAGE_CACHE_CONTROL = 'public, max-age=0, must-revalidate';
/** Response header: the database is unavailable and this is an old copy. */
export const STALE_MARKER = 'x-served-stale';

function matches(request: Request, etag: string): boolean {
  const asked = request.headers.get('if-none-match');
  if (!asked) return false;
  // Proxies that compress a response turn a strong ETag into a weak one.
  return asked === '*' || asked.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

function responseHeaders(page: CachedPage): Headers {
  if (!page.responseHeaders) {
    page.responseHeaders = new Headers(page.headers);
    page.responseHeaders.set('cache-control', PAGE_CACHE_CONTROL);
  }
  return page.responseHeaders;
}

/** `now` in milliseconds since 1970. The stored headers include the security headers. */
export function answerWithPage(request: Request, page: CachedPage, state: CacheState, now: number): Response {
  const isKnown = matches(request, page.etag);
  const body = isKnown || request.method === 'HEAD' ? null : page.body;
  const response = new Response(body, { status: isKnown ? 304 : 200, headers: responseHeaders(page) });
  if (state !== 'miss')
    response.headers.set('age', String(Math.max(0, Math.floor((now - page.storedAt) / 1000))));
  if (state === 'outage') response.headers.set(STALE_MARKER, 'database-away');
  if (isKnown) response.headers.delete('content-type');
  return response;
}
