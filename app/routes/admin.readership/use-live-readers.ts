// The readers of the last 30 minutes, from server-sent events while the page is visible.
import { useEffect, useState } from 'react';
import type { LiveReaders } from '~/features/readership/reports/live-readers';
import { followEvents } from '~/ui/event-stream';

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
    let stop: (() => void) | undefined;
    const follow = () => {
      stop?.();
      stop = undefined;
      if (document.hidden || isPaused) return;
      stop = followEvents<LiveReaders>({
        address: '/admin/readership/events',
        event: 'readers',
        onValue: (live) => setReceived({ live, since: initial }),
        onLive: setIsLive,
      });
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      stop?.();
      document.removeEventListener('visibilitychange', follow);
    };
  }, [initial, isPaused]);
  const live = received?.since === initial ? received.live : initial;
  return { live, isLive, canPause: received !== null, isPaused, setPaused };
}
