// Uploaded pictures: with a validator, ranges, and an hour in every cache.
import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { findPicture, toVariant } from '~/features/media/serve-media.server';
import { toVisit } from '~/http/doors.server';
import { isDomainError, RangeNotSatisfiableError } from '~/lib/errors';
import type { StoredFile } from '~/platform/context';

const CACHE_CONTROL = 'public, max-age=3600, stale-while-revalidate=86400';
/** Whatever a file may hold, opened by itself it runs nothing and asks for nothing. */
const NOTHING_RUNS = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/** Shown in a page; anything else that got into the store is handed over as a file. */
const SHOWN = /^image\/(jpeg|png|gif|webp|avif)$/;

export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { ctx, params, url, request } = toVisit(args);
  const variant = toVariant(url.searchParams);
  try {
    const file = await findPicture(ctx, params['*'] ?? '', variant, {
      range: request.headers.get('range'),
      ifRange: request.headers.get('if-range'),
      takesAvif: /\bimage\/avif\b/.test(request.headers.get('accept') ?? ''),
    });
    const answer = toResponse(request, file);
    // The original is the same for everybody, and so is the one for social networks.
    if (variant && variant !== 'og') answer.headers.set('vary', 'Accept');
    return answer;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return new Response(`${error.message}\n`, {
      status: error.status,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
        ...(error instanceof RangeNotSatisfiableError && { 'content-range': `bytes */${error.size}` }),
      },
    });
  }
}

function toResponse(request: Request, file: StoredFile): Response {
  const headers = new Headers({
    etag: file.etag,
    'cache-control': CACHE_CONTROL,
    'accept-ranges': 'bytes',
    'content-security-policy': NOTHING_RUNS,
  });
  const known = request.headers.get('if-none-match');
  const isKnown = (tag: string) => tag === '*' || tag.replace(/^W\//, '') === file.etag;
  if (known?.split(',').some((tag) => isKnown(tag.trim()))) {
    void file.body.cancel();
    return new Response(null, { status: 304, headers });
  }
  const isShown = SHOWN.test(file.contentType);
  headers.set('content-type', isShown ? file.contentType : 'application/octet-stream');
  if (!isShown) headers.set('content-disposition', 'attachment');
  if (file.range) {
    const { first, last } = file.range;
    headers.set('content-range', `bytes ${first}-${last}/${file.size}`);
    headers.set('content-length', String(last - first + 1));
    return new Response(file.body, { status: 206, headers });
  }
  headers.set('content-length', String(file.size));
  return new Response(file.body, { headers });
}
