// Serves uploaded images with an ETag, range support and a cache lifetime of one hour.
import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';
import { isSocial } from '~/features/media/image-variants';
import { findMediaFile, toVariant } from '~/features/media/serve-media.server';
import { DEFAULT_SOCIAL_IMAGE } from '~/features/media/social-image';
import { toVisit } from '~/http/public-loader.server';
import { isDomainError, RangeNotSatisfiableError } from '~/lib/errors';
import type { StoredFile } from '~/platform/context';

const CACHE_CONTROL = 'public, max-age=3600, stale-while-revalidate=86400';
/** Blocks scripts and requests when a file is opened directly. */
const SANDBOX_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/** Types shown inline; all others are served as downloads. */
const INLINE_TYPES = /^image\/(jpeg|png|gif|webp|avif)$/;

export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { ctx, params, url, request } = toVisit(args);
  const variant = toVariant(url.searchParams);
  try {
    const file = await findMediaFile(ctx, params['*'] ?? '', variant, {
      range: request.headers.get('range'),
      ifRange: request.headers.get('if-range'),
      takesAvif: /\bimage\/avif\b/.test(request.headers.get('accept') ?? ''),
    });
    if (!file) return toDefault();
    const answer = toResponse(request, file);
    // Only the other variants depend on the Accept header.
    if (variant && !isSocial(variant)) answer.headers.set('vary', 'Accept');
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

/** The social image of pages without an image has the same size and format. */
function toDefault(): Response {
  return redirect(DEFAULT_SOCIAL_IMAGE, { headers: { 'cache-control': 'public, max-age=300' } });
}

function toResponse(request: Request, file: StoredFile): Response {
  const headers = new Headers({
    etag: file.etag,
    'cache-control': CACHE_CONTROL,
    'accept-ranges': 'bytes',
    'content-security-policy': SANDBOX_POLICY,
  });
  const ifNoneMatch = request.headers.get('if-none-match');
  const isMatch = (tag: string) => tag === '*' || tag.replace(/^W\//, '') === file.etag;
  if (ifNoneMatch?.split(',').some((tag) => isMatch(tag.trim()))) {
    void file.body.cancel();
    return new Response(null, { status: 304, headers });
  }
  const isInline = INLINE_TYPES.test(file.contentType);
  headers.set('content-type', isInline ? file.contentType : 'application/octet-stream');
  if (!isInline) headers.set('content-disposition', 'attachment');
  if (file.range) {
    const { first, last } = file.range;
    headers.set('content-range', `bytes ${first}-${last}/${file.size}`);
    headers.set('content-length', String(last - first + 1));
    return new Response(file.body, { status: 206, headers });
  }
  headers.set('content-length', String(file.size));
  return new Response(file.body, { headers });
}
