// Cron tasks for jobs: recover items whose message or consumer was lost, close finished jobs, delete old
// ones.
import { DAY_MS } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import { STOPPED } from './attempts';
import { closeJobIfOver } from './close-job.server';
import type { JobKinds } from './run-item.server';
import { sendItems } from './send-items.server';
import {
  deleteOldJobs,
  releaseLateItems,
  returnUnsentItems,
  selectJobsToClose,
  takeAbandonedItems,
} from './sweep-repo.server';

/** A working queue touches an item within this time. If the queue was restarted, no item is touched. */
const IDLE_SECONDS = 20;
/** Wait after which an item's message counts as lost even if other items make progress. */
const MAX_WAIT_SECONDS = 10 * 60;
/** As many as one cron run has time for. */
const ITEMS_PER_TICK = 10_000;
const CLOSINGS_PER_TICK = 50;
const KEPT_DAYS = 30;
/** Small, because their items are deleted with them. */
const JOBS_PRUNED_PER_TICK = 20;

/**
 * Sends lost items again and closes jobs that have no items left.
 * @param queueIsEmpty true when no waiting item can have a message
 * @returns the number of items and jobs handled
 */
export async function sweepJobs(ctx: AppContext, kinds: JobKinds, queueIsEmpty: boolean): Promise<number> {
  const { db } = ctx;
  const now = ctx.clock.now();
  const idleSeconds = queueIsEmpty ? 0 : IDLE_SECONDS;
  const patience = { idleSeconds, longestWaitSeconds: MAX_WAIT_SECONDS };
  const abandoned = await db.writeOne(takeAbandonedItems(db.build, now, patience, ITEMS_PER_TICK));
  const late = await db.writeOne(releaseLateItems(db.build, now, STOPPED, ITEMS_PER_TICK));
  const waiting = [...abandoned.rows, ...late.rows].filter(({ status }) => status === 'waiting');
  const ids = waiting.map(({ id }) => id);
  if (!(await sendItems(ctx, ids))) await db.writeOne(returnUnsentItems(db.build, ids));
  const open = await db.read(selectJobsToClose(db.build, CLOSINGS_PER_TICK));
  for (const { id } of open.rows) await closeJobIfOver(ctx, kinds, id);
  return abandoned.rows.length + late.rows.length + open.rows.length;
}

/** Deletes jobs 30 days after their end. @returns the number deleted */
export async function pruneJobs(ctx: Pick<AppContext, 'db' | 'clock'>): Promise<number> {
  const { db } = ctx;
  const moment = new Date(ctx.clock.now().getTime() - KEPT_DAYS * DAY_MS);
  const gone = await db.writeOne(deleteOldJobs(db.build, moment, JOBS_PRUNED_PER_TICK));
  return gone.rows.length;
}
