// Closes a job when all its items have ended: its kind computes the result.
import { isDomainError, isTransient } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { MAX_ATTEMPTS } from './attempts';
import { type ClosingRow, claimClosing, endJob, releaseClosing, renewClosing } from './close-job-repo.server';
import { statusAtEnd } from './job';
import { keepLease } from './lease.server';
import type { JobKinds } from './run-item.server';
import { withinRunLimit } from './throttled';

const UNEXPECTED = 'Finishing the job failed unexpectedly.';

/**
 * Runs after every item, in its own statement: when two items end concurrently, the later check sees both.
 */
export async function closeJobIfOver(ctx: AppContext, kinds: JobKinds, jobId: string): Promise<void> {
  const { db, faults, log } = ctx;
  const { leaseSeconds } = ctx.config.jobs;
  if (TEST_SUPPORT) await faults.reach('before-close', jobId);
  const { rows } = await db.writeOne(claimClosing(db.build, jobId, leaseSeconds));
  const [job] = rows;
  if (!job) return;
  const stopRenewing = keepLease(ctx, `job ${jobId}`, () => renewClosing(db.build, job, leaseSeconds));
  try {
    if (TEST_SUPPORT) await faults.reach('before-finish', jobId);
    const end = await finish(ctx, kinds, job);
    if (!end) {
      await db.write(releaseClosing(db.build, job));
      return;
    }
    if (TEST_SUPPORT) await faults.reach('after-finish', jobId);
    const { rows: ended } = await db.writeOne(endJob(db.build, job, end));
    if (ended.length > 0) log.write({ event: 'job_ended', jobId, status: end.status });
  } finally {
    stopRenewing();
  }
}

/** Null means retry later. */
async function finish(
  ctx: AppContext,
  kinds: JobKinds,
  job: ClosingRow,
): Promise<Parameters<typeof endJob>[2] | null> {
  const kind = kinds[job.kind];
  try {
    const result = kind?.finish
      ? await withinRunLimit(kind.finish(ctx, job, kind.input.parse(job.input), job))
      : undefined;
    const status = statusAtEnd(job);
    return { status, reason: status === 'failed' ? job.itemReason : null, result };
  } catch (error) {
    if (TEST_SUPPORT && ctx.faults.isDeath(error)) throw error;
    if (!isDomainError(error))
      ctx.log.write({ event: 'failure', where: `finishing job ${job.id}`, reason: String(error) });
    const mayHelp = !isDomainError(error) || isTransient(error);
    // Retrying the job continues at the next multiple.
    if (mayHelp && job.closings % MAX_ATTEMPTS > 0) return null;
    return { status: 'failed', reason: isDomainError(error) ? error.message : UNEXPECTED, result: undefined };
  }
}
