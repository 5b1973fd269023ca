// What the clock does for issues on their way: takes up again what failed, and ends what cannot go on.
import { retryFailed } from '~/features/jobs/start-job.server';
import { ConflictError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { NEWSLETTER_TAG } from './issue';
import { selectUnderWay, type UnderWay } from './issues-repo.server';
import { newsletterJob } from './send-job.server';
import { beginRound, endIssue, putOffRound } from './send-repo.server';

/** Providers know a call for a day; behind that, a letter that is handed over again might arrive twice. */
const PATIENCE_HOURS = 20;
const FIRST_PAUSE_SECONDS = 60;
const LONGEST_PAUSE_SECONDS = 3600;

type Tending = Pick<AppContext, 'db' | 'clock' | 'request' | 'queue' | 'log' | 'pages'>;

/** @returns how many issues it did something for */
export async function lookAfterIssues(ctx: Tending): Promise<number> {
  const { db, clock } = ctx;
  const { rows } = await db.read(selectUnderWay(db.build, clock.now(), PATIENCE_HOURS));
  let done = 0;
  for (const issue of rows) if (await tend(ctx, issue)) done += 1;
  return done;
}

async function tend(ctx: Tending, issue: UnderWay): Promise<boolean> {
  const { db } = ctx;
  const { id, jobId, jobStatus, failedItems, rounds } = issue;
  if (jobStatus === 'running' || issue.isBusy) return false;
  const mayHelp = failedItems > 0 && (jobStatus === 'done' || jobStatus === 'failed') && !issue.isLate;
  if (!mayHelp || !jobId) {
    await db.write(...endIssue(db.build, id));
    await ctx.pages.purge([NEWSLETTER_TAG]);
    return true;
  }
  if (!issue.isDue) return false;
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** rounds, LONGEST_PAUSE_SECONDS);
  await db.write(beginRound(db.build, id), putOffRound(db.build, id, pause));
  try {
    await retryFailed(ctx, { [newsletterJob.kind]: newsletterJob }, { userId: null }, jobId);
  } catch (error) {
    // An administrator was faster.
    if (!(error instanceof ConflictError)) throw error;
  }
  return true;
}
