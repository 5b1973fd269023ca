// Items whose consumer may have died of them. Whoever works beside one dies with it, and would have failed after five such
// deaths without any fault of its own.
import type { AppContext } from '~/platform/context';
import { STOPPED } from './attempts';
import { selectTries } from './work-repo.server';

/** An item that a message brings. */
export interface BroughtItem {
  itemId: number;
  /** How often the message has come, this time included. */
  deliveries: number;
}

/**
 * Which of them are to be worked on alone: nobody told how their last try ended, or they come again without ever having
 * been begun. Nobody is suspected while the database is away: nothing can be begun then either.
 */
export async function findSuspects(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  brought: readonly BroughtItem[],
): Promise<ReadonlySet<number>> {
  if (brought.length === 0) return new Set();
  const ids = brought.map(({ itemId }) => itemId);
  try {
    const { rows } = await db.read(selectTries(db.build, ids, STOPPED));
    const tries = new Map(rows.map((row) => [row.id, row]));
    const suspects = brought.filter(({ itemId, deliveries }) => {
      const known = tries.get(itemId);
      if (!known) return false;
      return known.attempts === 0 ? deliveries > 1 : !known.isExplained;
    });
    return new Set(suspects.map(({ itemId }) => itemId));
  } catch (error) {
    log.write({ event: 'queue_failed', what: 'asking for suspects', reason: String(error) });
    return new Set();
  }
}
