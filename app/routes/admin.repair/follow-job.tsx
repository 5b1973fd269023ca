// Follows a running job's event stream and calls `onProgress`. Renders nothing.
import { useEffect } from 'react';
import type { JobProgress } from '~/features/jobs/job';
import { useJobProgress } from '~/features/jobs/ui/use-job-progress';

const INITIAL_PROGRESS: JobProgress = {
  total: 0,
  waiting: 0,
  running: 0,
  done: 0,
  skipped: 0,
  failed: 0,
  cancelled: 0,
  status: 'running',
  finishedAt: null,
};
/** After the job ends, polls until the page has loaded the result. */
const POLL_INTERVAL_MS = 2_000;

export function FollowJob({ jobId, onProgress }: { jobId: string; onProgress: () => void }) {
  const { progress } = useJobProgress(jobId, INITIAL_PROGRESS);
  useEffect(() => {
    if (progress === INITIAL_PROGRESS) return;
    onProgress();
    if (progress.status === 'running') return;
    const timer = setInterval(onProgress, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [progress, onProgress]);
  return null;
}
