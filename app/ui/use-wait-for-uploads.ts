// Delays the submission of a form until its image uploads have finished.
import { type FormEvent, type RefObject, useEffect, useState } from 'react';

/** Marks the progress element of an upload. */
const UPLOADING = '[data-uploading]';
/** Marks the message of a failed upload, which stays until it is retried, dismissed or replaced. */
const FAILED = '[data-upload-failed]';

/** Whether an upload in the form is in progress. */
export const isUploading = (form: HTMLFormElement | null): boolean => Boolean(form?.querySelector(UPLOADING));

interface WaitForUploads {
  isWaiting: boolean;
  /** Handler for the form. */
  onSubmit(event: FormEvent): void;
}

/** Submits the form when the last upload has finished, unless one failed. */
export function useWaitForUploads(form: RefObject<HTMLFormElement>): WaitForUploads {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    const { current } = form;
    if (!isWaiting || !current) return;
    const failed = () => [...current.querySelectorAll(FAILED)];
    const failedBefore = failed();
    const look = () => {
      if (isUploading(current)) return;
      observer.disconnect();
      setWaiting(false);
      // React renders a failed upload later than it removes the progress.
      setTimeout(() => {
        const hasFailed = failed().some((message) => !failedBefore.includes(message));
        if (current.isConnected && !hasFailed) current.requestSubmit();
      });
    };
    const observer = new MutationObserver(look);
    observer.observe(current, { childList: true, subtree: true });
    look();
    return () => observer.disconnect();
  }, [isWaiting, form]);
  return {
    isWaiting,
    onSubmit(event) {
      if (!isUploading(form.current)) return;
      event.preventDefault();
      setWaiting(true);
    },
  };
}
