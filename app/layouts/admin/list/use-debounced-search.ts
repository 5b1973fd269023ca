// Applies the search of a list while someone types.
import { useCallback, useEffect, useRef } from 'react';

const DEBOUNCE_MS = 300;

interface DebouncedSearch {
  /** Searches after a pause in typing and after any save, unless another navigation begins first. */
  searchSoon: () => void;
  cancel: () => void;
  /** Whether typed text waits for its search. */
  isWaiting: () => boolean;
}

export function useDebouncedSearch(search: () => void): DebouncedSearch {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  /** Where the page is or is going while the search waits; null during a save, which may redirect. */
  const destination = useRef<string | null>(null);
  const cancel = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);
  const isWaiting = useCallback(
    () => timer.current !== undefined && [null, destinationKey()].includes(destination.current),
    [],
  );
  useEffect(() => cancel, [cancel]);
  const searchSoon = () => {
    cancel();
    destination.current = isSaving() ? null : destinationKey();
    timer.current = setTimeout(() => {
      // A search would cancel the save.
      if (isSaving() || destination.current === null) return searchSoon();
      timer.current = undefined;
      // A search would cancel the other navigation.
      if (destinationKey() === destination.current) search();
    }, DEBOUNCE_MS);
  };
  return { searchSoon, cancel, isWaiting };
}

// From the router, which knows of a navigation before React has rendered it.

/** The same during a navigation as after it, unless it redirects. */
function destinationKey(): string {
  const { navigation, location } = window.__remixRouter.state;
  return (navigation.location ?? location).key;
}

function isSaving(): boolean {
  const { formMethod = 'get' } = window.__remixRouter.state.navigation;
  return formMethod.toLowerCase() !== 'get';
}
