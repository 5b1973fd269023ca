// Applies the search of a list while someone types.
import { useNavigation } from '@remix-run/react';
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
  const isNavigating = useNavigation().state !== 'idle';
  const cancel = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);
  const isWaiting = useCallback(() => timer.current !== undefined, []);
  useEffect(() => cancel, [cancel]);
  useEffect(() => {
    if (isNavigating) cancel();
  }, [isNavigating, cancel]);
  const searchSoon = () => {
    cancel();
    const before = nextLocation();
    timer.current = setTimeout(() => {
      timer.current = undefined;
      // The router knows of a navigation before React has rendered it.
      const next = nextLocation();
      if (!next || next === before) search();
    }, DEBOUNCE_MS);
  };
  return { searchSoon, cancel, isWaiting };
}

/** Where the navigation in progress leads. */
function nextLocation(): unknown {
  return window.__remixRouter.state.navigation.location;
}
