// Shared by the editors of articles and pages: the header, its save button, and the note about other tabs.
import { type RefObject, useEffect } from 'react';

interface SaveButtonProps {
  label: string;
  isSaving: boolean;
  /** For images that are still uploading. */
  isWaiting: boolean;
}

export function SaveButton({ label, isSaving, isWaiting }: SaveButtonProps) {
  return (
    <button className="button" type="submit" data-command={label} disabled={isSaving || isWaiting}>
      {isSaving ? 'Saving...' : isWaiting ? 'Uploading images...' : label}
    </button>
  );
}

/** Keeps the form's `--head-height` equal to the height of its `header`, so that the toolbar can stick below it. */
export function useHeadHeight(form: RefObject<HTMLFormElement>): void {
  useEffect(() => {
    const { current } = form;
    const head = current?.querySelector('header');
    if (!current || !head) return;
    const measure = () => current.style.setProperty('--head-height', `${head.offsetHeight}px`);
    const observer = new ResizeObserver(measure);
    observer.observe(head);
    return () => observer.disconnect();
  }, [form]);
}

/** A note that the article or page is open in another tab of this browser. */
export function OpenElsewhere({ what }: { what: 'article' | 'page' }) {
  return (
    <div className="editor__offer" role="status">
      <p>
        This {what} is open in another tab. Each tab keeps its own draft. If you save in both, you can compare
        the two versions.
      </p>
    </div>
  );
}

/** Ctrl+S or Cmd+S saves the form, and keeps the browser's own dialog closed. */
export function useSaveShortcut(form: RefObject<HTMLFormElement>, canSave: boolean): void {
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      // With Caps Lock, the key is S.
      const isS = event.key.toLowerCase() === 's' && !event.shiftKey;
      if (!isS || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      if (canSave) form.current?.requestSubmit();
    };
    window.addEventListener('keydown', save);
    return () => window.removeEventListener('keydown', save);
  }, [form, canSave]);
}
