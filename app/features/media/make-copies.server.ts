// Makes resized copies of images and stores them next to the original.
import { CENTER, type FocalPoint } from '~/lib/focal-point';
import { HOUR_MS } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import { HEADER_BYTES, isAnimated } from './formats/is-animated';
import { MAX_IMAGE_BYTES } from './image-rules';
import {
  type ImageVariant,
  isSocial,
  THUMBNAIL_WIDTH,
  VARIANT_WIDTHS,
  type VariantFormat,
  variantKey,
} from './image-variants';

type CopyContext = Pick<AppContext, 'files' | 'images' | 'log' | 'clock'>;

/** Keys of copies that cannot be made, and until when that is remembered. Otherwise every request would try again. */
const impossible = new Map<string, number>();
/** An error may be temporary. */
const RETRY_MS = 60_000;
const MAX_REMEMBERED = 1_000;

/**
 * Returns false when the original is missing, cannot be resized, or is animated: copies have one frame.
 * @param original the image's bytes, if the caller has them
 */
export async function makeCopy(
  ctx: CopyContext,
  key: string,
  variant: ImageVariant,
  format: VariantFormat,
  original?: Uint8Array,
): Promise<boolean> {
  const copy = variantKey(key, variant, format);
  const now = ctx.clock.now().getTime();
  if (now < (impossible.get(copy) ?? 0)) return false;
  try {
    const beginning = original ?? (await readBeginning(ctx, key));
    if (!beginning) return false;
    if (!isSocial(variant) && isAnimated(beginning)) {
      rememberImpossible(copy, now + HOUR_MS);
      return false;
    }
    // Streamed, because a page can request many copies together.
    const source = original ? new Blob([original.slice()]).stream() : (await ctx.files.find(key))?.body;
    if (!source) return false;
    const size = isSocial(variant)
      ? { around: focusOf(variant) }
      : { width: Number(variant.slice(1)), format };
    const resized = await ctx.images.resize(source, size);
    // Buffered, because the file store needs the length; resized images are small.
    const bytes = new Uint8Array(await new Response(resized.body).arrayBuffer());
    if (bytes.length === 0) throw new Error('The resizer returned no data');
    await ctx.files.putNew(copy, bytes, resized.contentType);
    // The image may have been deleted during the resize, with the copies that it had.
    if ((await ctx.files.measure(key)) === null) {
      await ctx.files.delete([copy]);
      return false;
    }
  } catch (error) {
    rememberImpossible(copy, now + RETRY_MS);
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

/** As much of the original as `isAnimated` reads: of a GIF all blocks, otherwise the headers. */
function readBeginning({ files }: CopyContext, key: string): Promise<Uint8Array | null> {
  return files.readPart(key, 0, key.endsWith('.gif') ? MAX_IMAGE_BYTES : HEADER_BYTES);
}

function rememberImpossible(copy: string, until: number): void {
  const [oldest] = impossible.keys();
  if (oldest !== undefined && impossible.size >= MAX_REMEMBERED) impossible.delete(oldest);
  impossible.set(copy, until);
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
