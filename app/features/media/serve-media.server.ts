// Pictures out of the file store, in the sizes pages ask for. A size is made once and kept.
import { NotFoundError } from '~/lib/errors';
import { withinTime } from '~/lib/within-time';
import type { AppContext, StoredFile } from '~/platform/context';
import {
  type ImageVariant,
  THUMBNAIL_WIDTH,
  VARIANT_WIDTHS,
  type VariantFormat,
  variantKey,
} from './image-variants';
import { makeCopy } from './make-copies.server';

type MediaContext = Pick<AppContext, 'files' | 'images' | 'log' | 'waitUntil'>;

const PUBLIC_KEY = /^article-images\/[\w-]+(?:\/[\w-]+)*\.[a-z0-9]+$/;
const NO_PICTURE = 'There is no such picture';

/** `?w=800` and `?v=og`; null for the picture as it was uploaded. */
export function toVariant(params: URLSearchParams): ImageVariant | null {
  if (params.get('v') === 'og') return 'og';
  const width = Number(params.get('w'));
  const known: readonly number[] = [THUMBNAIL_WIDTH, ...VARIANT_WIDTHS];
  return known.includes(width) ? (`w${width}` as ImageVariant) : null;
}

export interface PictureRequest {
  range?: string | null;
  ifRange?: string | null;
  /** Whether the reader's browser understands AVIF. */
  takesAvif?: boolean;
}

/**
 * A picture of the file store, whole or in part. What cannot be resized comes as it was uploaded.
 * @throws NotFoundError for a key that is none of a public picture, or not there; RangeNotSatisfiableError
 */
export async function findPicture(
  ctx: MediaContext,
  key: string,
  variant: ImageVariant | null,
  request: PictureRequest = {},
): Promise<StoredFile> {
  if (!PUBLIC_KEY.test(key)) throw new NotFoundError(NO_PICTURE);
  const found = variant ? await findCopy(ctx, key, variant, request) : await ctx.files.find(key, request);
  if (!found) throw new NotFoundError(NO_PICTURE);
  return found;
}

async function findCopy(
  ctx: MediaContext,
  key: string,
  variant: ImageVariant,
  request: PictureRequest,
): Promise<StoredFile | null> {
  const avif = request.takesAvif && variant !== 'og';
  const found = avif ? await ctx.files.find(variantKey(key, variant, 'avif'), request) : null;
  const usual = found ?? (await ctx.files.find(variantKey(key, variant), request));
  if (usual) return usual;
  const isMade = await makeOnce(ctx, key, variant, 'webp');
  // Slow to make, so nobody waits for it: the next reader gets it.
  if (isMade && variant !== 'og') void makeOnce(ctx, key, variant, 'avif');
  // A reader is better served with a large picture than with none.
  return ctx.files.find(isMade ? variantKey(key, variant) : key, request);
}

const underWay = new Map<string, Promise<boolean>>();

/** A copy that is not there by then is not waited for: the request that made it may be gone for good. */
const PATIENCE_MS = 20_000;

/** Who asks for a copy that is being made waits for that one. It is finished even when its first reader is gone. */
function makeOnce(
  ctx: MediaContext,
  key: string,
  variant: ImageVariant,
  format: VariantFormat,
): Promise<boolean> {
  const copy = variantKey(key, variant, format);
  const forget = (made: Promise<boolean>) => underWay.get(copy) === made && underWay.delete(copy);
  const others = underWay.get(copy);
  if (others)
    return withinTime(others, PATIENCE_MS, () => new Error('It was never made')).catch(() => {
      forget(others);
      return false;
    });
  const making = makeCopy(ctx, key, variant, format).finally(() => forget(making));
  underWay.set(copy, making);
  ctx.waitUntil(making);
  return making;
}
