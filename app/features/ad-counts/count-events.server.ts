// Counting what was accepted: in batches, each of them whole or not at all.
import { forgetOldCalls } from '~/features/accounts/throttle-calls.server';
import type { AppContext } from '~/platform/context';
import { countBatch, deleteOldViews, lockCounting } from './ad-counts-repo.server';

const BATCH = 2_000;
/** What is left then, the clock takes up. */
const MOST_BATCHES = 100;

/**
 * Counts what waits. Done twice, or broken off anywhere, it counts everything once.
 * @returns how many events were counted
 */
export async function countEvents({ db, faults }: Pick<AppContext, 'db' | 'faults'>): Promise<number> {
  let counted = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    await faults.reach('before-count', String(batch));
    const [, { rows }] = await db.write(
      lockCounting(db.build),
      countBatch(db.build, BATCH),
      deleteOldViews(db.build, BATCH),
      // Each caller who sent a beacon left a row.
      forgetOldCalls({ db }, BATCH),
    );
    await faults.reach('after-count', String(batch));
    counted += rows[0]?.counted ?? 0;
    // Until nothing is left: what came meanwhile found others waiting and called nobody.
    if (!rows[0]?.taken) break;
  }
  return counted;
}
