// A job's progress from server-sent events, with polling while no connection is open.

import { useEffect, useState } from 'react';
import { readOwnJson } from '~/lib/own-json';
import { followEvents } from '~/ui/event-stream';
import type { JobProgress } from '../job';

const RESPONSE_TIMEOUT_MS = 10_000;

interface Watch {
  progress: JobProgress;
  /** True while the server pushes changes or answers polls. */
  isLive: boolean;
}

/** @param initial from the loader; a new value replaces the state unless a live connection is newer */
export function useJobProgress(jobId: string, initial: JobProgress): Watch {
  const [progress, setProgress] = useState(initial);
  const [isLive, setIsLive] = useState(false);
  const given = JSON.stringify(initial);
  const [seen, setSeen] = useState(given);
  if (seen !== given) {
    setSeen(given);
    // Pushed progress is newer than the loader's.
    if (!isLive) setProgress(initial);
  }
  const isRunning = progress.status === 'running';
  useEffect(() => {
    if (!isRunning) return;
    return followEvents<JobProgress>({
      address: `/admin/jobs/${jobId}/events`,
      event: 'progress',
      poll: () => fetchProgress(jobId),
      onValue: setProgress,
      onLive: setIsLive,
    });
  }, [jobId, isRunning]);
  return { progress, isLive };
}

/** Null when the server is unreachable or refuses access. */
async function fetchProgress(jobId: string): Promise<JobProgress | null> {
  try {
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
    const answer = await fetch(`/admin/jobs/${jobId}/progress`, { redirect: 'manual', signal });
    return answer.ok ? await readOwnJson<JobProgress>(answer) : null;
  } catch {
    return null; // Unreachable: polled again before the next connection.
  }
}
