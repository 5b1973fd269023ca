// Makes resized copies of images and stores them next to the original.
import { CENTER, type FocalPoint } from '~/lib/focal-point';
import type { AppContext } from '~/platform/context';
import {
  type ImageVariant,
  isSocial,
  THUMBNAIL_WIDTH,
  VARIANT_WIDTHS,
  type VariantFormat,
  variantKey,
} from './image-variants';

type CopyContext = Pick<AppContext, 'files' | 'images' | 'log'>;

/**
 * Returns false when the original is missing or cannot be resized.
 * @param original the image's bytes, if the caller has them
 */
export async function makeCopy(
  ctx: CopyContext,
  key: string,
  variant: ImageVariant,
  format: VariantFormat,
  original?: Uint8Array,
): Promise<boolean> {
  try {
    const source = original ? new Blob([original.slice()]).stream() : (await ctx.files.find(key))?.body;
    if (!source) return false;
    const size = isSocial(variant)
      ? { around: focusOf(variant) }
      : { width: Number(variant.slice(1)), format };
    const resized = await ctx.images.resize(source, size);
    // Buffered, because the file store needs the length; resized images are small.
    const bytes = new Uint8Array(await new Response(resized.body).arrayBuffer());
    await ctx.files.putNew(variantKey(key, variant, format), bytes, resized.contentType);
  } catch (error) {
    ctx.log.write({ event: 'image_not_resized', key, reason: String(error) });
    return false;
  }
  ctx.log.write({
    event: 'image_resized',
    key,
    variant: isSocial(variant) ? variant : `${variant} ${format}`,
  });
  return true;
}

/** `og-25-100` is cropped around the point 25 % from the left, at the bottom; `og` around the center. */
function focusOf(variant: ImageVariant): FocalPoint {
  const [, x, y] = variant.split('-').map(Number);
  return x === undefined || y === undefined ? CENTER : { x, y };
}

const USUAL: readonly ImageVariant[] = [
  ...([THUMBNAIL_WIDTH, ...VARIANT_WIDTHS] as const).map((width) => `w${width}` as const),
  'og',
];

/** Makes the usual copies in advance. A copy that fails is made on its first request. */
export async function makeUsualCopies(
  ctx: CopyContext,
  { key, bytes }: { key: string; bytes: Uint8Array },
): Promise<void> {
  // One at a time: each holds a decoded image in memory.
  for (const variant of USUAL) await makeCopy(ctx, key, variant, 'webp', bytes);
}
