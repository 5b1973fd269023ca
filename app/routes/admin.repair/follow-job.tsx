// Listens to a job that runs, and shows nothing itself.
import { useEffect } from 'react';
import type { JobProgress } from '~/features/jobs/job';
import { useJobProgress } from '~/features/jobs/ui/use-job-progress';

const BEGUN: JobProgress = {
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
/** Its end was told, and the page has not heard yet what came of it. */
const ASK_AGAIN_MS = 2_000;

export function FollowJob({ jobId, onProgress }: { jobId: string; onProgress: () => void }) {
  const { progress } = useJobProgress(jobId, BEGUN);
  useEffect(() => {
    if (progress === BEGUN) return;
    onProgress();
    if (progress.status === 'running') return;
    const timer = setInterval(onProgress, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [progress, onProgress]);
  return null;
}
