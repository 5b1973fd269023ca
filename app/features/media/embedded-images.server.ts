// Pictures that stand in a text itself (`data:` addresses, as pasting leaves them) move to the file store.
import {
  type EmbeddedImage,
  listEmbeddedImages,
  readDataAddress,
  replaceEmbeddedImages,
} from './embedded-images';
import { ImageRefusedError } from './image-refused';
import { selectMediaByName } from './media-repo.server';
import { mediaUrl } from './media-view';
import { readImage } from './read-image.server';
import { type MediaFolder, storeImage, type UploadContext, type Uploader } from './upload-image.server';

/**
 * Its address in the store; null for what is no picture.
 * @param name in the library; its key's unless given
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
 * All of a text for work that may be done again after it broke off: a picture is stored under a name made of its bytes,
 * and one that stands in the library by that name is taken from there. What is no picture goes.
 * @param toAlt what the library keeps of a picture's alt text
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

/** Whether it would be stored; otherwise it would go. */
export function isReadableImage({ src }: EmbeddedImage): boolean {
  const data = readDataAddress(src);
  if (!data) return false;
  try {
    readImage(data.bytes, data.type);
    return true;
  } catch (error) {
    if (error instanceof ImageRefusedError) return false;
    throw error;
  }
}

/** Half of the bytes' SHA-256 is more than enough to tell pictures apart; '' for what cannot be read. */
async function nameOf({ src }: EmbeddedImage): Promise<string> {
  const data = readDataAddress(src);
  if (!data) return '';
  const digest = await crypto.subtle.digest('SHA-256', data.bytes as Uint8Array<ArrayBuffer>);
  const hex = [...new Uint8Array(digest, 0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `embedded-${hex}`;
}
