// Ctrl+S or Cmd+S saves the form, and keeps the browser's own dialog closed.
import { type RefObject, useEffect } from 'react';

export function useSaveShortcut(form: RefObject<HTMLFormElement>, canSave: boolean): void {
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      if (canSave) form.current?.requestSubmit();
    };
    window.addEventListener('keydown', save);
    return () => window.removeEventListener('keydown', save);
  }, [form, canSave]);
}
