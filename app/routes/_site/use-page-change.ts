// After a client navigation, what a browser does by itself after a full one: focus moves to the new page, which is named.
import { useLocation } from '@remix-run/react';
import { type RefObject, useEffect, useRef, useState } from 'react';

/** Focuses `main` after each change of the path or page, and gives the new page's title to announce. */
export function usePageChange(main: RefObject<HTMLElement>): string {
  const { pathname, search, hash } = useLocation();
  const shown = useRef(pathname + search);
  const [title, setTitle] = useState('');

  useEffect(() => {
    if (shown.current === pathname + search) return;
    const samePath = shown.current.split('?')[0] === pathname;
    shown.current = pathname + search;
    const typing = document.activeElement?.matches('input, textarea, select') ?? false;
    if (hash || (samePath && typing)) return;
    main.current?.focus({ preventScroll: true });
    setTitle(document.title);
  }, [pathname, search, hash, main]);

  return title;
}
