// What the clock does. One cron trigger fires every minute; each job looks by itself whether anything is due, so a
// trigger that was missed, or two that overlap, change nothing but the moment.
import type { AppContext } from '~/platform/context';
import { countAds } from './count-ads';
import { deliverWebhooks } from './deliver-webhooks';
import { emptyOldTrash } from './empty-old-trash';
import { forgetWebhooks } from './forget-webhooks';
import type { Job, Tick } from './job';
import { pruneAudit } from './prune-audit';
import { pruneJobs } from './prune-jobs';
import { pruneTransfers } from './prune-transfers';
import { publishScheduled } from './publish-scheduled';
import { sendNewsletter } from './send-newsletter';
import { sweepJobs } from './sweep-jobs';
import { sweepMedia } from './sweep-media';

const JOBS: readonly Job[] = [
  publishScheduled,
  // What was published this very minute is news.
  sendNewsletter,
  // Behind whatever makes news.
  deliverWebhooks,
  countAds,
  sweepJobs,
  emptyOldTrash,
  sweepMedia,
  pruneJobs,
  forgetWebhooks,
  pruneTransfers,
  pruneAudit,
];

/** What a start of the magazine on a machine of our own calls its first trigger: the queue there forgets at exit. */
const START = '@start';

/** Runs every job; one that fails stops none of the others. @throws Error at the end, so that the trigger counts as failed */
export async function runScheduledJobs(ctx: AppContext, cron: string): Promise<void> {
  const tick: Tick = { queueIsEmpty: cron === START };
  const failed: string[] = [];
  for (const { name, run } of JOBS) {
    try {
      const done = await run(ctx, tick);
      if (done > 0) ctx.log.write({ event: 'job_done', job: name, done });
    } catch (error) {
      failed.push(name);
      ctx.log.write({ event: 'failure', where: `job ${name}`, reason: String(error) });
    }
  }
  if (failed.length > 0) throw new Error(`Jobs failed: ${failed.join(', ')}`);
}
