// Stores the files of an upload form posted without JavaScript, one after the other.
import { ImageRefusedError, INVALID_FILE, UPLOADED } from '~/features/media/image-rules';
import { storeUpload, type UploadContext, type Uploader } from '~/features/media/store-image.server';

/**
 * Stores every valid image, even if other files are rejected.
 * @returns the toast for the next page
 * @throws ImageRefusedError for the first rejected file; the message also says how many were stored
 */
export async function storeChosen(ctx: UploadContext, uploader: Uploader, files: readonly File[]) {
  if (files.length === 0) throw new ImageRefusedError(INVALID_FILE);
  let stored = 0;
  let refused: { name: string; error: ImageRefusedError } | null = null;
  for (const file of files) {
    const { name, type } = file;
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      await storeUpload(ctx, uploader, { bytes, name, type, folder: 'articles' });
      stored += 1;
    } catch (error) {
      if (!(error instanceof ImageRefusedError)) throw error;
      refused ??= { name, error };
    }
  }
  if (refused && files.length > 1) {
    const { name, error } = refused;
    const others = stored === 1 ? '1 image was uploaded' : `${stored} images were uploaded`;
    throw new ImageRefusedError({ title: error.title, message: `${error.message} (${name}). ${others}.` });
  }
  if (refused) throw refused.error;
  const many = `${stored} images uploaded successfully`;
  return { title: UPLOADED.title, description: stored === 1 ? UPLOADED.message : many };
}
