// Saves the form's text in this browser, and finds copies of earlier visits and other tabs.
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { EditedPage, PageFields } from '~/features/pages/page-view';
import { useCopyOwner } from '../unsaved/copy-owner';
import { useTabLocks } from '../unsaved/tab-locks';
import {
  findPageCopies,
  isSamePage,
  type PageCopy,
  pageCopies,
  readPageFields,
  savePageCopy,
} from './page-copies';

/** Delay after the last input. */
const KEEP_MS = 1_000;

interface PageCopyState {
  /** Copies of earlier visits, until they are restored or discarded. */
  found: PageCopy[];
  isOpenElsewhere: boolean;
  discard(copy: PageCopy): void;
  onInput(): void;
  onSubmit(): void;
}

interface PageCopyOptions {
  /** The tab's copy id. */
  copyId: string;
  /** The initial values of the fields. */
  page: EditedPage;
  /** The saved page as the form has it. */
  asSubmitted: PageFields | null;
  /** The local copy that the fields were restored from. */
  restored: PageCopy | null;
  /** The last refusal. */
  refused: object | null;
  /** Called after a save if nothing was typed since. */
  onSaved(): void;
}

export function usePageCopy(
  form: RefObject<HTMLFormElement>,
  { copyId, page, asSubmitted, restored, refused, onSaved }: PageCopyOptions,
): PageCopyState {
  const [found, setFound] = useState<PageCopy[]>([]);
  const owner = useCopyOwner();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const isWaiting = useRef(false);
  const latest = useRef<PageFields | null>(null);
  const isUnsaved = restored !== null || refused !== null;

  const isSaved = useCallback(
    (fields: PageFields) =>
      !isUnsaved && [page, asSubmitted].some((saved) => saved && isSamePage(fields, saved)),
    [isUnsaved, page, asSubmitted],
  );
  const keepFields = useCallback(
    (fields: PageFields, isSent = false) => {
      clearTimeout(timer.current);
      isWaiting.current = false;
      if (isSaved(fields)) pageCopies.delete(copyId);
      else
        savePageCopy(
          { copyId, id: page.id, owner: owner(), version: page.version, fields, isSent },
          restored,
        );
    },
    [copyId, page, isSaved, restored, owner],
  );
  const keep = useCallback(
    (isSent?: boolean) => {
      if (form.current) keepFields(readPageFields(form.current), isSent);
    },
    [form, keepFields],
  );

  const refresh = useCallback(() => setFound(findPageCopies(owner(), page, copyId)), [owner, page, copyId]);
  const isNew = page.version === 0;
  const about = isNew ? 'page new' : `page ${page.id}`;
  const openTabs = useTabLocks({ about, copyId }, refresh);

  const isRendered = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per form, refusal, and save of this form
  useEffect(() => {
    // The form already contains refused or restored text, or text typed during a save.
    if (isUnsaved || isRendered.current) keep();
    if (!isUnsaved) refresh();
    if (isRendered.current && form.current && isSaved(readPageFields(form.current))) onSaved();
    isRendered.current = true;
  }, [refused, page]);

  useEffect(() => {
    const keepNow = () => {
      if (isWaiting.current) keep();
    };
    window.addEventListener('pagehide', keepNow);
    return () => window.removeEventListener('pagehide', keepNow);
  }, [keep]);

  const keepLast = useRef(keepFields);
  keepLast.current = keepFields;
  useEffect(
    () => () => {
      // The form is unmounted by now.
      if (isWaiting.current && latest.current) keepLast.current(latest.current);
      clearTimeout(timer.current);
    },
    [],
  );

  return {
    found: isUnsaved ? [] : found.filter((copy) => openTabs.every((tab) => tab.copyId !== copy.copyId)),
    isOpenElsewhere: !isNew && openTabs.some((tab) => tab.about === about),
    discard(copy) {
      pageCopies.delete(copy.copyId, copy.savedAt);
      refresh();
    },
    onInput() {
      isWaiting.current = true;
      clearTimeout(timer.current);
      if (form.current) latest.current = readPageFields(form.current);
      timer.current = setTimeout(() => latest.current && keepLast.current(latest.current), KEEP_MS);
    },
    onSubmit: () => keep(true),
  };
}
