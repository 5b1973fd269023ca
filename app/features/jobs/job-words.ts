// A job's state in words.
import { dealtWith, type ItemCounts, type ItemStatus, type JobProgress, type JobStatus } from './job';

export const STATUS_LABELS: Record<JobStatus | ItemStatus, string> = {
  running: 'Running',
  waiting: 'Waiting',
  done: 'Done',
  skipped: 'Skipped',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const SHOWN = ['done', 'skipped', 'failed', 'cancelled', 'running', 'waiting'] as const;

/** `18 done, 1 failed, 9 waiting`: what there is of each. */
export function describeCounts(counts: ItemCounts): string {
  const parts = SHOWN.filter((status) => counts[status] > 0);
  return parts.map((status) => `${counts[status].toLocaleString('en-US')} ${status}`).join(', ');
}

/** What is said aloud: the end, and every quarter of the way; the same sentence in between. */
export function announce(progress: JobProgress): string {
  const { status, total } = progress;
  if (status !== 'running')
    return `${STATUS_LABELS[status]}: ${describeCounts(progress) || 'nothing to do'}.`;
  const quarters = total === 0 ? 0 : Math.floor((dealtWith(progress) / total) * 4);
  return quarters === 0 ? '' : `${quarters * 25} percent are done.`;
}
