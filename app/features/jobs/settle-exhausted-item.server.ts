// Settles an item that used up its deliveries (its message is a dead letter, jobs/queue.ts) or its attempts (run-item.server.ts).
import type { AppContext } from '~/platform/context';
import { STOPPED } from './attempts';
import { sendItems } from './send-items.server';
import { settleUndeliverable } from './work-repo.server';

/**
 * An item without attempts left fails, with the reason of the last attempt. Otherwise it is sent again: it
 * may only have shared a batch with an item that crashed the consumer.
 * @returns the id of its job, which may now be ready to close; null when the item has already ended
 */
export async function settleExhaustedItem(ctx: AppContext, itemId: number): Promise<string | null> {
  const { db, log } = ctx;
  const { rows } = await db.writeOne(settleUndeliverable(db.build, itemId, STOPPED));
  const [settled] = rows;
  if (!settled) return null;
  const { jobId, status, reason } = settled;
  if (status === 'waiting') await sendItems(ctx, [itemId]);
  else log.write({ event: 'job_item_ended', jobId, itemId, status, reason });
  return jobId;
}
