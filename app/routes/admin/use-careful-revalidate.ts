// Reads a page's data anew while somebody may be typing into it.
import { useNavigation, useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';

/** Before another try; the last one again and again. */
const RETRY_MS = [1_000, 2_000, 5_000, 10_000];

/**
 * Asked for while the server is away or after the session ended, a page would become an error or the sign-in page, and
 * what was typed there would be gone with it. So its address is tried first, again and again: without an answer the page
 * stays as it is, and with one it is brought up to date. Not while a form is being sent: the router would ask for nothing
 * then, and for nothing afterwards should the form be refused.
 */
export function useCarefulRevalidate(): () => void {
  const { revalidate } = useRevalidator();
  const navigation = useNavigation().state;
  const state = useRef({ isHere: true, isTrying: false, isSending: false });
  useEffect(() => {
    state.current.isSending = navigation === 'submitting';
  }, [navigation]);
  useEffect(() => {
    const { current } = state;
    current.isHere = true;
    return () => {
      current.isHere = false;
    };
  }, []);
  return useCallback(() => {
    const { current } = state;
    const attempt = async (failures: number): Promise<void> => {
      const isThere = await answers();
      if (!current.isHere) return;
      if (!isThere || current.isSending) {
        const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)];
        setTimeout(() => current.isHere && attempt(failures + 1), wait);
        return;
      }
      current.isTrying = false;
      revalidate();
    };
    // Whoever asks meanwhile is served by the answer to come.
    if (current.isTrying) return;
    current.isTrying = true;
    void attempt(0);
  }, [revalidate]);
}

/** Whoever does not answer for so long is asked anew. */
const PATIENCE_MS = 10_000;

async function answers(): Promise<boolean> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    return (await fetch(window.location.href, { method: 'HEAD', redirect: 'manual', signal })).ok;
  } catch {
    return false;
  }
}
