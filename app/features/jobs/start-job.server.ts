// Starting a job, stopping it, and trying again what failed.
import type { SQL } from 'drizzle-orm';
import { auditLine } from '~/features/audit/audit.server';
import { ConflictError, ConstraintError } from '~/lib/errors';
import type { AppContext, Statement } from '~/platform/context';
import type { Apart, JobKind, Json, NewItem } from './job-kind';
import { getJob } from './jobs.server';
import type { JobKinds } from './run-item.server';
import { sendItems } from './send-items.server';
import {
  cancelRunningJob,
  cancelWaitingItems,
  insertItems,
  insertJob,
  isRunning,
  lockJob,
  mayBeRetried,
  reopenJob,
  resetFailedItems,
  selectInput,
  toItemRows,
  waitForOthers,
} from './start-job-repo.server';

type Writing = Pick<AppContext, 'db' | 'request' | 'queue' | 'log'>;

/** Who does it, for the audit log; null for the machine. */
interface Actor {
  userId: string | null;
}

export interface NewJob {
  /** Where `statements` name the job before it is there. */
  id?: string;
  kind: JobKind;
  /** What it does, as people read it: 'Generate 12 images'. */
  title: string;
  input?: Json;
  /** A repository may give a select of (key text, input jsonb) instead: nothing travels then. */
  items: readonly NewItem[] | SQL;
  /** Null for the machine. */
  createdBy: string | null;
  /** Committed with the job. */
  statements?: readonly Statement<unknown>[];
}

/**
 * The job and its items stand when this resolves, and the queue has been told. A job without items is done at the next
 * tick of the clock.
 * @throws ConflictError while one runs that its kind is kept apart from
 */
export async function startJob(ctx: Writing, job: NewJob): Promise<{ id: string; total: number }> {
  const { title, input = {}, items, createdBy, statements = [] } = job;
  const { kind } = job.kind;
  const { db } = ctx;
  const { id = crypto.randomUUID() } = job;
  const rows = 'queryChunks' in items ? items : toItemRows(items);
  const event = { event: 'job_started', actorId: createdBy, subject: title, details: { id, kind } };
  const { apart, holds } = rulesOf(ctx, job.kind, input);
  const written = db.write(
    waitForOthers(db.build, apart),
    insertJob(db.build, { id, kind, title, input, createdBy }, apart),
    insertItems(db.build, id, rows),
    auditLine(ctx, event),
    ...statements,
    ...holds,
  );
  const [, , inserted] = await refusedAs(apart, written);
  const ids = inserted.rows.map((row) => row.id);
  ctx.log.write({ event: 'job_started', jobId: id, kind, items: ids.length });
  await sendItems(ctx, ids);
  return { id, total: ids.length };
}

interface Rules {
  apart: Apart | null;
  holds: Statement<unknown>[];
}

/** Of input that cannot be read nothing is known; it fails with the first item. */
function rulesOf(ctx: Writing, kind: JobKind | undefined, input: unknown): Rules {
  const parsed = kind?.input.safeParse(input);
  if (!parsed?.success) return { apart: null, holds: [] };
  const hold = kind?.hold?.(ctx, parsed.data);
  return { apart: kind?.apart?.(parsed.data) ?? null, holds: hold ? [hold] : [] };
}

async function refusedAs<T>(apart: Apart | null, written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    const isOther =
      error instanceof ConstraintError && error.kind === 'missing' && error.constraint === 'kind';
    if (!apart || !isOther) throw error;
    throw new ConflictError(apart.sentence, { cause: error });
  }
}

/**
 * Nothing more is begun; what somebody works on at this moment ends as it ends.
 * @throws NotFoundError, ConflictError for a job that is over
 */
export async function cancelJob(ctx: Writing, actor: Actor, jobId: string): Promise<void> {
  const { db } = ctx;
  const { title: subject } = await getJob(ctx, jobId);
  const event = { event: 'job_cancelled', actorId: actor.userId, subject, details: { id: jobId } };
  const [, , cancelled] = await db.write(
    lockJob(db.build, jobId),
    auditLine(ctx, event, isRunning(jobId)),
    cancelRunningJob(db.build, jobId),
    cancelWaitingItems(db.build, jobId),
  );
  if (cancelled.rows.length === 0) throw new ConflictError('This job is over already');
}

/**
 * Items that failed wait again, with all their attempts before them; a job that failed at its end is finished again.
 * @returns how many items
 * @throws NotFoundError; ConflictError when nothing has failed, or while one runs that its kind is kept apart from
 */
export async function retryFailed(
  ctx: Writing,
  kinds: JobKinds,
  actor: Actor,
  jobId: string,
): Promise<number> {
  const { db } = ctx;
  const [{ title: subject, kind }, [given]] = await Promise.all([
    getJob(ctx, jobId),
    db.read(selectInput(db.build, jobId)),
  ]);
  const { apart, holds } = rulesOf(ctx, kinds[kind], given?.input);
  const event = { event: 'job_retried', actorId: actor.userId, subject, details: { id: jobId } };
  const written = db.write(
    waitForOthers(db.build, apart),
    lockJob(db.build, jobId),
    auditLine(ctx, event, mayBeRetried(jobId)),
    reopenJob(db.build, jobId, apart),
    resetFailedItems(db.build, jobId),
    ...holds,
  );
  const [, , , reopened, reset] = await refusedAs(apart, written);
  if (reopened.rows.length === 0) throw new ConflictError('Nothing of this job has failed');
  const ids = reset.rows.map((row) => row.id);
  await sendItems(ctx, ids);
  return ids.length;
}
