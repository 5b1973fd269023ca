// Ctrl+S, or Cmd+S, wherever the focus is: the browser's own offer to save the page helps no writer.
import { type RefObject, useEffect } from 'react';

export function useSaveByKey(form: RefObject<HTMLFormElement>, canSave: boolean): void {
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
