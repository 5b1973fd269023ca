// Which rows are ticked. Only what is on the page can be: leaving the page or the filter forgets it.
import { useNavigation } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';

/** The form that the rows' boxes belong to, wherever they stand. */
export const BULK_FORM = 'bulk-work';

export interface Selection {
  ids: string[];
  isAll: boolean;
  has(id: string): boolean;
  /** `isRange`: all from the one ticked before up to this one become as this one does. */
  toggle(id: string, isRange: boolean): void;
  toggleAll(): void;
  clear(): void;
}

/**
 * @param shown the page's ids, in order
 * @param initial ticked in the server's HTML already
 * @param isRefused the last form was refused: what it was about stays ticked
 */
export function useSelection(shown: string[], initial: string[], isRefused: boolean): Selection {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(initial));
  const lastTicked = useRef<string | null>(null);
  const page = shown.join();

  // Boxes that were ticked before this script ran, or that the browser remembered.
  useEffect(() => {
    const form = document.getElementById(BULK_FORM);
    const ids = form instanceof HTMLFormElement ? new FormData(form).getAll('id').map(String) : [];
    if (ids.length > 0) setTicked((before) => new Set([...before, ...ids]));
  }, []);

  useEffect(() => {
    const there = new Set(page.split(','));
    setTicked((before) => new Set([...before].filter((id) => there.has(id))));
  }, [page]);

  const forget = useCallback((ids: readonly string[]) => {
    setTicked((before) => new Set([...before].filter((id) => !ids.includes(id))));
  }, []);
  useForgetDone(isRefused, forget);

  return {
    ids: shown.filter((id) => ticked.has(id)),
    isAll: shown.length > 0 && shown.every((id) => ticked.has(id)),
    has: (id) => ticked.has(id),
    toggle(id, isRange) {
      const from = isRange && lastTicked.current ? shown.indexOf(lastTicked.current) : -1;
      const to = shown.indexOf(id);
      const range = from < 0 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
      lastTicked.current = id;
      const next = new Set(ticked);
      for (const each of range) {
        if (ticked.has(id)) next.delete(each);
        else next.add(each);
      }
      setTicked(next);
    },
    toggleAll() {
      setTicked(shown.every((id) => ticked.has(id)) ? new Set() : new Set(shown));
    },
    clear() {
      setTicked(new Set());
    },
  };
}

/** What a form was done to is not ticked any more. */
function useForgetDone(isRefused: boolean, forget: (ids: readonly string[]) => void): void {
  const { state, formMethod, formData } = useNavigation();
  const posted = useRef<string[]>([]);
  useEffect(() => {
    if (formMethod === 'POST' && formData) posted.current = formData.getAll('id').map(String);
    if (state !== 'idle' || posted.current.length === 0) return;
    if (!isRefused) forget(posted.current);
    posted.current = [];
  }, [state, formMethod, formData, isRefused, forget]);
}
