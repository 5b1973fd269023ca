// Makes resized copies of images and stores them next to the original.
import { UnavailableError } from '~/lib/errors';
import { CENTER, type FocalPoint } from '~/lib/focal-point';
import { HOUR_MS } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import { isAnimated } from './formats/is-animated';
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
const REMEMBERED_MS = HOUR_MS;
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
    const source = original ?? (await openOriginal(ctx, key));
    if (!source) return false;
    const isBytes = source instanceof Uint8Array;
    if (!isSocial(variant) && isBytes && isAnimated(source)) {
      rememberImpossible(copy, now);
      return false;
    }
    const size = isSocial(variant)
      ? { around: focusOf(variant) }
      : { width: Number(variant.slice(1)), format };
    const resized = await ctx.images.resize(isBytes ? new Blob([source.slice()]).stream() : source, size);
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
    // The file store may be available again for the next request.
    if (!(error instanceof UnavailableError)) rememberImpossible(copy, now);
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

/** JPEGs are streamed, because they are never animated and a page can request many copies together. */
async function openOriginal(
  { files }: CopyContext,
  key: string,
): Promise<Uint8Array | ReadableStream | null> {
  const file = await files.find(key);
  if (!file || file.contentType === 'image/jpeg') return file?.body ?? null;
  return new Uint8Array(await new Response(file.body).arrayBuffer());
}

function rememberImpossible(copy: string, now: number): void {
  const [oldest] = impossible.keys();
  if (oldest !== undefined && impossible.size >= MAX_REMEMBERED) impossible.delete(oldest);
  impossible.set(copy, now + REMEMBERED_MS);
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
