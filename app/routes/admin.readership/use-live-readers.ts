// The readers of the last 30 minutes, from server-sent events while the page is visible.
import { useEffect, useState } from 'react';
import type { LiveReaders } from '~/features/readership/reports/live-readers';

interface Following {
  live: LiveReaders;
  isLive: boolean;
  /** Once events have been received. */
  canPause: boolean;
  isPaused: boolean;
  setPaused(isPaused: boolean): void;
}

/** The browser reconnects after a few seconds. */
const RECONNECT_MS = 10_000;

/** @param initial from the loader; it replaces what was received before */
export function useLiveReaders(initial: LiveReaders): Following {
  const [received, setReceived] = useState<{ live: LiveReaders; since: LiveReaders } | null>(null);
  const [isLive, setIsLive] = useState(false);
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    let source: EventSource | undefined;
    let lost: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      source?.close();
      source = undefined;
      clearTimeout(lost);
      setIsLive(false);
      if (document.hidden || isPaused) return;
      source = new EventSource('/admin/readership/events');
      source.addEventListener('readers', ({ data }) => {
        setReceived({ live: JSON.parse(data), since: initial });
        setIsLive(true);
        clearTimeout(lost);
      });
      source.addEventListener('error', () => {
        // The server ends the stream every minute, and the browser reconnects.
        clearTimeout(lost);
        lost = setTimeout(() => setIsLive(false), RECONNECT_MS);
      });
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      source?.close();
      clearTimeout(lost);
      document.removeEventListener('visibilitychange', follow);
    };
  }, [initial, isPaused]);
  const live = received?.since === initial ? received.live : initial;
  return { live, isLive, canPause: received !== null, isPaused, setPaused };
}
