// Text that describes a job's state.
import { countProcessed, type ItemCounts, type ItemStatus, type JobProgress, type JobStatus } from './job';

export const STATUS_LABELS: Record<JobStatus | ItemStatus, string> = {
  running: 'Running',
  waiting: 'Waiting',
  done: 'Done',
  skipped: 'Skipped',
  failed: 'Failed',
  cancelled: 'Canceled',
};

const STATUS_ORDER = ['done', 'skipped', 'failed', 'cancelled', 'running', 'waiting'] as const;

/** `18 done, 1 failed, 9 waiting`: only statuses that occur. */
export function describeCounts(counts: ItemCounts): string {
  const parts = STATUS_ORDER.filter((status) => counts[status] > 0);
  return parts
    .map((status) => `${counts[status].toLocaleString('en-US')} ${STATUS_LABELS[status].toLowerCase()}`)
    .join(', ');
}

/**
 * Text for the live region: the end, and every 25 percent. It stays the same in between, so screen readers
 * announce each step once.
 */
export function announce(progress: JobProgress): string {
  const { status, total } = progress;
  if (status !== 'running')
    return `${STATUS_LABELS[status]}: ${describeCounts(progress) || 'nothing to do'}.`;
  const quarters = total === 0 ? 0 : Math.floor((countProcessed(progress) / total) * 4);
  return quarters === 0 ? '' : `${quarters * 25} percent done.`;
}
