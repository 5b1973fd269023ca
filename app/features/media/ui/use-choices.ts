// The library's pictures for a dialog over a form. Asked for by a plain fetch: whatever becomes of that, the page around the
// dialog stays, with all that is typed in it.
import { useCallback, useEffect, useState } from 'react';
import type { MediaChoices } from '../media-view';

/** While somebody types. */
const WAIT_MS = 300;
/** Whoever does not answer for so long is away. */
const PATIENCE_MS = 15_000;

type Trouble = 'away' | 'signed out';

interface Choices {
  /** The last ones that came. */
  found: MediaChoices | null;
  isLoading: boolean;
  trouble: Trouble | null;
  tryAgain(): void;
}

export function useChoices(text: string, page: number): Choices {
  const [found, setFound] = useState<MediaChoices | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [isLoading, setLoading] = useState(true);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks anew
  useEffect(() => {
    const control = new AbortController();
    let isOver = false;
    const load = async () => {
      setLoading(true);
      const patience = setTimeout(() => control.abort(), PATIENCE_MS);
      const answer = await ask(text, page, control.signal);
      clearTimeout(patience);
      // Something else was asked for meanwhile.
      if (isOver) return;
      setLoading(false);
      setTrouble(typeof answer === 'string' ? answer : null);
      if (typeof answer !== 'string') setFound(answer);
    };
    const timer = setTimeout(load, text ? WAIT_MS : 0);
    return () => {
      isOver = true;
      clearTimeout(timer);
      control.abort();
    };
  }, [text, page, tries]);
  const tryAgain = useCallback(() => setTries((before) => before + 1), []);
  return { found, isLoading, trouble, tryAgain };
}

async function ask(text: string, page: number, signal: AbortSignal): Promise<MediaChoices | Trouble> {
  const query = new URLSearchParams({ search: text, page: String(page) });
  try {
    const answer = await fetch(`/admin/media/choices?${query}`, { redirect: 'manual', signal });
    // Whose session ended is led to the sign-in page.
    if (answer.type === 'opaqueredirect') return 'signed out';
    return answer.ok ? ((await answer.json()) as MediaChoices) : 'away';
  } catch {
    return 'away';
  }
}
