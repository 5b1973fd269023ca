// The cron tasks. One trigger fires every minute, and each task checks by `ctx.clock` whether anything is due: a missed
// trigger only delays the work, and a task that runs twice finds nothing the second time.
import { pruneSignUps } from '~/features/accounts/sign-in/sign-up.server';
import { countEvents } from '~/features/ads/tracking/count-events.server';
import { publishDueArticles } from '~/features/articles/publishing/publish-due.server';
import { eraseOldTrash } from '~/features/articles/publishing/trash.server';
import { relateOutdated } from '~/features/articles/related/related.server';
import { pruneAuditLog } from '~/features/audit-log/prune-audit.server';
import { findRunning } from '~/features/jobs/jobs.server';
import { pruneJobs, sweepJobs } from '~/features/jobs/sweep-jobs.server';
import { sweepLeftovers } from '~/features/media/media-library.server';
import { reconcileIssues } from '~/features/newsletter/issues/reconcile-issues.server';
import { sendDueIssue } from '~/features/newsletter/issues/start-sending.server';
import { refreshMostRead } from '~/features/readership/most-read.server';
import { countReading, pruneReading, rollReading } from '~/features/readership/tracking/count-reading.server';
import { pruneSearchCounts } from '~/features/search/events/record-search.server';
import { countVocabulary, indexOutdated } from '~/features/search/search-upkeep.server';
import { queueIndexNow } from '~/features/seo/index-now.server';
import { pruneFiles, sweepOrphanedFiles } from '~/features/transfer/files/transfer-files.server';
import { restoreJob } from '~/features/transfer/restore/restore-job.server';
import { pruneRequests } from '~/features/webhooks/inbound/webhook-requests.server';
import { pruneEvents, sweepDeliveries } from '~/features/webhooks/outbound/deliveries.server';
import { sendWeeklyEmail } from '~/features/weekly-email/send-weekly-email.server';
import type { AppContext } from '~/platform/context';
import { KINDS } from './job-kinds';

interface Tick {
  /** The queue was just created, so rows that wait in the database have no message. */
  queueIsEmpty: boolean;
}

/** Does the work that is due and returns how many things it did. */
type CronTask = (ctx: AppContext, tick: Tick) => Promise<number>;

/** In order: articles are published first, so that the newsletter and the webhooks include them. */
const TASKS: Readonly<Record<string, CronTask>> = {
  'publish-scheduled': unlessRestoring(publishDueArticles),
  'relate-articles': (ctx) => relateOutdated(ctx),
  'send-newsletter': unlessRestoring(async (ctx) => (await reconcileIssues(ctx)) + (await sendDueIssue(ctx))),
  'deliver-webhooks': sweepDeliveries,
  'submit-paths': queueIndexNow,
  'count-ads': countEvents,
  // Runs before `count-reading`, so that new views are added to today's sums.
  'roll-reading': rollReading,
  'count-reading': countReading,
  'send-weekly-email': sendWeeklyEmail,
  'index-renamed': indexOutdated,
  'count-words': hourlyAt(13, countVocabulary),
  'sweep-jobs': (ctx, { queueIsEmpty }) => sweepJobs(ctx, KINDS, queueIsEmpty),
  'empty-old-trash': unlessRestoring(eraseOldTrash),
  'sweep-media': hourlyAt(7, sweepLeftovers),
  'prune-jobs': pruneJobs,
  'prune-webhooks': async (ctx) => (await pruneRequests(ctx)) + (await pruneEvents(ctx)),
  'prune-transfers': hourlyAt(23, async (ctx) => (await pruneFiles(ctx)) + (await sweepOrphanedFiles(ctx))),
  'prune-audit': pruneAuditLog,
  'prune-sign-ups': hourlyAt(41, pruneSignUps),
  'refresh-most-read': hourlyAt(29, refreshMostRead),
  'prune-reading': pruneReading,
  'prune-search-counts': hourlyAt(3, pruneSearchCounts),
};

function hourlyAt(minute: number, task: CronTask): CronTask {
  return async (ctx, tick) => (ctx.clock.now().getUTCMinutes() === minute ? task(ctx, tick) : 0);
}

/** Skips a task while a restore runs: content, subscribers and delivery records are incomplete. */
function unlessRestoring(task: CronTask): CronTask {
  return async (ctx, tick) => ((await findRunning(ctx, restoreJob.kind)) ? 0 : task(ctx, tick));
}

/** The name of the first trigger after a local start: the local queue is empty then. */
const START = '@start';

/** Runs every task, even after one has failed. @throws Error at the end if any failed, so that the trigger counts as failed */
export async function runCronTasks(ctx: AppContext, cron: string): Promise<void> {
  const tick: Tick = { queueIsEmpty: cron === START };
  const failed: string[] = [];
  for (const [task, run] of Object.entries(TASKS)) {
    try {
      const done = await run(ctx, tick);
      if (done > 0) ctx.log.write({ event: 'cron_task_done', task, done });
    } catch (error) {
      failed.push(task);
      ctx.log.write({ event: 'failure', where: `cron task ${task}`, reason: String(error) });
    }
  }
  if (failed.length > 0) throw new Error(`Cron tasks failed: ${failed.join(', ')}`);
}
