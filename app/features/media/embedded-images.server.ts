// Pictures that stand in a text itself (`data:` addresses, as pasting leaves them) move to the file store.
import { ImageRefusedError } from './image-refused';
import { type MediaFolder, storeImage, type UploadContext, type Uploader } from './upload-image.server';

export interface PictureInText {
  src: string;
  alt: string;
}

const DATA_ADDRESS = /^\s*data:([\w.+-]+\/[\w.+-]+)?((?:;[\w.+-]+=[^;,]*)*)(;\s*base64)?\s*,/i;

export const isEmbedded = (src: string): boolean => DATA_ADDRESS.test(src);

/**
 * Its address in the store; null for what is no picture.
 * @throws UnavailableError
 */
export async function storeEmbedded(
  ctx: UploadContext,
  uploader: Uploader,
  { src, alt }: PictureInText,
  folder: MediaFolder,
): Promise<string | null> {
  const data = decode(src);
  if (!data) return null;
  try {
    const stored = await storeImage(ctx, uploader, { ...data, name: '', alt, folder });
    return stored.url;
  } catch (error) {
    if (error instanceof ImageRefusedError) return null;
    throw error;
  }
}

function decode(address: string): { bytes: Uint8Array; type: string } | null {
  const head = DATA_ADDRESS.exec(address);
  if (!head) return null;
  const type = (head[1] ?? '').toLowerCase();
  try {
    const body = decodeURIComponent(address.slice(head[0].length)).replace(/\s+/g, '');
    // Pictures are never written as text.
    return head[3] ? { bytes: Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0)), type } : null;
  } catch {
    return null;
  }
}
