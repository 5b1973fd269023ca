// The readers of the last 30 minutes, from server-sent events while the page is visible.
import { useEffect, useState } from 'react';
import type { LiveReaders } from '~/features/readership/reports/live-readers';

/** @param initial from the loader; it replaces what was received before */
export function useLiveReaders(initial: LiveReaders): { live: LiveReaders; isLive: boolean } {
  const [received, setReceived] = useState<{ live: LiveReaders; since: LiveReaders } | null>(null);
  const [isLive, setIsLive] = useState(false);
  useEffect(() => {
    let source: EventSource | undefined;
    const follow = () => {
      source?.close();
      source = undefined;
      setIsLive(false);
      if (document.hidden) return;
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
  }, [initial]);
  return { live: received?.since === initial ? received.live : initial, isLive };
}
