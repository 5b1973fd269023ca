// The screen's runs as they go on, without loading the page again and again.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ContentCheck } from '~/features/content-check/content-check.server';
import type { RepairRuns } from '~/features/repair/repair.server';
import { useCarefulRevalidate } from '../admin/use-careful-revalidate';

export interface Live extends RepairRuns {
  check: ContentCheck | null;
}

const NAMES = ['repair', 'undo', 'preview', 'check'] as const;
type RunName = (typeof NAMES)[number];

interface Watch {
  live: Live;
  /** Jobs that are running. */
  running: string[];
  /** To be called when one of them has got on: asks for everything anew. */
  refresh: () => void;
}

/** Events come faster than anybody reads figures. */
const PAUSE_MS = 400;
const ANSWER_MS = 10_000;

/**
 * @param loaded as the page's loader read it
 * @param onEnd told once when a run that was watched is over
 */
export function useLive(loaded: Live, onEnd: (name: RunName, live: Live) => void): Watch {
  const [told, setTold] = useState<{ since: Live; live: Live } | null>(null);
  const revalidate = useCarefulRevalidate();
  // What was told before the page was loaded anew is older than the page.
  const live = told?.since === loaded ? told.live : loaded;
  const newest = useRef({ loaded, onEnd });
  useEffect(() => {
    newest.current = { loaded, onEnd };
  });

  const shown = useRef(live);
  useEffect(() => {
    for (const name of NAMES) {
      const [before, after] = [shown.current[name], live[name]];
      if (before?.status !== 'running' || after?.id !== before.id || after.status === 'running') continue;
      newest.current.onEnd(name, live);
      // Lists of what was found come with the page.
      if (live !== loaded) revalidate();
    }
    shown.current = live;
  }, [live, loaded, revalidate]);

  const refresh = useRefresh((found) => setTold({ since: newest.current.loaded, live: found }));
  const running = NAMES.map((name) => live[name])
    .filter((run) => run?.status === 'running')
    .map((run) => run?.id ?? '');
  return { live, running, refresh };
}

/** Asks one at a time, and once more when it was called meanwhile. */
function useRefresh(onFound: (live: Live) => void): () => void {
  const state = useRef({ isAsking: false, isWanted: false, isGone: false });
  const found = useRef(onFound);
  useEffect(() => {
    found.current = onFound;
  });
  useEffect(() => {
    state.current.isGone = false;
    return () => {
      state.current.isGone = true;
    };
  }, []);
  return useCallback(async () => {
    const now = state.current;
    now.isWanted = true;
    if (now.isAsking) return;
    now.isAsking = true;
    while (now.isWanted && !now.isGone) {
      now.isWanted = false;
      const live = await askProgress();
      if (live && !now.isGone) found.current(live);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    now.isAsking = false;
  }, []);
}

/** Null when nobody answers: whatever comes next asks again. */
async function askProgress(): Promise<Live | null> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await fetch('/admin/repair/progress', { redirect: 'manual', signal });
    return answer.ok ? ((await answer.json()) as Live) : null;
  } catch {
    return null;
  }
}
