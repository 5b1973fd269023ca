// A finished page as an answer: its age, its validator, and 304 where the browser has it already.
import type { CachedPage } from '~/platform/page-memory.server';

export const FRESH_SECONDS = 60;
/** Past fresh, and only while a new copy is being made. */
export const STALE_SECONDS = 60;

export type CacheState = 'hit' | 'stale' | 'miss' | 'outage' | 'bypass';

/** Browsers always ask again; the answer is a 304 when nothing changed. */
export const PAGE_CACHE_CONTROL = 'public, max-age=0, must-revalidate';
/** Tells that the database is away and an old copy stands in. */
export const STALE_MARKER = 'x-served-stale';

function matches(request: Request, etag: string): boolean {
  const asked = request.headers.get('if-none-match');
  if (!asked) return false;
  // A proxy that compresses turns a strong validator into a weak one.
  return asked === '*' || asked.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

function keptHeaders(page: CachedPage): Headers {
  if (!page.kept) {
    page.kept = new Headers(page.headers);
    page.kept.set('cache-control', PAGE_CACHE_CONTROL);
  }
  return page.kept;
}

/** `now` in milliseconds since 1970. Security headers are part of the stored page. */
export function answerWithPage(request: Request, page: CachedPage, state: CacheState, now: number): Response {
  const isKnown = matches(request, page.etag);
  const body = isKnown || request.method === 'HEAD' ? null : page.body;
  const response = new Response(body, { status: isKnown ? 304 : 200, headers: keptHeaders(page) });
  if (state !== 'miss')
    response.headers.set('age', String(Math.max(0, Math.floor((now - page.storedAt) / 1000))));
  if (state === 'outage') response.headers.set(STALE_MARKER, 'database-away');
  if (isKnown) response.headers.delete('content-type');
  return response;
}
