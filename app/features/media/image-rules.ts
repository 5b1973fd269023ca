// What may be uploaded, and the words that refuse the rest (specification, sections 5 and 8). For server and browser.

/** Specification: at most 5MB. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** For `accept` of a file field. */
export const ACCEPTED_IMAGES = 'image/jpeg,image/png,image/gif,image/webp,image/avif';

export interface Refusal {
  title: string;
  message: string;
}

export const INVALID_FILE: Refusal = { title: 'Invalid File', message: 'Please select an image file' };
export const FILE_TOO_LARGE: Refusal = {
  title: 'File Too Large',
  message: 'Please select an image smaller than 5MB',
};
/** A small file may hold a picture that no machine wants to unpack. */
export const TOO_MANY_PIXELS: Refusal = {
  title: 'File Too Large',
  message: 'Please select an image of at most 50 megapixels and 12,000 pixels a side',
};
export const UPLOAD_FAILED: Refusal = { title: 'Upload Error', message: 'Failed to upload image' };

export const UPLOADED: Refusal = { title: 'Success', message: 'Image uploaded successfully' };

/** The resizer takes no more (Cloudflare Images: 12,000 pixels a side, 100 megapixels). */
export const MAX_IMAGE_SIDE = 12_000;
export const MAX_IMAGE_PIXELS = 50_000_000;

/** What a file's declared type and size alone say; null when it deserves a closer look. An unknown type is ''. */
export function judgeFile(file: { type: string; size: number }): Refusal | null {
  const isUnknown = file.type === '' || file.type === 'application/octet-stream';
  if (!isUnknown && (!file.type.startsWith('image/') || file.type.startsWith('image/svg')))
    return INVALID_FILE;
  return file.size > MAX_IMAGE_BYTES ? FILE_TOO_LARGE : null;
}
