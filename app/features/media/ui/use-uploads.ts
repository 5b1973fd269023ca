// Uploads files one at a time, with progress and toasts.
import { useCallback, useRef, useState } from 'react';
import { useToast } from '~/ui/toast';
import { checkDeclaredFile, UPLOAD_FAILED, UPLOADED } from '../image-rules';
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
      const refusals = new Set<string>();
      const accepted = files.filter((file) => {
        const refusal = checkDeclaredFile(file);
        if (!refusal) return true;
        const { title, message } = refusal;
        toast({ title, description: message, destructive: true });
        refusals.add(`${title}: ${message}`);
        return false;
      });
      const added = accepted.map((file) => ({ file, id: nextId.current++ }));
      setUploads((shown) => [...shown, ...added.map(({ file, id }) => ({ id, name: file.name, share: 0 }))]);
      const handlers = added.length > 0 ? onTaken() : null;
      // After `onTaken`, which removes earlier messages.
      if (refusals.size > 0) onRefused([...refusals].join('. '));
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
            const { title, message } = error instanceof UploadError ? error : UPLOAD_FAILED;
            toast({ title, description: message, destructive: true });
            onFailed?.(`${title}: ${message}`);
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
