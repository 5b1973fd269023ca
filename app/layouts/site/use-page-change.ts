// Announces a client-side navigation and moves the focus, as a browser does after a full page load.
import { useLocation } from '@remix-run/react';
import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Focuses `main` after each change of the path or query, and returns the new page's title for announcing it.
 */
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
