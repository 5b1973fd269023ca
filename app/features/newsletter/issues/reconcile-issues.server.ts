// Cron task for issues being sent: retries failed items, and ends issues that cannot continue.
import { retryFailed } from '~/features/jobs/start-job.server';
import { ConflictError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { NEWSLETTER_TAG } from './issue';
import { MAX_RETRY_HOURS, newsletterJob } from './send-job.server';
import {
  beginRound,
  endIssue,
  type SendingIssue,
  scheduleRound,
  selectSendingIssues,
} from './send-repo.server';

const FIRST_PAUSE_SECONDS = 60;
const MAX_PAUSE_SECONDS = 3600;

type ReconcileContext = Pick<AppContext, 'db' | 'clock' | 'request' | 'queue' | 'log' | 'pageCache'>;

/** @returns the number of issues changed */
export async function reconcileIssues(ctx: ReconcileContext): Promise<number> {
  const { db, clock } = ctx;
  const { rows } = await db.read(selectSendingIssues(db.build, clock.now(), MAX_RETRY_HOURS));
  let done = 0;
  for (const issue of rows) if (await reconcile(ctx, issue)) done += 1;
  return done;
}

async function reconcile(ctx: ReconcileContext, issue: SendingIssue): Promise<boolean> {
  const { db } = ctx;
  const { id, jobId, jobStatus, failedItems, rounds } = issue;
  if (jobStatus === 'running' || issue.isBusy) return false;
  const mayHelp = failedItems > 0 && (jobStatus === 'done' || jobStatus === 'failed') && !issue.isLate;
  if (!mayHelp || !jobId) {
    await db.write(...endIssue(db.build, id));
    await ctx.pageCache.purge([NEWSLETTER_TAG]);
    return true;
  }
  if (!issue.isDue) return false;
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** rounds, MAX_PAUSE_SECONDS);
  await db.write(beginRound(db.build, id), scheduleRound(db.build, id, pause));
  try {
    await retryFailed(ctx, { [newsletterJob.kind]: newsletterJob }, { userId: null }, jobId, async () => {});
  } catch (error) {
    // An administrator has already retried the job.
    if (!(error instanceof ConflictError)) throw error;
  }
  return true;
}
