// Pictures out of the file store, in the sizes pages ask for. A size is made once and kept.
import { NotFoundError } from '~/lib/errors';
import type { AppContext, StoredFile } from '~/platform/context';
import { type ImageVariant, VARIANT_WIDTHS, variantKey } from './image-variants';

type MediaContext = Pick<AppContext, 'files' | 'images' | 'log'>;

const PUBLIC_KEY = /^article-images\/[\w-]+(?:\/[\w-]+)*\.[a-z0-9]+$/;
const NO_PICTURE = 'There is no such picture';

/** `?w=800` and `?v=og`; null for the picture as it was uploaded. */
export function toVariant(params: URLSearchParams): ImageVariant | null {
  if (params.get('v') === 'og') return 'og';
  const width = Number(params.get('w'));
  return VARIANT_WIDTHS.find((known) => known === width) ? (`w${width}` as ImageVariant) : null;
}

/**
 * A picture of the file store, whole or in part. What cannot be resized comes as it was uploaded.
 * @throws NotFoundError for a key that is none of a public picture, or not there; RangeNotSatisfiableError
 */
export async function findPicture(
  ctx: MediaContext,
  key: string,
  variant: ImageVariant | null,
  part: { range?: string | null; ifRange?: string | null } = {},
): Promise<StoredFile> {
  if (!PUBLIC_KEY.test(key)) throw new NotFoundError(NO_PICTURE);
  const found = await ctx.files.find(variant ? variantKey(key, variant) : key, part);
  if (found) return found;
  const made = variant && (await makeVariant(ctx, key, variant));
  if (!made) throw new NotFoundError(NO_PICTURE);
  return made;
}

async function makeVariant(
  ctx: MediaContext,
  key: string,
  variant: ImageVariant,
): Promise<StoredFile | null> {
  const original = await ctx.files.find(key);
  if (!original) return null;
  const size = variant === 'og' ? 'og' : { width: Number(variant.slice(1)) };
  try {
    const resized = await ctx.images.resize(original.body, size);
    // Whole, because the store wants to know a length: a resized picture is small.
    const bytes = new Uint8Array(await new Response(resized.body).arrayBuffer());
    await ctx.files.put(variantKey(key, variant), bytes, resized.contentType);
  } catch (error) {
    // A reader is better served with a large picture than with none.
    ctx.log.write({ event: 'image_not_resized', key, reason: String(error) });
    return ctx.files.find(key);
  }
  ctx.log.write({ event: 'image_resized', key, variant });
  return ctx.files.find(variantKey(key, variant));
}
