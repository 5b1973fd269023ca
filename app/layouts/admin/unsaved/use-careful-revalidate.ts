// Revalidates a page without risking the text in its forms.
import { useNavigation, useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';

/** Delays before each retry; the last one repeats. */
const RETRY_MS = [1_000, 2_000, 5_000, 10_000];

/**
 * While the server is unavailable or the session has ended, revalidation would replace the page with an error
 * or the sign-in page, and typed text would be lost. So this requests the page's URL first, retries until
 * that succeeds, and only then revalidates. It also waits while a form is being submitted, because the router
 * would drop the revalidation.
 */
export function useCarefulRevalidate(): () => void {
  const { revalidate } = useRevalidator();
  const navigation = useNavigation().state;
  const state = useRef({ isMounted: true, isTrying: false, isSending: false });
  useEffect(() => {
    state.current.isSending = navigation === 'submitting';
  }, [navigation]);
  useEffect(() => {
    const { current } = state;
    current.isMounted = true;
    return () => {
      current.isMounted = false;
    };
  }, []);
  return useCallback(() => {
    const { current } = state;
    const attempt = async (failures: number): Promise<void> => {
      const isAvailable = await answers();
      if (!current.isMounted) return;
      if (!isAvailable || current.isSending) {
        const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)];
        setTimeout(() => current.isMounted && attempt(failures + 1), wait);
        return;
      }
      current.isTrying = false;
      revalidate();
    };
    // The pending attempt serves this call too.
    if (current.isTrying) return;
    current.isTrying = true;
    void attempt(0);
  }, [revalidate]);
}

/** Timeout of one attempt. */
const TIMEOUT_MS = 10_000;

async function answers(): Promise<boolean> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return (await fetch(window.location.href, { method: 'HEAD', redirect: 'manual', signal })).ok;
  } catch {
    return false;
  }
}

/** Revalidates the page at an interval while it is visible. */
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
