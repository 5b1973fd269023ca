// Asks the server which paths of this site lead to no page, each once. Uses a plain fetch, so that a failure never affects the
// page and its unsaved text.
import { useEffect, useMemo, useRef, useState } from 'react';
import { LONGEST_PATH, MAX_PATHS } from '~/features/maintenance/content-check/written-paths';
import { readOwnJson } from '~/lib/own-json';

const CHECK = '/admin/articles/broken-links';

/** Null when the check fails; the next change of the text repeats it. */
async function fetchBroken(paths: readonly string[], signal: AbortSignal): Promise<string[] | null> {
  try {
    const answer = await fetch(CHECK, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ paths }),
      // An expired session redirects to the sign-in page.
      redirect: 'manual',
      signal,
    });
    return answer.ok ? (await readOwnJson<{ broken: string[] }>(answer)).broken : null;
  } catch {
    return null;
  }
}

/** @param paths in the text; a new array when the text has changed */
export function useBrokenPaths(paths: readonly string[]): ReadonlySet<string> {
  /** Path -> whether it is broken. */
  const [checked, setChecked] = useState<ReadonlyMap<string, boolean>>(new Map());
  const broken = useMemo(
    () => new Set([...checked].flatMap(([path, isBroken]) => (isBroken ? path : []))),
    [checked],
  );
  const check = async (some: readonly string[], signal: AbortSignal) => {
    const found = some.length > 0 && (await fetchBroken(some, signal));
    if (!found || signal.aborted) return;
    setChecked(
      (before) => new Map([...before, ...some.map((path) => [path, found.includes(path)] as const)]),
    );
  };
  const latest = useRef({ check, broken });
  latest.current = { check, broken };

  useEffect(() => {
    const aborting = new AbortController();
    const isNew = (path: string) => !checked.has(path) && path.length <= LONGEST_PATH;
    latest.current.check(paths.filter(isNew).slice(0, MAX_PATHS), aborting.signal);
    return () => aborting.abort();
  }, [paths, checked]);
  // Someone may have created or published the page in another tab.
  useEffect(() => {
    const aborting = new AbortController();
    const repeat = () => {
      const { check, broken } = latest.current;
      if (document.visibilityState === 'visible') check([...broken].slice(0, MAX_PATHS), aborting.signal);
    };
    document.addEventListener('visibilitychange', repeat);
    return () => {
      document.removeEventListener('visibilitychange', repeat);
      aborting.abort();
    };
  }, []);
  return broken;
}
