// Finds items that may have crashed their consumer. They run alone: an item in the same batch would crash
// with them and fail after five attempts without being at fault.
import type { AppContext } from '~/platform/context';
import { STOPPED } from './attempts';
import { selectItemTries } from './work-repo.server';

/** An item named by a queue message. */
export interface DeliveredItem {
  itemId: number;
  /** Delivery count of the message, including this one. */
  deliveries: number;
}

/**
 * Returns the ids of items to run alone: their last attempt ended without a recorded reason, or they were
 * delivered again without ever being claimed. Returns none if the database is unavailable, since no item can
 * be claimed then.
 */
export async function findPoisonItems(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  delivered: readonly DeliveredItem[],
): Promise<ReadonlySet<number>> {
  if (delivered.length === 0) return new Set();
  const ids = delivered.map(({ itemId }) => itemId);
  try {
    const { rows } = await db.read(selectItemTries(db.build, ids, STOPPED));
    const tries = new Map(rows.map((row) => [row.id, row]));
    const poisonItems = delivered.filter(({ itemId, deliveries }) => {
      const known = tries.get(itemId);
      if (!known) return false;
      return known.attempts === 0 ? deliveries > 1 : !known.isExplained;
    });
    return new Set(poisonItems.map(({ itemId }) => itemId));
  } catch (error) {
    log.write({ event: 'queue_failed', what: 'looking for poison items', reason: String(error) });
    return new Set();
  }
}
