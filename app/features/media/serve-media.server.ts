// Serves images from the file store in the sizes pages request. A size is made once and stored.
import { NotFoundError } from '~/lib/errors';
import { listSocialFocuses } from '~/lib/focal-point';
import { withinTime } from '~/lib/time/within-time';
import type { AppContext, StoredFile } from '~/platform/context';
import {
  type ImageVariant,
  isSocial,
  socialVariant,
  THUMBNAIL_WIDTH,
  VARIANT_WIDTHS,
  type VariantFormat,
  variantKey,
} from './image-variants';
import { makeCopy } from './make-copies.server';

type MediaContext = Pick<AppContext, 'files' | 'images' | 'log' | 'clock' | 'waitUntil'>;

const PUBLIC_KEY = /^article-images\/[\w-]+(?:\/[\w-]+)*\.[a-z0-9]+$/;
const NO_IMAGE = 'There is no such image';

/** `?w=800`, `?v=og` and `?v=og&at=25,100`; null for the original. */
export function toVariant(params: URLSearchParams): ImageVariant | null {
  if (params.get('v') === 'og') {
    const at = params.get('at');
    return socialVariant(listSocialFocuses().find(({ x, y }) => at === `${x},${y}`) ?? null);
  }
  const asked = Number(params.get('w'));
  const width = ([THUMBNAIL_WIDTH, ...VARIANT_WIDTHS] as const).find((known) => known === asked);
  return width ? `w${width}` : null;
}

export interface MediaRequest {
  range?: string | null;
  ifRange?: string | null;
  /** Whether the browser accepts AVIF. */
  takesAvif?: boolean;
}

/**
 * Finds an image in the file store, whole or in part. Returns the original if a smaller copy cannot be made, and
 * null if the social image cannot be made.
 * @throws NotFoundError for a missing or non-public key; RangeNotSatisfiableError
 */
export async function findMediaFile(
  ctx: MediaContext,
  key: string,
  variant: ImageVariant | null,
  request: MediaRequest = {},
): Promise<StoredFile | null> {
  if (!PUBLIC_KEY.test(key)) throw new NotFoundError(NO_IMAGE);
  const found = variant && (await findCopy(ctx, key, variant, request));
  if (found) return found;
  // The size and format of the social image are in the page, so the original cannot replace it.
  if (variant && isSocial(variant) && (await ctx.files.measure(key)) !== null) return null;
  const original = await ctx.files.find(key, request);
  if (!original) throw new NotFoundError(NO_IMAGE);
  return original;
}

async function findCopy(
  ctx: MediaContext,
  key: string,
  variant: ImageVariant,
  request: MediaRequest,
): Promise<StoredFile | null> {
  const avif = request.takesAvif && !isSocial(variant);
  const found = avif ? await ctx.files.find(variantKey(key, variant, 'avif'), request) : null;
  if (found) return found;
  const usual = await ctx.files.find(variantKey(key, variant), request);
  const isMade = !usual && (await makeOnce(ctx, key, variant, 'webp'));
  // AVIF encoding is slow, so it runs in the background for later requests.
  if ((usual && avif) || (isMade && !isSocial(variant))) void makeOnce(ctx, key, variant, 'avif');
  return isMade ? ctx.files.find(variantKey(key, variant), request) : usual;
}

const inProgress = new Map<string, Promise<boolean>>();

/** Limit for waiting on another request's copy, which may have been aborted. */
const WAIT_LIMIT_MS = 20_000;

/** Concurrent requests for a copy share one resize. It finishes even if its first client disconnects. */
function makeOnce(
  ctx: MediaContext,
  key: string,
  variant: ImageVariant,
  format: VariantFormat,
): Promise<boolean> {
  const copy = variantKey(key, variant, format);
  const forget = (made: Promise<boolean>) => inProgress.get(copy) === made && inProgress.delete(copy);
  const others = inProgress.get(copy);
  if (others)
    return withinTime(others, WAIT_LIMIT_MS, () => new Error('The copy was not finished in time')).catch(
      () => {
        forget(others);
        return false;
      },
    );
  const making = makeCopy(ctx, key, variant, format).finally(() => forget(making));
  inProgress.set(copy, making);
  ctx.waitUntil(making);
  return making;
}
