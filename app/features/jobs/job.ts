// A job and its items: statuses, and what follows from how the items ended.

export const JOB_STATUSES = ['running', 'done', 'cancelled', 'failed'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const ITEM_STATUSES = ['waiting', 'running', 'done', 'skipped', 'failed', 'cancelled'] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];

/** How many items stand where, all counted at one moment. */
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
  /** ISO; null while it runs. */
  finishedAt: string | null;
}

/** Items that somebody dealt with. What was cancelled was not. */
export function dealtWith({ done, skipped, failed }: ItemCounts): number {
  return done + skipped + failed;
}

/** A job of which nothing came is failed; otherwise its counts tell. */
export function statusAtEnd({ done, skipped, failed }: ItemCounts): 'done' | 'failed' {
  return failed > 0 && done + skipped === 0 ? 'failed' : 'done';
}
