// Runs one item: claims it, does its work and commits the result, or schedules a retry, or fails it with a
// reason.
import { ConflictError, isDomainError, isTransient, TooManyError, toError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { MAX_ATTEMPTS, MAX_DELIVERIES, secondsBeforeRetry } from './attempts';
import { endWith } from './end-item.server';
import type { ItemOutcome, JobKind } from './job-kind';
import { keepLease } from './lease.server';
import { settleExhaustedItem } from './settle-exhausted-item.server';
import type { Pace } from './throttled';
import { withinRunLimit } from './throttled';
import { type ClaimRow, claimItem, failItem, type Hold, postponeItem, renewLease } from './work-repo.server';

export type JobKinds = Readonly<Record<string, JobKind>>;

/** Delay before the message is retried; null to acknowledge it. */
export interface ItemRunResult {
  retryAfterSeconds: number | null;
  /** The job that may now be ready to close. */
  jobId: string | null;
}

const UNEXPECTED = 'An unexpected error occurred.';
const immediately: Pace = (work) => work();

/**
 * @param deliveries delivery count of this message, including this one
 * @param throttled pace for kinds that yield, shared by all concurrent items
 */
export async function runItem(
  ctx: AppContext,
  kinds: JobKinds,
  itemId: number,
  deliveries: number,
  throttled: Pace,
): Promise<ItemRunResult> {
  const { db, faults } = ctx;
  const { leaseSeconds } = ctx.config.jobs;
  if (TEST_SUPPORT) await faults.reach('before-claim', String(itemId));
  const [found] = (await db.writeOne(claimItem(db.build, itemId, leaseSeconds))).rows;
  if (!found) return { retryAfterSeconds: null, jobId: null };
  if (found.attempt === null) return await handleRefusedClaim(ctx, itemId, found, deliveries);
  const hold = { id: itemId, attempt: found.attempt };
  const stopRenewing = keepLease(ctx, `item ${itemId}`, () => renewLease(db.build, hold, leaseSeconds));
  try {
    if (TEST_SUPPORT) await faults.reach('after-claim', String(itemId));
    const pace = kinds[found.kind]?.yields ? throttled : immediately;
    await pace(async () => {
      const outcome = await run(ctx, kinds, found, hold);
      if (TEST_SUPPORT) await faults.reach('after-run', String(itemId));
      await endWith(ctx, found.jobId, hold, outcome);
    });
    return { retryAfterSeconds: null, jobId: found.jobId };
  } catch (error) {
    if (TEST_SUPPORT && faults.isDeath(error)) throw error;
    return await handleFailure(ctx, found.jobId, hold, error);
  } finally {
    stopRenewing();
  }
}

async function run(ctx: AppContext, kinds: JobKinds, found: ClaimRow, hold: Hold): Promise<ItemOutcome> {
  const { jobId, key, input, jobInput, createdBy } = found;
  const kind = kinds[found.kind];
  if (!kind) throw new ConflictError(`Unknown kind of job: ${found.kind}.`);
  const parsed = kind.input.safeParse(jobInput);
  if (!parsed.success) throw new ConflictError('The input of the job is not valid.');
  const item = { id: hold.id, jobId, key, input, attempt: hold.attempt, jobInput, createdBy };
  return withinRunLimit(kind.run(ctx, item, parsed.data));
}

/**
 * The claim was refused: the item has ended, is held by another consumer, is not due yet, or has no attempts
 * left.
 */
async function handleRefusedClaim(
  ctx: AppContext,
  itemId: number,
  found: ClaimRow,
  deliveries: number,
): Promise<ItemRunResult> {
  const { jobId, jobStatus, status, attempts } = found;
  const isOpen = (status === 'waiting' || status === 'running') && jobStatus === 'running';
  const done = { retryAfterSeconds: null, jobId };
  if (!isOpen) return done;
  const retryAfterSeconds = Math.ceil(found.secondsLeft);
  // Retry when the item is due; after MAX_DELIVERIES leave it to the cron task.
  if (retryAfterSeconds > 0)
    return { jobId, retryAfterSeconds: deliveries < MAX_DELIVERIES ? retryAfterSeconds : null };
  if (attempts >= MAX_ATTEMPTS) await settleExhaustedItem(ctx, itemId);
  return done;
}

async function handleFailure(
  ctx: AppContext,
  jobId: string,
  hold: Hold,
  error: unknown,
): Promise<ItemRunResult> {
  const { db, log } = ctx;
  const { id: itemId, attempt } = hold;
  if (isFinal(error)) {
    const reason = error.message;
    const { rows } = await db.writeOne(failItem(db.build, hold, reason));
    if (rows.length > 0) log.write({ event: 'job_item_ended', jobId, itemId, status: 'failed', reason });
    return { retryAfterSeconds: null, jobId };
  }
  // The last attempt is retried like the others: `claimItem` counts attempts, and after the fifth it refuses the claim, or the
  // message arrives as a dead letter. Both end in settleExhaustedItem.
  const reason = reasonOf(ctx, error, itemId);
  const { retrySeconds } = ctx.config.jobs;
  const asked = error instanceof TooManyError ? error.retryAfterSeconds : 0;
  const retryAfterSeconds = secondsBeforeRetry(attempt, retrySeconds, Math.random(), asked);
  const { rows } = await db.writeOne(postponeItem(db.build, hold, reason, retryAfterSeconds));
  if (rows.length === 0) {
    // Either this consumer's commit succeeded but its response was lost, or another consumer holds the item.
    log.write({ event: 'job_item_lost', jobId, itemId, attempt });
    return { retryAfterSeconds: null, jobId };
  }
  log.write({ event: 'job_item_put_off', jobId, itemId, attempt, reason });
  return { retryAfterSeconds, jobId };
}

/** An error that a retry would not change. */
function isFinal(error: unknown): error is Error {
  return isDomainError(error) && !isTransient(error) && !(error instanceof TooManyError);
}

function reasonOf(ctx: AppContext, error: unknown, itemId: number): string {
  if (isDomainError(error)) return error.message;
  const { message, stack } = toError(error);
  ctx.log.write({ event: 'failure', where: `job item ${itemId}`, reason: message, stack });
  return UNEXPECTED;
}
