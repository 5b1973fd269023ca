// Statuses of a job and its items, and how the items' results decide the job's.

export const JOB_STATUSES = ['running', 'done', 'cancelled', 'failed'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const ITEM_STATUSES = ['waiting', 'running', 'done', 'skipped', 'failed', 'cancelled'] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];

/** Number of items per status, counted in one statement. */
export interface ItemCounts {
  total: number;
  waiting: number;
  running: number;
  done: number;
  skipped: number;
  failed: number;
  cancelled: number;
}

export interface JobProgress extends ItemCounts {
  status: JobStatus;
  /** ISO 8601; null while the job runs. */
  finishedAt: string | null;
}

/** Items that were processed. Canceled items were not. */
export function countProcessed({ done, skipped, failed }: ItemCounts): number {
  return done + skipped + failed;
}

/** A job fails if at least one item failed and none was done or skipped. */
export function statusAtEnd({ done, skipped, failed }: ItemCounts): 'done' | 'failed' {
  return failed > 0 && done + skipped === 0 ? 'failed' : 'done';
}
