// A job's progress from server-sent events, with polling while no connection is open.

import { useEffect, useState } from 'react';
import { readOwnJson } from '~/lib/own-json';
import type { JobProgress } from '../job';

/** Delays before reconnecting; the last one repeats. */
const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000];

/** The server closes each connection earlier, so one that is silent this long is dead. */
const MAX_SILENCE_MS = 5 * 60_000;
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
    return watchJob(jobId, setProgress, setIsLive);
  }, [jobId, isRunning]);
  return { progress, isLive };
}

/** Returns a function that stops watching. */
export function watchJob(
  jobId: string,
  onProgress: (progress: JobProgress) => void,
  onLive: (isLive: boolean) => void,
): () => void {
  let ended = false;
  let failures = 0;
  let source: EventSource | undefined;
  let timer: number | undefined;

  const resetSilenceTimer = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(reconnect, MAX_SILENCE_MS);
  };
  const reconnect = () => {
    source?.close();
    window.clearTimeout(timer);
    void pollAndReconnect();
  };

  const connect = () => {
    source = new EventSource(`/admin/jobs/${jobId}/events`);
    resetSilenceTimer();
    source.addEventListener('progress', (event) => {
      resetSilenceTimer();
      failures = 0;
      onLive(true);
      onProgress(JSON.parse(event.data));
    });
    // Replaces the browser's own reconnection and its intervals.
    source.addEventListener('error', reconnect);
  };

  const pollAndReconnect = async () => {
    const found = await fetchProgress(jobId);
    if (ended) return;
    onLive(found !== null);
    if (found) onProgress(found);
    timer = window.setTimeout(connect, RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)]);
    failures += 1;
  };

  connect();
  return () => {
    ended = true;
    source?.close();
    window.clearTimeout(timer);
    onLive(false);
  };
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
