// A job's progress as it happens: told by the server while a connection stands, asked for where none does.
import { useEffect, useState } from 'react';
import type { JobProgress } from '../job';

/** Before another connection is tried; the last one again and again. */
const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000];

/** The server ends each connection before that; one on which nothing comes for so long is dead, and nobody said so. */
const LONGEST_SILENCE_MS = 5 * 60_000;
const ANSWER_MS = 10_000;

interface Watch {
  progress: JobProgress;
  /** Whether the page learns of changes by itself at this moment. */
  isLive: boolean;
}

/** @param initial as the server drew it; another one is taken over while nothing newer is told */
export function useJobProgress(jobId: string, initial: JobProgress): Watch {
  const [progress, setProgress] = useState(initial);
  const [isLive, setIsLive] = useState(false);
  const given = JSON.stringify(initial);
  const [seen, setSeen] = useState(given);
  if (seen !== given) {
    setSeen(given);
    // What the server tells by itself is newer than what a page asked for a moment ago.
    if (!isLive) setProgress(initial);
  }
  const isRunning = progress.status === 'running';
  useEffect(() => {
    if (!isRunning) return;
    return watchJob(jobId, setProgress, setIsLive);
  }, [jobId, isRunning]);
  return { progress, isLive };
}

/** Returns what ends it. */
export function watchJob(
  jobId: string,
  onProgress: (progress: JobProgress) => void,
  onLive: (isLive: boolean) => void,
): () => void {
  let ended = false;
  let failures = 0;
  let source: EventSource | undefined;
  let timer: number | undefined;

  const listenUntilSilent = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(reconnect, LONGEST_SILENCE_MS);
  };
  const reconnect = () => {
    source?.close();
    window.clearTimeout(timer);
    void askAndReconnect();
  };

  const connect = () => {
    source = new EventSource(`/admin/jobs/${jobId}/events`);
    listenUntilSilent();
    source.addEventListener('progress', (event) => {
      listenUntilSilent();
      failures = 0;
      onLive(true);
      onProgress(JSON.parse(event.data) as JobProgress);
    });
    // The browser would try again by itself, at intervals of its own.
    source.addEventListener('error', reconnect);
  };

  const askAndReconnect = async () => {
    const found = await askProgress(jobId);
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

/** Null when nobody answers, or not to us any more. */
async function askProgress(jobId: string): Promise<JobProgress | null> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await fetch(`/admin/jobs/${jobId}/progress`, { redirect: 'manual', signal });
    return answer.ok ? ((await answer.json()) as JobProgress) : null;
  } catch {
    return null; // Nobody can be reached: asked again with the next connection.
  }
}
