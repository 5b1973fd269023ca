// Sends a picture to the library from the browser. XMLHttpRequest, because fetch does not tell how far it is.

import { UPLOAD_FAILED } from '../image-rules';

export interface UploadedPicture {
  url: string;
  width: number | null;
  height: number | null;
  alt: string;
}

/** Its sentence is fit to be read, and so is the title of a toast about it. */
export class UploadError extends Error {
  constructor(
    readonly title: string = UPLOAD_FAILED.title,
    message: string = UPLOAD_FAILED.message,
  ) {
    super(message);
  }
}

const SIGNED_OUT = 'You are signed out. Please sign in in another tab and try again.';

/**
 * Stores a picture in the library's folder. `onProgress` hears the share sent, 0 to 1. Rejects with an
 * UploadError when it was refused or could not be sent.
 */
export function uploadPicture(
  file: File,
  folder: 'articles' | 'ads',
  onProgress: (share: number) => void,
): Promise<UploadedPicture> {
  const body = new FormData();
  body.set('file', file);
  body.set('folder', folder);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    request.addEventListener('load', () => {
      const answer = request.response as Partial<UploadedPicture & { title: string; error: string }> | null;
      const { url, width = null, height = null, alt = '', title, error } = answer ?? {};
      if (request.status < 300 && url) resolve({ url, width, height, alt });
      // Whose session ended is led to the sign-in page, which is no answer.
      else if (request.responseURL.includes('/auth')) reject(new UploadError(undefined, SIGNED_OUT));
      else reject(new UploadError(title, error));
    });
    request.addEventListener('error', () => reject(new UploadError()));
    request.addEventListener('abort', () => reject(new UploadError()));
    request.open('POST', '/admin/media/upload');
    request.send(body);
  });
}
