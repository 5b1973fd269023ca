// Counts stored ad events in batches, one transaction each.
import { deleteOldCalls } from '~/features/rate-limit/throttle-calls.server';
import type { AppContext } from '~/platform/context';
import { countBatch, deleteOldViews, lockCounting } from './ad-counts-repo.server';

const BATCH = 2_000;
/** The cron task counts the rest. */
const MAX_BATCHES = 100;

/**
 * Counts waiting events. Safe to repeat or interrupt: each event is counted once.
 * @returns how many events were counted
 */
export async function countEvents({ db, faults }: Pick<AppContext, 'db' | 'faults'>): Promise<number> {
  let counted = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    if (TEST_SUPPORT) await faults.reach('before-count', String(batch));
    const {
      counting: { rows },
    } = await db.writeBatch({
      lock: lockCounting(db.build),
      counting: countBatch(db.build, BATCH),
      oldViews: deleteOldViews(db.build, BATCH),
      // Each client that sent a beacon left a rate-limit row.
      oldCalls: deleteOldCalls({ db }, BATCH),
    });
    if (TEST_SUPPORT) await faults.reach('after-count', String(batch));
    counted += rows[0]?.counted ?? 0;
    // Continue until the table is empty: events stored during a batch did not enqueue another count.
    if (!rows[0]?.taken) break;
  }
  return counted;
}
