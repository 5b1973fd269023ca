// A page that shows what changes by itself is read anew every so many milliseconds, while somebody looks at it.
import { useEffect } from 'react';
import { useCarefulRevalidate } from './use-careful-revalidate';

export function useLookAgain(isOn: boolean, everyMs: number): void {
  const revalidate = useCarefulRevalidate();
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') revalidate();
    }, everyMs);
    return () => clearInterval(timer);
  }, [isOn, everyMs, revalidate]);
}
