// Upload limits and their error messages (specification, sections 5 and 8). Shared by server and browser.
import { InvalidError } from '~/lib/errors';

export class ImageRefusedError extends InvalidError {
  readonly title: string;
  /** @param field the form field the image came from */
  constructor({ title, message }: ImageRefusal, field = 'file') {
    super(message, [{ field, message: `${title}: ${message}` }]);
    this.title = title;
  }
}

/** Specification: at most 5MB. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** For `accept` of a file field. */
export const ACCEPTED_IMAGES = 'image/jpeg,image/png,image/gif,image/webp,image/avif';

export interface ImageRefusal {
  title: string;
  message: string;
}

export const INVALID_FILE: ImageRefusal = { title: 'Invalid File', message: 'Please select an image file' };
export const FILE_TOO_LARGE: ImageRefusal = {
  title: 'File Too Large',
  message: 'Please select an image smaller than 5MB',
};
/** Guards against small files that decode to huge images. */
export const TOO_MANY_PIXELS: ImageRefusal = {
  title: 'File Too Large',
  message: 'Please select an image of at most 50 megapixels and 12,000 pixels a side',
};
export const UPLOAD_FAILED: ImageRefusal = { title: 'Upload Error', message: 'Failed to upload image' };

export const UPLOADED: ImageRefusal = { title: 'Success', message: 'Image uploaded successfully' };

/** Limits of the resizer (Cloudflare Images: 12,000 pixels per side, 100 megapixels). */
export const MAX_IMAGE_SIDE = 12_000;
export const MAX_IMAGE_PIXELS = 50_000_000;

/** Types that say nothing about the content. `binary/octet-stream` is the default of Amazon S3. */
const UNKNOWN_TYPES = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

/**
 * Checks the declared type and size only; null if they are acceptable. The bytes decide in check-image.server.ts.
 */
export function checkDeclaredFile(file: { type: string; size: number }): ImageRefusal | null {
  if (!UNKNOWN_TYPES.has(file.type) && (!file.type.startsWith('image/') || file.type.startsWith('image/svg')))
    return INVALID_FILE;
  return file.size > MAX_IMAGE_BYTES ? FILE_TOO_LARGE : null;
}
