// Keeps what is typed into a page's form in this browser, and finds what earlier visits and other tabs left there.
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { EditedPage, PageFields } from '~/features/pages/page-view';
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
  const latest = useRef<PageFields | null>(null);
  const isUnsaved = restored !== null || refused !== null;

  const keepFields = useCallback(
    (fields: PageFields, isSent = false) => {
      clearTimeout(timer.current);
      isWaiting.current = false;
      if (!isUnsaved && isSamePage(fields, page)) forgetPage(copyId);
      else keepPage({ copyId, id: page.id, version: page.version, fields, isSent });
      if (restored) forgetPage(restored.copyId, restored.savedAt);
    },
    [copyId, page, isUnsaved, restored],
  );
  const keep = useCallback(
    (isSent?: boolean) => {
      if (form.current) keepFields(readPageFields(form.current), isSent);
    },
    [form, keepFields],
  );

  const look = useCallback(() => setFound(findPageCopies(page, copyId)), [page, copyId]);
  const isNew = page.version === 0;
  const about = isNew ? 'page new' : `page ${page.id}`;
  const living = useLivingTabs({ about, copyId }, look);

  const isDrawn = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form, each refusal, and each save of this form
  useEffect(() => {
    // What was refused, or restored, or typed while a save was under way, is in the form already.
    if (isUnsaved || isDrawn.current) keep();
    else look();
    isDrawn.current = true;
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
      // Its form is gone by now.
      if (isWaiting.current && latest.current) keepLast.current(latest.current);
      clearTimeout(timer.current);
    },
    [],
  );

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
      if (form.current) latest.current = readPageFields(form.current);
      timer.current = setTimeout(() => latest.current && keepLast.current(latest.current), KEEP_MS);
    },
    onSubmit: () => keep(true),
  };
}
