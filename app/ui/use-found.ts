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

/**
 * What `find` returns for a text of at least `shortest` characters; nothing for a shorter one.
 * @param find returns null, or throws, when it fails; the same function on every render
 */
export function useFound<T>(
  text: string,
  find: (text: string, signal: AbortSignal) => Promise<T[] | null>,
  shortest: number = SHORTEST_SEARCH,
): Found<T> {
  const [result, setResult] = useState<{ of: string; found: T[] | null }>();
  const search = text.trim();
  useEffect(() => {
    setResult(undefined);
    if (search.length < shortest) return;
    const control = new AbortController();
    let isOver = false;
    const load = async () => {
      const timeout = setTimeout(() => control.abort(), TIMEOUT_MS);
      const found = await find(search, control.signal).catch(() => null);
      clearTimeout(timeout);
      // A newer request replaced this one.
      if (!isOver) setResult({ of: search, found });
    };
    const timer = setTimeout(load, DEBOUNCE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      control.abort();
    };
  }, [search, find, shortest]);
  // The previous text's result may still be there.
  const found = result?.of === search ? result.found : undefined;
  const isLoading = found === undefined && search.length >= shortest;
  return { found: found ?? [], isLoading, hasFailed: found === null };
}
