// What the clock does for jobs, so that nothing depends on the queue's memory or on a consumer's life.
import { DAY_MS } from '~/lib/days';
import type { AppContext } from '~/platform/context';
import { STOPPED } from './attempts';
import { closeJobIfOver } from './close-job.server';
import type { JobKinds } from './run-item.server';
import { sendItems } from './send-items.server';
import { deleteOldJobs, releaseLateItems, selectOpenEnds, takeForgottenItems } from './sweep-repo.server';

/** A queue that delivers touches some item within that time; after a restart none is touched. */
const IDLE_SECONDS = 20;
/** Behind how much other work an item may stand before its message is taken for lost. */
const LONGEST_WAIT_SECONDS = 10 * 60;
/** As many as a tick has time for. */
const ITEMS_PER_TICK = 10_000;
const CLOSINGS_PER_TICK = 50;
const KEPT_DAYS = 30;
/** Their items go with them, so few at a time. */
const JOBS_PRUNED_PER_TICK = 20;

/**
 * Items that were left behind are sent again, jobs left open are closed.
 * @param queueIsEmpty what waits has no message for sure
 * @returns how many of both
 */
export async function sweepJobs(ctx: AppContext, kinds: JobKinds, queueIsEmpty: boolean): Promise<number> {
  const { db } = ctx;
  const now = ctx.clock.now();
  const idleSeconds = queueIsEmpty ? 0 : IDLE_SECONDS;
  const patience = { idleSeconds, longestWaitSeconds: LONGEST_WAIT_SECONDS };
  const [forgotten] = await db.write(takeForgottenItems(db.build, now, patience, ITEMS_PER_TICK));
  const [late] = await db.write(releaseLateItems(db.build, now, STOPPED, ITEMS_PER_TICK));
  const waiting = late.rows.filter(({ status }) => status === 'waiting');
  await sendItems(
    ctx,
    [...forgotten.rows, ...waiting].map(({ id }) => id),
  );
  const open = await db.read(selectOpenEnds(db.build, CLOSINGS_PER_TICK));
  for (const { id } of open.rows) await closeJobIfOver(ctx, kinds, id);
  return forgotten.rows.length + late.rows.length + open.rows.length;
}

/** Jobs are kept for 30 days after their end. @returns how many went */
export async function pruneJobs(ctx: Pick<AppContext, 'db' | 'clock'>): Promise<number> {
  const { db } = ctx;
  const moment = new Date(ctx.clock.now().getTime() - KEPT_DAYS * DAY_MS);
  const [gone] = await db.write(deleteOldJobs(db.build, moment, JOBS_PRUNED_PER_TICK));
  return gone.rows.length;
}
