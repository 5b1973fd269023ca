// Finds things by a text while it is typed.
import { useEffect, useState } from 'react';

/** Debounce while typing. */
const DEBOUNCE_MS = 200;
const TIMEOUT_MS = 10_000;
export const SHORTEST_SEARCH = 2;

interface Found<T> {
  found: T[];
  isLoading: boolean;
  hasFailed: boolean;
}

const NONE = { found: [], isLoading: false, hasFailed: false };

/**
 * What `find` returns for a text of at least `shortest` characters; nothing for a shorter one.
 * @param find returns null, or throws, when it fails; the same function on every render
 */
export function useFound<T>(
  text: string,
  find: (text: string, signal: AbortSignal) => Promise<T[] | null>,
  shortest: number = SHORTEST_SEARCH,
): Found<T> {
  const [state, setState] = useState<Found<T>>(NONE);
  const search = text.trim();
  useEffect(() => {
    if (search.length < shortest) return setState(NONE);
    const control = new AbortController();
    let isOver = false;
    setState({ ...NONE, isLoading: true });
    const load = async () => {
      const timeout = setTimeout(() => control.abort(), TIMEOUT_MS);
      const found = await find(search, control.signal).catch(() => null);
      clearTimeout(timeout);
      // A newer request replaced this one.
      if (!isOver) setState({ found: found ?? [], isLoading: false, hasFailed: found === null });
    };
    const timer = setTimeout(load, DEBOUNCE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      control.abort();
    };
  }, [search, find, shortest]);
  return state;
}
