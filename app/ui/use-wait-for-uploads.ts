// A form that is saved while its pictures are still on their way waits for them: what is not there yet is not saved.
import { type FormEvent, type RefObject, useEffect, useState } from 'react';

/** Wherever something is uploaded, its progress shows. */
const UNDER_WAY = 'progress';
/** An upload of the text that failed stays on the screen, with a way to try again. */
const FAILED = '[data-upload-failed]';

const count = (form: HTMLFormElement | null, what: string) => form?.querySelectorAll(what).length ?? 0;

/** Whether the form holds something that is still being uploaded. */
export const isUploading = (form: HTMLFormElement | null): boolean => count(form, UNDER_WAY) > 0;

interface WaitForUploads {
  isWaiting: boolean;
  /** Of the form. */
  onSubmit(event: FormEvent): void;
}

/** Sends the form by itself when the last upload has arrived; not when one of them failed. */
export function useWaitForUploads(form: RefObject<HTMLFormElement>): WaitForUploads {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    const { current } = form;
    if (!isWaiting || !current) return;
    const failedBefore = count(current, FAILED);
    const look = () => {
      if (isUploading(current)) return;
      observer.disconnect();
      setWaiting(false);
      // React draws the failure of an upload in a moment of its own.
      setTimeout(() => {
        if (current.isConnected && count(current, FAILED) <= failedBefore) current.requestSubmit();
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
