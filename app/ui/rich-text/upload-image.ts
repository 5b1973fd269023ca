// What the editor asks of whoever stores its pictures.

export interface UploadedImage {
  url: string;
  width: number | null;
  height: number | null;
  alt: string;
}

/**
 * Stores a picture. `onProgress` hears the share sent, 0 to 1. Rejects when it could not be stored; the error's message
 * is the reason, fit to be read.
 */
export type UploadImage = (file: File, onProgress: (share: number) => void) => Promise<UploadedImage>;
