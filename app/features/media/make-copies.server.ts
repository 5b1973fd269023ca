// Copies of pictures in the sizes that pages ask for: made once, and kept beside the original.
import type { AppContext } from '~/platform/context';
import {
  type ImageVariant,
  THUMBNAIL_WIDTH,
  VARIANT_WIDTHS,
  type VariantFormat,
  variantKey,
} from './image-variants';

type CopyContext = Pick<AppContext, 'files' | 'images' | 'log'>;

/**
 * False when there is nothing to make it of, or it cannot be made.
 * @param original the picture's bytes, where they are at hand
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
    const size = variant === 'og' ? 'og' : { width: Number(variant.slice(1)), format };
    const resized = await ctx.images.resize(source, size);
    // Whole, because the store wants to know a length: a resized picture is small.
    const bytes = new Uint8Array(await new Response(resized.body).arrayBuffer());
    await ctx.files.putNew(variantKey(key, variant, format), bytes, resized.contentType);
  } catch (error) {
    ctx.log.write({ event: 'image_not_resized', key, reason: String(error) });
    return false;
  }
  ctx.log.write({
    event: 'image_resized',
    key,
    variant: variant === 'og' ? variant : `${variant} ${format}`,
  });
  return true;
}

const USUAL: readonly ImageVariant[] = [
  ...([THUMBNAIL_WIDTH, ...VARIANT_WIDTHS] as const).map((width) => `w${width}` as const),
  'og',
];

/** The copies that pages and networks ask for, ahead of the first reader. One that fails is made when it is asked for. */
export async function makeUsualCopies(
  ctx: CopyContext,
  { key, bytes }: { key: string; bytes: Uint8Array },
): Promise<void> {
  // One after the other: each keeps a whole unpacked picture in memory.
  for (const variant of USUAL) await makeCopy(ctx, key, variant, 'webp', bytes);
}
