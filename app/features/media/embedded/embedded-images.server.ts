// Moves images embedded in HTML (`data:` URLs, as pasting produces) to the file store.

import { toHex } from '~/lib/bytes';
import { checkImage } from '../check-image.server';
import { ImageRefusedError } from '../image-rules';
import { selectMediaByName } from '../media-repo.server';
import { mediaUrl } from '../media-view';
import { type MediaFolder, storeImage, type UploadContext, type Uploader } from '../store-image.server';
import {
  type EmbeddedImage,
  listEmbeddedImages,
  readDataAddress,
  replaceEmbeddedImages,
} from './embedded-images';

/**
 * Stores the image and returns its URL; null if it is not a valid image.
 * @param name in the library; defaults to the file name in its key
 * @throws UnavailableError
 */
export async function storeEmbedded(
  ctx: UploadContext,
  uploader: Uploader,
  { src, alt }: EmbeddedImage,
  folder: MediaFolder,
  name = '',
): Promise<string | null> {
  const data = readDataAddress(src);
  if (!data) return null;
  try {
    const stored = await storeImage(ctx, uploader, { ...data, name, alt, folder });
    return stored.url;
  } catch (error) {
    if (error instanceof ImageRefusedError) return null;
    throw error;
  }
}

/**
 * Stores all embedded images of an HTML text. Safe to repeat: an image is named after the hash of its bytes,
 * and an existing one with that name is reused. Removes embedded images that are not valid.
 * @param toAlt maps an image's alt text to the one stored in the library
 * @throws UnavailableError
 */
export async function storeEmbeddedImagesOnce(
  ctx: UploadContext,
  uploader: Uploader,
  html: string,
  toAlt: (alt: string) => string,
): Promise<string> {
  const { db } = ctx;
  const moved = new Map<string, string | null>();
  for (const image of listEmbeddedImages(html)) {
    const name = await nameOf(image);
    const [known] = name ? await db.read(selectMediaByName(db.build, name)) : [];
    const named = { ...image, alt: toAlt(image.alt) };
    const url = known ? mediaUrl(known.key) : await storeEmbedded(ctx, uploader, named, 'articles', name);
    moved.set(image.src, url);
  }
  return replaceEmbeddedImages(html, moved);
}

/** Whether the image is valid. Invalid ones are removed from the text. */
export function isReadableImage({ src }: EmbeddedImage): boolean {
  const data = readDataAddress(src);
  if (!data) return false;
  try {
    checkImage(data.bytes, data.type);
    return true;
  } catch (error) {
    if (error instanceof ImageRefusedError) return false;
    throw error;
  }
}

/** The first 16 bytes of the SHA-256 are enough to identify an image. Returns '' for an unreadable one. */
async function nameOf({ src }: EmbeddedImage): Promise<string> {
  const data = readDataAddress(src);
  if (!data) return '';
  const digest = await crypto.subtle.digest('SHA-256', data.bytes);
  return `embedded-${toHex(new Uint8Array(digest, 0, 16))}`;
}
