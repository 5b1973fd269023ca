// Work on one item: claimed, done, and ended in one transaction with what it does; or put off, or failed with its reason.
import { ConflictError, isDomainError, TooManyError, UnavailableError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { MAX_ATTEMPTS, secondsBeforeRetry } from './attempts';
import { endWith } from './end-item.server';
import type { ItemOutcome, JobKind } from './job-kind';
import { RetryLaterError } from './job-kind';
import { keepLease } from './lease.server';
import type { Pace } from './politely';
import { withinRunLimit } from './run-limit';
import { settleDeadItem } from './settle-dead-item.server';
import { type ClaimRow, claimItem, failItem, type Hold, putOffItem, renewLease } from './work-repo.server';

export type JobKinds = Readonly<Record<string, JobKind>>;

/** What becomes of the message: null when it has done its duty. */
export interface ItemVerdict {
  retryAfterSeconds: number | null;
  /** The job that may be over now. */
  jobId: string | null;
}

const UNEXPECTED = 'Something unexpected went wrong.';
const atOnce: Pace = (work) => work();

/**
 * @param deliveries how often this message has come, this time included
 * @param politely the pace of kinds that yield, shared by all items that are worked on side by side
 */
export async function runItem(
  ctx: AppContext,
  kinds: JobKinds,
  itemId: number,
  deliveries: number,
  politely: Pace,
): Promise<ItemVerdict> {
  const { db, faults } = ctx;
  const { leaseSeconds } = ctx.config.jobs;
  await faults.reach('before-claim', String(itemId));
  const [found] = (await db.write(claimItem(db.build, itemId, leaseSeconds)))[0].rows;
  if (!found) return { retryAfterSeconds: null, jobId: null };
  if (found.attempt === null) return await refused(ctx, itemId, found, deliveries);
  const hold = { id: itemId, attempt: found.attempt };
  const stopRenewing = keepLease(ctx, `item ${itemId}`, () => renewLease(db.build, hold, leaseSeconds));
  try {
    await faults.reach('after-claim', String(itemId));
    const pace = kinds[found.kind]?.yields ? politely : atOnce;
    await pace(async () => {
      const outcome = await run(ctx, kinds, found, hold);
      await faults.reach('after-run', String(itemId));
      await endWith(ctx, found.jobId, hold, outcome);
    });
    return { retryAfterSeconds: null, jobId: found.jobId };
  } catch (error) {
    if (faults.isDeath(error)) throw error;
    return await failed(ctx, found.jobId, hold, error);
  } finally {
    stopRenewing();
  }
}

async function run(ctx: AppContext, kinds: JobKinds, found: ClaimRow, hold: Hold): Promise<ItemOutcome> {
  const { jobId, key, input, jobInput, createdBy } = found;
  const kind = kinds[found.kind];
  if (!kind) throw new ConflictError(`There is no work called ${found.kind}.`);
  const parsed = kind.input.safeParse(jobInput);
  if (!parsed.success) throw new ConflictError('What the job was given cannot be read.');
  const item = { id: hold.id, jobId, key, input, attempt: hold.attempt, jobInput, createdBy };
  return withinRunLimit(kind.run(ctx, item, parsed.data));
}

/** Not to be had: over, in other hands, not due yet, or without attempts left. */
async function refused(
  ctx: AppContext,
  itemId: number,
  found: ClaimRow,
  deliveries: number,
): Promise<ItemVerdict> {
  const { jobId, jobStatus, status, attempts } = found;
  const isOpen = (status === 'waiting' || status === 'running') && jobStatus === 'running';
  const done = { retryAfterSeconds: null, jobId };
  if (!isOpen) return done;
  const retryAfterSeconds = Math.ceil(found.secondsLeft);
  // Looked at again when it may be had; a message that has come too often leaves that to the clock.
  if (retryAfterSeconds > 0)
    return { jobId, retryAfterSeconds: deliveries < MAX_ATTEMPTS ? retryAfterSeconds : null };
  if (attempts >= MAX_ATTEMPTS) await settleDeadItem(ctx, itemId);
  return done;
}

async function failed(ctx: AppContext, jobId: string, hold: Hold, error: unknown): Promise<ItemVerdict> {
  const { db, log } = ctx;
  const { id: itemId, attempt } = hold;
  if (isFinal(error)) {
    const reason = (error as Error).message;
    const [{ rows }] = await db.write(failItem(db.build, hold, reason));
    if (rows.length > 0) log.write({ event: 'job_item_ended', jobId, itemId, status: 'failed', reason });
    return { retryAfterSeconds: null, jobId };
  }
  const reason = reasonOf(ctx, error, itemId);
  const wait = secondsBeforeRetry(attempt, ctx.config.jobs.retrySeconds, Math.random());
  const retryAfterSeconds = Math.max(wait, secondsAsked(error));
  const [{ rows }] = await db.write(putOffItem(db.build, hold, reason, retryAfterSeconds));
  if (rows.length === 0) {
    // Ended by this very consumer, whose commit came without its answer; or in other hands.
    log.write({ event: 'job_item_lost', jobId, itemId, attempt });
    return { retryAfterSeconds: null, jobId };
  }
  log.write({ event: 'job_item_put_off', jobId, itemId, attempt, reason });
  return { retryAfterSeconds, jobId };
}

/** A refusal that trying again would not change. */
function isFinal(error: unknown): boolean {
  return isDomainError(error) && !(error instanceof UnavailableError) && !(error instanceof TooManyError);
}

function reasonOf(ctx: AppContext, error: unknown, itemId: number): string {
  if (isDomainError(error) || error instanceof RetryLaterError) return error.message;
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  ctx.log.write({ event: 'failure', where: `job item ${itemId}`, reason: message, stack });
  return UNEXPECTED;
}

function secondsAsked(error: unknown): number {
  if (error instanceof RetryLaterError) return error.afterSeconds;
  return error instanceof TooManyError ? error.retryAfterSeconds : 0;
}
