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

/** @param initial from the loader; it replaces what was received before */
export function useLiveReaders(initial: LiveReaders): Following {
  const [received, setReceived] = useState<{ live: LiveReaders; since: LiveReaders } | null>(null);
  const [isLive, setIsLive] = useState(false);
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    let source: EventSource | undefined;
    const follow = () => {
      source?.close();
      source = undefined;
      setIsLive(false);
      if (document.hidden || isPaused) return;
      // The browser reconnects when the server ends the stream.
      source = new EventSource('/admin/readership/events');
      source.addEventListener('readers', ({ data }) => {
        setReceived({ live: JSON.parse(data), since: initial });
        setIsLive(true);
      });
      source.addEventListener('error', () => setIsLive(false));
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      source?.close();
      document.removeEventListener('visibilitychange', follow);
    };
  }, [initial, isPaused]);
  const live = received?.since === initial ? received.live : initial;
  return { live, isLive, canPause: received !== null, isPaused, setPaused };
}
