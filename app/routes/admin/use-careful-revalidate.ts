// Reads a page's data anew while somebody may be typing into it.
import { useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';

/**
 * Asked for while the server is away or after the session ended, a page would become an error or the sign-in page, and
 * what was typed there would be gone with it. So its address is tried first, and without an answer the page stays as it is.
 */
export function useCarefulRevalidate(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return useCallback(async () => {
    const answer = await fetch(window.location.href, { method: 'HEAD', redirect: 'manual' }).catch(
      () => null,
    );
    if (answer?.ok && isHere.current) revalidate();
  }, [revalidate]);
}
