// Sends waiting items to the queue.
import type { AppContext } from '~/platform/context';
import type { Message } from '~/platform/messages';

/**
 * A queue failure is only logged, because the cron task resends items that no consumer has claimed.
 * @returns false if some items may not have been sent
 */
export async function sendItems(
  ctx: Pick<AppContext, 'queue' | 'log'>,
  itemIds: readonly number[],
): Promise<boolean> {
  const messages = itemIds.map((itemId): Message => ({ v: 1, type: 'job-item', itemId }));
  try {
    await ctx.queue.send(messages);
    return true;
  } catch (error) {
    ctx.log.write({ event: 'queue_failed', what: `${messages.length} job items`, reason: String(error) });
    return false;
  }
}
