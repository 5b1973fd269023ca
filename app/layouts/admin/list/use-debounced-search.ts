// Applies the search of a list while someone types.
import { useCallback, useEffect, useRef } from 'react';

const DEBOUNCE_MS = 300;

interface DebouncedSearch {
  /** Searches after a pause in typing, unless another navigation begins first: the search would cancel it. */
  searchSoon: () => void;
  cancel: () => void;
  isWaiting: () => boolean;
}

export function useDebouncedSearch(search: () => void): DebouncedSearch {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const cancel = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);
  const isWaiting = useCallback(() => timer.current !== undefined, []);
  useEffect(() => cancel, [cancel]);
  const searchSoon = () => {
    cancel();
    const destination = destinationKey();
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (destinationKey() === destination) search();
    }, DEBOUNCE_MS);
  };
  return { searchSoon, cancel, isWaiting };
}

/**
 * Identifies where the page is or is going; the same during a navigation as after it. From the router, which
 * knows of a navigation before React has rendered it.
 */
function destinationKey(): string {
  const { navigation, location } = window.__remixRouter.state;
  return (navigation.location ?? location).key;
}
