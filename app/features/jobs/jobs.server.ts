// Read access to jobs and their progress.
import { NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import type { ItemStatus, JobProgress } from './job';
import {
  countJobs,
  type ItemRow,
  type JobId,
  type JobRow,
  selectItems,
  selectJob,
  selectJobs,
  selectNewestOfKind,
  selectOldestWork,
  selectProgress,
  selectStarter,
} from './jobs-repo.server';
import { selectRunning } from './start-job-repo.server';

type Reading = Pick<AppContext, 'db'>;

const GONE = 'This job no longer exists';

export const JOBS_PER_PAGE = 20;
export const ITEMS_PER_PAGE = 50;

export async function findJob({ db }: Reading, jobId: string): Promise<JobRow | null> {
  return (await db.read(selectJob(db.build, jobId))).rows[0] ?? null;
}

/** @throws NotFoundError */
export async function getJob(ctx: Reading, jobId: string): Promise<JobRow> {
  const job = await findJob(ctx, jobId);
  if (!job) throw new NotFoundError(GONE);
  return job;
}

/** The job's kind and the account that started it; null for the system. @throws NotFoundError */
export async function getStarter(
  { db }: Reading,
  jobId: string,
): Promise<{ kind: string; createdBy: string | null }> {
  const [job] = (await db.read(selectStarter(db.build, jobId))).rows;
  if (!job) throw new NotFoundError(GONE);
  return job;
}

/**
 * One page of jobs, running ones first, then newest first.
 * @param page from 1
 */
export async function listJobs({ db }: Reading, page: number): Promise<{ rows: JobRow[]; total: number }> {
  const [found, counted] = await Promise.all([
    db.read(selectJobs(db.build, JOBS_PER_PAGE, (page - 1) * JOBS_PER_PAGE)),
    db.read(countJobs(db.build)),
  ]);
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 };
}

/**
 * One page of a job's items in insertion order.
 * @param page from 1
 */
export async function listItems(
  { db }: Reading,
  jobId: string,
  status: ItemStatus | null,
  page: number,
): Promise<ItemRow[]> {
  const offset = (page - 1) * ITEMS_PER_PAGE;
  return (await db.read(selectItems(db.build, jobId, status, ITEMS_PER_PAGE, offset))).rows;
}

/**
 * The running job of a kind; the newest if there are several.
 * @public
 */
export async function findRunning({ db }: Reading, kind: string): Promise<JobRow | null> {
  return (await db.read(selectNewestOfKind(db.build, kind, 'running'))).rows[0] ?? null;
}

/** The newest running job of these kinds, with its progress. */
export async function findRunningWithProgress(ctx: Reading, kinds: readonly string[]) {
  const [job] = (await ctx.db.read(selectRunning(ctx.db.build, kinds))).rows;
  const progress = job && (await findProgress(ctx, job.id));
  return progress ? { ...job, progress } : null;
}

/**
 * The newest job of a kind, in any status.
 * @public
 */
export async function findNewest({ db }: Reading, kind: string): Promise<JobRow | null> {
  return (await db.read(selectNewestOfKind(db.build, kind, null))).rows[0] ?? null;
}

/** @throws NotFoundError */
export async function progressOf(ctx: Reading, jobId: string): Promise<JobProgress> {
  const progress = await findProgress(ctx, jobId);
  if (!progress) throw new NotFoundError(GONE);
  return progress;
}

/**
 * Null when there is no such job. A page that shows progress next to the affected rows passes a subquery for
 * the id and reads both in one batch, so that they are consistent.
 */
export async function findProgress({ db }: Reading, jobId: JobId): Promise<JobProgress | null> {
  return (await db.read(selectProgress(db.build, jobId))).rows[0] ?? null;
}

/** The progress part of a job row. */
export function toProgress(job: JobRow): JobProgress {
  const { total, waiting, running, done, skipped, failed, cancelled, status, finishedAt } = job;
  return { total, waiting, running, done, skipped, failed, cancelled, status, finishedAt };
}

/**
 * The longest wait of a waiting item (0 if none waits), and the time since any item was last touched, both in
 * whole seconds.
 */
export async function findOldestWork({
  db,
}: Reading): Promise<{ waitingSeconds: number; idleSeconds: number }> {
  const [found] = (await db.read(selectOldestWork(db.build))).rows;
  const { waitingSeconds = 0, idleSeconds = 0 } = found ?? {};
  return { waitingSeconds: Math.max(0, waitingSeconds), idleSeconds };
}
