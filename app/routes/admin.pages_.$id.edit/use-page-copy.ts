// Keeps what is typed into a page's form in this browser, and finds what an earlier visit left there.
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { EditedPage } from '~/features/pages/page-view';
import { findPageCopy, forgetPage, isSamePage, keepPage, type PageCopy, readPageFields } from './page-copies';

/** After the last key. */
const KEEP_MS = 1_000;

interface KeptPage {
  /** From an earlier visit, until it is taken or discarded. */
  found: PageCopy | null;
  discard(): void;
  onInput(): void;
  onSubmit(): void;
}

interface Beginning {
  /** What the form's fields began with. */
  page: EditedPage;
  isRestored: boolean;
  /** The last refusal. */
  refused: object | null;
}

export function usePageCopy(
  form: RefObject<HTMLFormElement>,
  { page, isRestored, refused }: Beginning,
): KeptPage {
  const [found, setFound] = useState<PageCopy | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const isWaiting = useRef(false);
  const isUnsaved = isRestored || refused !== null;

  const keep = useCallback(
    (isSent = false) => {
      clearTimeout(timer.current);
      isWaiting.current = false;
      if (!form.current) return;
      const fields = readPageFields(form.current);
      if (!isUnsaved && isSamePage(fields, page)) forgetPage(page);
      else keepPage(page, fields, isSent);
    },
    [form, page, isUnsaved],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form and each refusal
  useEffect(() => {
    // What was refused, or restored, is in the form already.
    if (isUnsaved) keep();
    else setFound(findPageCopy(page));
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
    found,
    discard() {
      forgetPage(page);
      setFound(null);
    },
    onInput() {
      isWaiting.current = true;
      clearTimeout(timer.current);
      timer.current = setTimeout(keep, KEEP_MS);
    },
    onSubmit: () => keep(true),
  };
}
