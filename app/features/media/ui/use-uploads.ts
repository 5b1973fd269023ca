// Uploads files one at a time, with progress and toasts.
import { useCallback, useRef, useState } from 'react';
import { useToast } from '~/ui/toast';
import { checkDeclaredFile, type ImageRefusal, UPLOAD_FAILED, UPLOADED } from '../image-rules';
import { UploadError, type UploadedImage, uploadToLibrary } from './upload-to-library';

export interface Upload {
  id: number;
  name: string;
  /** 0 to 1. */
  share: number;
}

/** Called when files are accepted. */
export type OnTaken = () => {
  onStored(image: UploadedImage): void;
  onFailed?(message: string): void;
};

/**
 * Returns the uploads in progress and the function that accepts files.
 * @param onRefused called with the reason when files are refused before the upload
 */
export function useUploads(
  folder: 'articles' | 'ads',
  onTaken: OnTaken,
  onRefused: (message: string) => void,
) {
  const toast = useToast();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const nextId = useRef(1);
  const queue = useRef(Promise.resolve());

  const take = useCallback(
    (files: readonly File[]) => {
      const refusals: string[] = [];
      const report = (file: File, refusal: ImageRefusal) => {
        const description = files.length > 1 ? `${refusal.message} (${file.name})` : refusal.message;
        toast({ title: refusal.title, description, destructive: true });
        return `${refusal.title}: ${description}`;
      };
      const accepted = files.filter((file) => {
        const refusal = checkDeclaredFile(file);
        if (!refusal) return true;
        refusals.push(report(file, refusal));
        return false;
      });
      const added = accepted.map((file) => ({ file, id: nextId.current++ }));
      setUploads((shown) => [...shown, ...added.map(({ file, id }) => ({ id, name: file.name, share: 0 }))]);
      const handlers = added.length > 0 ? onTaken() : null;
      // After `onTaken`, which removes earlier messages.
      if (refusals.length > 0) onRefused(refusals.join('. '));
      if (!handlers) return;
      const { onStored, onFailed } = handlers;
      let stored = 0;
      for (const { file, id } of added) {
        const advance = (share: number) =>
          setUploads((shown) => shown.map((upload) => (upload.id === id ? { ...upload, share } : upload)));
        queue.current = queue.current.then(async () => {
          try {
            onStored(await uploadToLibrary(file, folder, advance));
            stored += 1;
          } catch (error) {
            const failure = report(file, error instanceof UploadError ? error : UPLOAD_FAILED);
            onFailed?.(failure);
          }
          setUploads((shown) => shown.filter((upload) => upload.id !== id));
        });
      }
      queue.current = queue.current.then(() => {
        if (stored === 0) return;
        const many = `${stored} images uploaded successfully`;
        toast({ title: UPLOADED.title, description: stored === 1 ? UPLOADED.message : many });
      });
    },
    [folder, onTaken, onRefused, toast],
  );
  return { uploads, take };
}
