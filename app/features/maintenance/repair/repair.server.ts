// Starts, previews, undoes and reads article repairs.
import { selectArticlePages } from '~/features/articles/bulk/walk-articles.server';
import { findJob, findNewest, findRunning } from '~/features/jobs/jobs.server';
import { startJob } from '~/features/jobs/start-job.server';
import { ConflictError, NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { previewRepairKind, repairKind, undoRepairKind } from './repair-kinds.server';
import { itemsToUndo, selectCountToUndo, selectRun, selectSums } from './repair-repo.server';
import type { RepairRun, RunCounts } from './repair-run';

type Reading = Pick<AppContext, 'db'>;
type Starting = Pick<AppContext, 'db' | 'request' | 'queue' | 'log'>;
/** For the audit log and the revisions. */
interface Actor {
  userId: string;
}

const STILL_REPAIRING = 'Some articles are still being repaired. Try again in a moment.';

export type RunKind = 'repair' | 'preview-repair' | 'undo-repair';

/** @throws JobRunningError while a repair or an undo is running */
export async function startRepair(ctx: Starting, actor: Actor): Promise<void> {
  await startJob(ctx, {
    kind: repairKind,
    title: 'Repair articles',
    items: selectArticlePages(),
    createdBy: actor.userId,
  });
}

/** @throws JobRunningError while another dry run is running */
export async function startPreview(ctx: Starting, actor: Actor): Promise<void> {
  await startJob(ctx, {
    kind: previewRepairKind,
    title: 'Dry run of the article repair',
    items: selectArticlePages(),
    createdBy: actor.userId,
  });
}

/**
 * Undoes what a repair changed, except for articles that an earlier undo has restored or skipped.
 * @throws NotFoundError; JobRunningError while a repair or an undo is running; ConflictError when nothing is left
 * to undo, or while articles of the canceled repair are still being repaired
 */
export async function startUndo(ctx: Starting, actor: Actor, jobId: string): Promise<void> {
  const [repair, count, undo] = await Promise.all([
    findJob(ctx, jobId),
    countToUndo(ctx, jobId),
    findRunning(ctx, 'undo-repair'),
  ]);
  if (repair?.kind !== 'repair') throw new NotFoundError('This repair no longer exists.');
  // `startJob` refuses an undo while one of them runs.
  if (repair.status !== 'running' && !undo) {
    if (repair.running > 0) throw new ConflictError(STILL_REPAIRING);
    if (count === 0) throw new ConflictError('This repair has no changes left to undo.');
  }
  await startJob(ctx, {
    kind: undoRepairKind,
    title: 'Undo an article repair',
    input: { jobId },
    items: itemsToUndo(jobId),
    createdBy: actor.userId,
  });
}

export interface RepairRuns {
  repair: RepairRun | null;
  undo: RepairRun | null;
  preview: RepairRun | null;
}

/** The newest run of each kind. */
export async function findRuns(ctx: Reading): Promise<RepairRuns> {
  const [repair, undo, preview] = await Promise.all([
    findRun(ctx, 'repair'),
    findRun(ctx, 'undo-repair'),
    findRun(ctx, 'preview-repair'),
  ]);
  return { repair, undo, preview };
}

/** The newest run of a kind, in any status. */
async function findRun(ctx: Reading, kind: RunKind): Promise<RepairRun | null> {
  const { db } = ctx;
  const job = await findNewest(ctx, kind);
  if (!job) return null;
  const { id, status, createdAt, finishedAt, createdByName } = job;
  const [run, sums] = await Promise.all([
    db.read(selectRun(db.build, id)),
    kind === 'repair' && status !== 'running' ? db.read(selectSums(db.build, id)) : null,
  ]);
  return {
    ...(run.rows[0] as RunCounts),
    id,
    status,
    startedAt: createdAt,
    finishedAt,
    startedBy: createdByName,
    sums: sums?.rows[0] ?? null,
  };
}

/** The number of articles that an undo of this repair would restore. */
export async function countToUndo({ db }: Reading, jobId: string): Promise<number> {
  return (await db.read(selectCountToUndo(db.build, jobId))).rows[0]?.count ?? 0;
}
