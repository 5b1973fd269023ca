// The selected rows of a list. Only rows on the current page can be selected.
import { useNavigation } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';

/** The id of the form that the rows' checkboxes belong to. */
export const BULK_FORM = 'bulk-work';

export interface Selection {
  ids: string[];
  isAll: boolean;
  has(id: string): boolean;
  /** `isRange`: applies to all rows from the previously toggled one to this one. */
  toggle(id: string, isRange: boolean): void;
  toggleAll(): void;
  clear(): void;
}

/**
 * @param shown the ids on the page, in order
 * @param initial ids that are already checked in the server's HTML
 * @param isRefused the last form was refused, so its rows stay selected
 */
export function useSelection(shown: string[], initial: string[], isRefused: boolean): Selection {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(initial));
  const lastTicked = useRef<string | null>(null);
  const page = shown.join();

  // Checkboxes that were checked before hydration, or that the browser restored.
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
  useDeselectProcessed(isRefused, forget);

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

/** Deselects the rows of a successful form. */
function useDeselectProcessed(isRefused: boolean, forget: (ids: readonly string[]) => void): void {
  const { state, formMethod, formData } = useNavigation();
  const posted = useRef<string[]>([]);
  useEffect(() => {
    if (formMethod === 'POST' && formData) posted.current = formData.getAll('id').map(String);
    if (state !== 'idle' || posted.current.length === 0) return;
    if (!isRefused) forget(posted.current);
    posted.current = [];
  }, [state, formMethod, formData, isRefused, forget]);
}
