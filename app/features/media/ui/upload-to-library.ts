// Uploads an image to the library from the browser. Uses XMLHttpRequest, because fetch does not report upload
// progress.

import { checkDeclaredFile, UPLOAD_FAILED } from '../image-rules';

export interface UploadedImage {
  url: string;
  width: number | null;
  height: number | null;
  alt: string;
}

/** Title and message are shown to the user in a toast. */
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
 * Uploads an image. Refuses an unsupported type or size before sending it. `onProgress` receives the fraction
 * sent, 0 to 1.
 * @throws UploadError when the image is refused or cannot be sent
 */
export function uploadToLibrary(
  file: File,
  folder: 'articles' | 'ads',
  onProgress: (share: number) => void,
  alt = '',
): Promise<UploadedImage> {
  const refusal = checkDeclaredFile(file);
  if (refusal) return Promise.reject(new UploadError(refusal.title, refusal.message));
  const body = new FormData();
  body.set('file', file);
  body.set('folder', folder);
  body.set('alt', alt);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    request.addEventListener('load', () => {
      const answer = request.response as Partial<UploadedImage & { title: string; error: string }> | null;
      const { url, width = null, height = null, alt = '', title, error } = answer ?? {};
      if (request.status < 300 && url) resolve({ url, width, height, alt });
      // An expired session redirects to the sign-in page.
      else if (request.responseURL.includes('/auth')) reject(new UploadError(undefined, SIGNED_OUT));
      else reject(new UploadError(title, error));
    });
    request.addEventListener('error', () => reject(new UploadError()));
    request.addEventListener('abort', () => reject(new UploadError()));
    request.open('POST', '/admin/media/upload');
    request.send(body);
  });
}
