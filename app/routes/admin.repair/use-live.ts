// Keeps the repair screen's runs up to date without reloading the page.

import { useCallback, useEffect, useRef, useState } from 'react';
import type { ContentCheck } from '~/features/maintenance/content-check/content-check.server';
import type { RepairRuns } from '~/features/maintenance/repair/repair.server';
import { useCarefulRevalidate } from '~/layouts/admin/unsaved/use-careful-revalidate';
import { readOwnJson } from '~/lib/own-json';
import { pause } from '~/lib/time/within-time';

export interface Live extends RepairRuns {
  check: ContentCheck | null;
}

const NAMES = ['repair', 'undo', 'preview', 'check'] as const;
type RunName = (typeof NAMES)[number];

interface Watch {
  live: Live;
  /** IDs of the running jobs. */
  running: string[];
  /** Call on progress of a running job: reloads all runs. */
  refresh: () => void;
}

/** Minimum pause between requests, because progress events can arrive faster than that. */
const MIN_INTERVAL_MS = 400;
const TIMEOUT_MS = 10_000;

/**
 * @param loaded the runs from the page's loader
 * @param onEnd called once when a followed run ends
 */
export function useLive(loaded: Live, onEnd: (name: RunName, live: Live) => void): Watch {
  const [update, setUpdate] = useState<{ since: Live; live: Live } | null>(null);
  const revalidate = useCarefulRevalidate();
  // Ignore updates from before the latest page load.
  const live = update?.since === loaded ? update.live : loaded;
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
      // The lists of results come only with the page.
      if (live !== loaded) revalidate();
    }
    shown.current = live;
  }, [live, loaded, revalidate]);

  const refresh = useRefresh((found) => setUpdate({ since: newest.current.loaded, live: found }));
  const running = NAMES.map((name) => live[name])
    .filter((run) => run?.status === 'running')
    .map((run) => run?.id ?? '');
  return { live, running, refresh };
}

/** Sends one request at a time, plus one more if it was called during a request. */
function useRefresh(onFound: (live: Live) => void): () => void {
  const state = useRef({ isLoading: false, isQueued: false, isUnmounted: false });
  const found = useRef(onFound);
  useEffect(() => {
    found.current = onFound;
  });
  useEffect(() => {
    state.current.isUnmounted = false;
    return () => {
      state.current.isUnmounted = true;
    };
  }, []);
  return useCallback(async () => {
    const now = state.current;
    now.isQueued = true;
    if (now.isLoading) return;
    now.isLoading = true;
    while (now.isQueued && !now.isUnmounted) {
      now.isQueued = false;
      const live = await fetchRuns();
      if (live && !now.isUnmounted) found.current(live);
      await pause(MIN_INTERVAL_MS);
    }
    now.isLoading = false;
  }, []);
}

/** Returns null on any failure; the next progress event retries. */
async function fetchRuns(): Promise<Live | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch('/admin/repair/progress', { redirect: 'manual', signal });
    return answer.ok ? await readOwnJson<Live>(answer) : null;
  } catch {
    return null;
  }
}
