// Starts, cancels and retries jobs.
import type { SQL } from 'drizzle-orm';
import { auditLine } from '~/features/audit/audit.server';
import { ConflictError, ConstraintError, JobRunningError } from '~/lib/errors';
import type { AppContext, Statement } from '~/platform/context';
import type { Exclusion, JobKind, Json, NewItem } from './job-kind';
import { getJob } from './jobs.server';
import type { JobKinds } from './run-item.server';
import { sendItems } from './send-items.server';
import {
  cancelRunningJob,
  cancelWaitingItems,
  insertItems,
  insertJob,
  isRunning,
  lockExclusiveStarts,
  lockJob,
  mayBeRetried,
  reopenJob,
  resetFailedItems,
  selectInput,
  selectRunning,
  toItemRows,
} from './start-job-repo.server';

type Writing = Pick<AppContext, 'db' | 'request' | 'queue' | 'log'>;

const CLOSING = 'This job is finishing. Try again in a moment.';
const NONE_FAILED = 'This job has no failed items';

/** For the audit log; null for the system. */
interface Actor {
  userId: string | null;
}

export interface NewJob {
  /** Set when `statements` refer to the job. */
  id?: string;
  kind: JobKind;
  /** Shown on screen: 'Generate 12 images'. */
  title: string;
  input?: Json | undefined;
  /** The items, or a query that selects (key text, input jsonb), so that the rows never leave the database. */
  items: readonly NewItem[] | SQL;
  /** Null for the system. */
  createdBy: string | null;
  /** Committed with the job. */
  statements?: readonly Statement<unknown>[];
}

/**
 * Commits the job with its items, then sends them to the queue. The cron task closes a job without items.
 * @throws JobRunningError while a job runs that this kind excludes
 */
export async function startJob(ctx: Writing, job: NewJob): Promise<{ id: string; total: number }> {
  const { title, input = {}, items, createdBy, statements = [] } = job;
  const { kind } = job.kind;
  const { db } = ctx;
  const { id = crypto.randomUUID() } = job;
  const rows = 'queryChunks' in items ? items : toItemRows(items);
  const event = { event: 'job_started', actorId: createdBy, subject: title, details: { id, kind } };
  const { exclusion, holds } = startRules(ctx, job.kind, input);
  const written = db.writeBatch({
    lock: lockExclusiveStarts(db.build, exclusion),
    job: insertJob(db.build, { id, kind, title, input, createdBy }, exclusion),
    items: insertItems(db.build, id, rows),
    audit: auditLine(ctx, event),
    statements,
    holds,
  });
  const { items: inserted } = await throwIfExcluded(ctx, exclusion, written);
  const ids = inserted.rows.map((row) => row.id);
  ctx.log.write({ event: 'job_started', jobId: id, kind, items: ids.length });
  await sendItems(ctx, ids);
  return { id, total: ids.length };
}

interface StartRules {
  exclusion: Exclusion | null;
  holds: Statement<unknown>[];
}

/** Input that cannot be parsed has no rules; the first item fails because of it. */
function startRules(ctx: Writing, kind: JobKind | undefined, input: unknown): StartRules {
  const parsed = kind?.input.safeParse(input);
  if (!parsed?.success) return { exclusion: null, holds: [] };
  const hold = kind?.hold?.(ctx, parsed.data);
  return { exclusion: kind?.exclusion?.(parsed.data) ?? null, holds: hold ? [hold] : [] };
}

async function throwIfExcluded<T>(
  { db }: Writing,
  exclusion: Exclusion | null,
  written: Promise<T>,
): Promise<T> {
  try {
    return await written;
  } catch (error) {
    const isExcluded =
      error instanceof ConstraintError && error.kind === 'missing' && error.constraint === 'kind';
    if (!exclusion || !isExcluded) throw error;
    const [job] = (await db.read(selectRunning(db.build, exclusion.kinds))).rows;
    // The other job may have ended in the meantime.
    if (!job) throw new ConflictError(exclusion.message, { cause: error });
    throw new JobRunningError(exclusion.message, job, { cause: error });
  }
}

/**
 * Starts no further items. Running items end normally.
 * @throws NotFoundError; ConflictError for a job that has ended
 */
export async function cancelJob(ctx: Writing, actor: Actor, jobId: string): Promise<void> {
  const { db } = ctx;
  const { title: subject } = await getJob(ctx, jobId);
  const event = { event: 'job_cancelled', actorId: actor.userId, subject, details: { id: jobId } };
  const { cancelled } = await db.writeBatch({
    lock: lockJob(db.build, jobId),
    audit: auditLine(ctx, event, isRunning(jobId)),
    cancelled: cancelRunningJob(db.build, jobId),
    items: cancelWaitingItems(db.build, jobId),
  });
  if (cancelled.rows.length === 0) throw new ConflictError('This job has already ended');
}

/**
 * Resets failed items with all attempts available. If a job failed in its final step, that step is repeated.
 * @param confirm called first for a kind that needs a confirmation; its error aborts the retry
 * @returns the number of items
 * @throws NotFoundError; ConflictError when nothing failed, or while the job is finishing; JobRunningError while a job runs that this kind
 * excludes
 */
export async function retryFailed(
  ctx: Writing,
  kinds: JobKinds,
  actor: Actor,
  jobId: string,
  confirm: () => Promise<unknown>,
): Promise<number> {
  const { db } = ctx;
  const [{ title: subject, kind }, [given]] = await Promise.all([
    getJob(ctx, jobId),
    db.read(selectInput(db.build, jobId)),
  ]);
  if (kinds[kind]?.needsConfirmation) await confirm();
  const { exclusion, holds } = startRules(ctx, kinds[kind], given?.input);
  const event = { event: 'job_retried', actorId: actor.userId, subject, details: { id: jobId } };
  const written = db.writeBatch({
    starts: lockExclusiveStarts(db.build, exclusion),
    lock: lockJob(db.build, jobId),
    audit: auditLine(ctx, event, mayBeRetried(jobId)),
    reopened: reopenJob(db.build, jobId, exclusion),
    reset: resetFailedItems(db.build, jobId),
    holds,
  });
  const { lock, reopened, reset } = await throwIfExcluded(ctx, exclusion, written);
  if (reopened.rows.length === 0) throw new ConflictError(lock.rows[0]?.isClosing ? CLOSING : NONE_FAILED);
  const ids = reset.rows.map((row) => row.id);
  await sendItems(ctx, ids);
  return ids.length;
}
