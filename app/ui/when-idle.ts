// Work that must not delay typing.

/** In milliseconds, for a browser that is never idle. */
const LONGEST_WAIT = 2_000;

/** Runs `work` when the browser is idle; in Safari, which cannot tell, after the current task. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(work, { timeout: LONGEST_WAIT });
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(work);
  return () => clearTimeout(handle);
}
