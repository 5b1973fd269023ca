// Draws the demo's images with the cover artist and stores them in the sizes that most pages request; the others are made
// when they are requested. The only file under db/ that depends on the cover artist and on the media feature's key scheme.
import type { Sharp } from 'sharp';
import {
  MEDIA_PREFIX,
  THUMBNAIL_WIDTH,
  VARIANT_WIDTHS,
  variantKey,
} from '../../app/features/media/image-variants';
import { drawCover } from '../../dev/cover-art/draw-cover';
import { rasterizeOnce } from '../../dev/cover-artist/rasterize';

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
  /** Index within the category, from 0. Neighbors then never look alike. */
  ordinal: number;
}

const SIZE = { width: 1600, height: 1000 };
const JPEG = { quality: 84 };
/** Effort 2 takes half the time of the default 4 for files 2 to 4 % larger. */
const WEBP = { quality: 78, effort: 2 };
/** Larger copies and social images take a third of the time, which the first start can save. */
const LARGEST_COPY = 1200;

/** Two at a time: each one keeps a core busy, and this often runs on machines with two. */
const CONCURRENCY = 2;

export function imageAddress(key: string): string {
  return `${MEDIA_PREFIX}${key}`;
}

export interface StoredCover extends Cover {
  /** Size of the original. */
  bytes: number;
  width: number;
  height: number;
  contentType: string;
}

/** Running it again overwrites the same keys with the same pixels. */
export async function storeCovers(
  covers: readonly Cover[],
  putFile: PutFile,
  onStored: (count: number) => void,
): Promise<StoredCover[]> {
  const waiting = covers.values();
  const stored: StoredCover[] = [];
  async function work(): Promise<void> {
    // All workers share one iterator, so that each cover is drawn once.
    for (const cover of waiting) {
      const bytes = await storeCover(cover, putFile);
      stored.push({ ...cover, ...SIZE, bytes, contentType: 'image/jpeg' });
      onStored(stored.length);
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return stored;
}

/** @returns the size of the original in bytes */
async function storeCover({ key, ...order }: Cover, putFile: PutFile): Promise<number> {
  const raster = await rasterizeOnce(drawCover({ ...order, ...SIZE }), SIZE);

  const put = async (fileKey: string, body: Sharp, contentType: string) => {
    const file = await body.toBuffer();
    await putFile(fileKey, file, { contentType });
    return file.length;
  };
  const bytes = await put(key, raster.clone().jpeg(JPEG), 'image/jpeg');
  for (const width of [THUMBNAIL_WIDTH, ...VARIANT_WIDTHS] as const) {
    if (width > LARGEST_COPY) continue;
    await put(variantKey(key, `w${width}`), raster.clone().resize(width).webp(WEBP), 'image/webp');
  }
  return bytes;
}
