// Sends a picture to the library from the browser. XMLHttpRequest, because fetch does not tell how far it is.

export interface UploadedPicture {
  url: string;
  width: number | null;
  height: number | null;
  alt: string;
}

const FAILURE = 'Failed to upload image';

/**
 * Stores a picture in the library's folder. `onProgress` hears the share sent, 0 to 1. Rejects with the reason, a
 * sentence fit to be read, when it was refused or could not be sent.
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
      const answer = request.response as Partial<UploadedPicture & { error: string }> | null;
      const { url, width = null, height = null, alt = '', error = FAILURE } = answer ?? {};
      if (request.status < 300 && url) resolve({ url, width, height, alt });
      else reject(new Error(error));
    });
    request.addEventListener('error', () => reject(new Error(FAILURE)));
    request.addEventListener('abort', () => reject(new Error(FAILURE)));
    request.open('POST', '/admin/media/upload');
    request.send(body);
  });
}
