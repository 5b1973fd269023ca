// Loads library images for the picker. Uses a plain fetch, so that a failure never affects the page around
// the dialog or its unsaved input.

import { useCallback, useEffect, useState } from 'react';
import { readOwnJson } from '~/lib/own-json';
import type { MediaChoices } from '../media-view';

/** Debounce while typing. */
const DEBOUNCE_MS = 300;
/** Request timeout. */
const TIMEOUT_MS = 15_000;

type LoadFailure = 'unavailable' | 'signed out';

interface Choices {
  /** The last successful result. */
  found: MediaChoices | null;
  isLoading: boolean;
  failure: LoadFailure | null;
  tryAgain(): void;
}

export function useChoices(text: string, page: number): Choices {
  const [found, setFound] = useState<MediaChoices | null>(null);
  const [failure, setFailure] = useState<LoadFailure | null>(null);
  const [isLoading, setLoading] = useState(true);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` triggers a new request
  useEffect(() => {
    const control = new AbortController();
    let isOver = false;
    const load = async () => {
      setLoading(true);
      const timeout = setTimeout(() => control.abort(), TIMEOUT_MS);
      const answer = await fetchChoices(text, page, control.signal);
      clearTimeout(timeout);
      // A newer request replaced this one.
      if (isOver) return;
      setLoading(false);
      setFailure(typeof answer === 'string' ? answer : null);
      if (typeof answer !== 'string') setFound(answer);
    };
    const timer = setTimeout(load, text ? DEBOUNCE_MS : 0);
    return () => {
      isOver = true;
      clearTimeout(timer);
      control.abort();
    };
  }, [text, page, tries]);
  const tryAgain = useCallback(() => setTries((before) => before + 1), []);
  return { found, isLoading, failure, tryAgain };
}

async function fetchChoices(
  text: string,
  page: number,
  signal: AbortSignal,
): Promise<MediaChoices | LoadFailure> {
  const query = new URLSearchParams({ search: text, page: String(page) });
  try {
    const answer = await fetch(`/admin/media/choices?${query}`, { redirect: 'manual', signal });
    // An expired session redirects to the sign-in page.
    if (answer.type === 'opaqueredirect') return 'signed out';
    return answer.ok ? await readOwnJson<MediaChoices>(answer) : 'unavailable';
  } catch {
    return 'unavailable';
  }
}
