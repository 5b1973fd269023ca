// What one may know about jobs.
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

type Reading = Pick<AppContext, 'db'>;

const GONE = 'There is no such job any more';

export const JOBS_PER_PAGE = 20;
export const ITEMS_PER_PAGE = 50;

/** @throws NotFoundError */
export async function getJob({ db }: Reading, jobId: string): Promise<JobRow> {
  const [job] = (await db.read(selectJob(db.build, jobId))).rows;
  if (!job) throw new NotFoundError(GONE);
  return job;
}

/** Whose job it is (an account, or null), and of which kind. @throws NotFoundError */
export async function getStarter(
  { db }: Reading,
  jobId: string,
): Promise<{ kind: string; createdBy: string | null }> {
  const [job] = (await db.read(selectStarter(db.build, jobId))).rows;
  if (!job) throw new NotFoundError(GONE);
  return job;
}

/** A page of all jobs, running ones first, then newest first. Pages count from 1. */
export async function listJobs({ db }: Reading, page: number): Promise<{ rows: JobRow[]; total: number }> {
  const [found, counted] = await Promise.all([
    db.read(selectJobs(db.build, JOBS_PER_PAGE, (page - 1) * JOBS_PER_PAGE)),
    db.read(countJobs(db.build)),
  ]);
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 };
}

/** A page of a job's items in the order they were made. */
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
 * The job of a kind that runs now; the newest, if there are several.
 * @public
 */
export async function findRunning({ db }: Reading, kind: string): Promise<JobRow | null> {
  return (await db.read(selectNewestOfKind(db.build, kind, 'running'))).rows[0] ?? null;
}

/**
 * The newest job of a kind, whatever became of it.
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
 * Null where there is no such job. A page that shows it beside what it works on asks for both in one turn, by a statement
 * that gives its id: then both are of one moment.
 */
export async function findProgress({ db }: Reading, jobId: JobId): Promise<JobProgress | null> {
  return (await db.read(selectProgress(db.build, jobId))).rows[0] ?? null;
}

/** What the progress of a job read along with the rest is. */
export function toProgress(job: JobRow): JobProgress {
  const { total, waiting, running, done, skipped, failed, cancelled, status, finishedAt } = job;
  return { total, waiting, running, done, skipped, failed, cancelled, status, finishedAt };
}

/** How long the item has waited that waits longest (0: none), and how long nobody has touched any; in whole seconds. */
export async function findOldestWork({
  db,
}: Reading): Promise<{ waitingSeconds: number; idleSeconds: number }> {
  const [found] = (await db.read(selectOldestWork(db.build))).rows;
  const { waitingSeconds = 0, idleSeconds = 0 } = found ?? {};
  return { waitingSeconds: Math.max(0, waitingSeconds), idleSeconds };
}
