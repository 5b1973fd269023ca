// The demo's pictures: drawn by the cover artist, rendered once, and stored in every size that pages ask for.
// The only file of db/ that knows the cover artist and the media feature's key scheme.
import sharp from 'sharp';
import { describeCover } from '../../app/features/media/cover-art/describe-cover';
import { drawCover } from '../../app/features/media/cover-art/draw-cover';
import {
  type ImageVariant,
  MEDIA_PREFIX,
  THUMBNAIL_WIDTH,
  VARIANT_WIDTHS,
  variantKey,
} from '../../app/features/media/image-variants';
import { rasteriseCover } from '../../dev/cover-artist/rasterise';

export type PutFile = (
  key: string,
  body: Uint8Array,
  meta: { contentType: string; cacheControl?: string },
) => Promise<void>;

export interface Cover {
  /** Key of the original, for instance `article-images/articles/1767225600000.jpg`. */
  key: string;
  title: string;
  categorySlug: string;
  /** Which of its category's covers it is, from 0: neighbours then never look alike. */
  ordinal: number;
}

const SIZE = { width: 1600, height: 1000 };
const SOCIAL_SIZE = { width: 1200, height: 630 };
const JPEG = { quality: 84 };
const WEBP = { quality: 78 };
const SOCIAL_JPEG = { quality: 80 };

/** Two at a time: rendering and compressing keep a core busy each, and this runs on machines with two. */
const AT_ONCE = 2;

export { describeCover };

export function pictureAddress(key: string): string {
  return `${MEDIA_PREFIX}${key}`;
}

export interface StoredCover extends Cover {
  /** Of the original. */
  bytes: number;
  width: number;
  height: number;
  contentType: string;
}

/** A repeated run overwrites: the same cover gets the same keys and the same pixels. */
export async function storeCovers(
  covers: readonly Cover[],
  putFile: PutFile,
  onStored: (count: number) => void,
): Promise<StoredCover[]> {
  const waiting = covers.values();
  const stored: StoredCover[] = [];
  async function work(): Promise<void> {
    // All workers take from the same iterator, so that each cover is drawn by one of them.
    for (const cover of waiting) {
      const bytes = await storeCover(cover, putFile);
      stored.push({ ...cover, ...SIZE, bytes, contentType: 'image/jpeg' });
      onStored(stored.length);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return stored;
}

/** @returns the original's size in bytes */
async function storeCover({ key, ...order }: Cover, putFile: PutFile): Promise<number> {
  const svg = drawCover({ ...order, ...SIZE });
  const rendered = await rasteriseCover(svg, { ...SIZE, format: 'jpeg', quality: 100 });
  const { data, info } = await sharp(rendered).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const raster = sharp(data, { raw: info });

  const put = async (fileKey: string, body: sharp.Sharp, contentType: string) => {
    const file = await body.toBuffer();
    await putFile(fileKey, file, { contentType });
    return file.length;
  };
  const putVariant = (variant: ImageVariant, body: sharp.Sharp, contentType: string) =>
    put(variantKey(key, variant), body, contentType);

  const bytes = await put(key, raster.clone().jpeg(JPEG), 'image/jpeg');
  for (const width of [THUMBNAIL_WIDTH, ...VARIANT_WIDTHS] as const) {
    await putVariant(`w${width}`, raster.clone().resize(width).webp(WEBP), 'image/webp');
  }
  await putVariant('og', raster.clone().resize(SOCIAL_SIZE).jpeg(SOCIAL_JPEG), 'image/jpeg');
  return bytes;
}
