// Keeps what is typed into a page's form in this browser, and finds what earlier visits and other tabs left there.
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { EditedPage } from '~/features/pages/page-view';
import { useLivingTabs } from '../admin/living-tabs';
import {
  findPageCopies,
  forgetPage,
  isSamePage,
  keepPage,
  type PageCopy,
  readPageFields,
} from './page-copies';

/** After the last key. */
const KEEP_MS = 1_000;

interface KeptPage {
  /** From earlier visits, until they are taken or discarded. */
  found: PageCopy[];
  isOpenElsewhere: boolean;
  discard(copy: PageCopy): void;
  onInput(): void;
  onSubmit(): void;
}

interface Beginning {
  /** Of this tab. */
  copyId: string;
  /** What the form's fields began with. */
  page: EditedPage;
  /** The words that they began with, if this browser kept them. */
  restored: PageCopy | null;
  /** The last refusal. */
  refused: object | null;
}

export function usePageCopy(
  form: RefObject<HTMLFormElement>,
  { copyId, page, restored, refused }: Beginning,
): KeptPage {
  const [found, setFound] = useState<PageCopy[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const isWaiting = useRef(false);
  const isUnsaved = restored !== null || refused !== null;

  const keep = useCallback(
    (isSent = false) => {
      clearTimeout(timer.current);
      isWaiting.current = false;
      if (!form.current) return;
      const fields = readPageFields(form.current);
      if (!isUnsaved && isSamePage(fields, page)) forgetPage(copyId);
      else keepPage({ copyId, id: page.id, version: page.version, fields, isSent });
      if (restored) forgetPage(restored.copyId, restored.savedAt);
    },
    [form, copyId, page, isUnsaved, restored],
  );

  const look = useCallback(() => setFound(findPageCopies(page, copyId)), [page, copyId]);
  const isNew = page.version === 0;
  const about = isNew ? 'page new' : `page ${page.id}`;
  const living = useLivingTabs({ about, copyId }, look);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form and each refusal
  useEffect(() => {
    // What was refused, or restored, is in the form already.
    if (isUnsaved) keep();
    else look();
  }, [refused]);

  useEffect(() => {
    const keepNow = () => {
      if (isWaiting.current) keep();
    };
    window.addEventListener('pagehide', keepNow);
    return () => {
      window.removeEventListener('pagehide', keepNow);
      clearTimeout(timer.current);
    };
  }, [keep]);

  return {
    found: isUnsaved ? [] : found.filter((copy) => living.every((tab) => tab.copyId !== copy.copyId)),
    isOpenElsewhere: !isNew && living.some((tab) => tab.about === about),
    discard(copy) {
      forgetPage(copy.copyId, copy.savedAt);
      look();
    },
    onInput() {
      isWaiting.current = true;
      clearTimeout(timer.current);
      timer.current = setTimeout(keep, KEEP_MS);
    },
    onSubmit: () => keep(true),
  };
}
