// Revalidates the page at an interval while it is visible.
import { useEffect } from 'react';
import { useCarefulRevalidate } from '../unsaved/use-careful-revalidate';

export function usePolling(isOn: boolean, everyMs: number): void {
  const revalidate = useCarefulRevalidate();
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') revalidate();
    }, everyMs);
    return () => clearInterval(timer);
  }, [isOn, everyMs, revalidate]);
}
