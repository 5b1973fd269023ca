// Items whose message came back too often.
import type { AppContext } from '~/platform/context';
import { STOPPED } from './attempts';
import { sendItems } from './send-items.server';
import { settleUndeliverable } from './work-repo.server';

/**
 * With all its attempts used up it has failed, with the reason of the last one; otherwise it is tried anew: it may only
 * have travelled beside one that made its consumer die.
 * @returns its job, which may be over now; null when it is none of our business any more
 */
export async function settleDeadItem(ctx: AppContext, itemId: number): Promise<string | null> {
  const { db, log } = ctx;
  const [{ rows }] = await db.write(settleUndeliverable(db.build, itemId, STOPPED));
  const [settled] = rows;
  if (!settled) return null;
  const { jobId, status, reason } = settled;
  if (status === 'waiting') await sendItems(ctx, [itemId]);
  else log.write({ event: 'job_item_ended', jobId, itemId, status, reason });
  return jobId;
}
