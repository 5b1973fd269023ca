// Starts, previews, undoes and reads article repairs.
import { selectArticlePages } from '~/features/articles/bulk/walk-articles.server';
import { findNewest, getJob } from '~/features/jobs/jobs.server';
import { startJob } from '~/features/jobs/start-job.server';
import { ConflictError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { previewRepairKind, repairKind, undoRepairKind } from './repair-kinds.server';
import { changedItems, selectRun, selectSums, selectUndoOf } from './repair-repo.server';
import type { RepairRun, RunCounts } from './repair-run';

type Reading = Pick<AppContext, 'db'>;
type Starting = Pick<AppContext, 'db' | 'request' | 'queue' | 'log'>;
/** For the audit log and the revisions. */
interface Actor {
  userId: string;
}

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
 * @throws NotFoundError; JobRunningError while a repair or an undo is running; ConflictError when this repair
 * was already undone
 */
export async function startUndo(ctx: Starting, actor: Actor, jobId: string): Promise<void> {
  const { db } = ctx;
  const [{ rows }] = await Promise.all([db.read(selectUndoOf(db.build, jobId)), getJob(ctx, jobId)]);
  // While an undo is running, `startJob` says so.
  if (rows[0]?.status === 'done') throw new ConflictError('This repair was already undone.');
  await startJob(ctx, {
    kind: undoRepairKind,
    title: 'Undo an article repair',
    input: { jobId },
    items: changedItems(jobId),
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

/** Whether a run has been undone or an undo is running. */
export async function isUndone({ db }: Reading, jobId: string): Promise<boolean> {
  return (await db.read(selectUndoOf(db.build, jobId))).rows.length > 0;
}
