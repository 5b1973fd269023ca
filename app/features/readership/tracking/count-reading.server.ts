// Counts stored reports in batches, one transaction each, and deletes old ones.

import { getSiteSettings } from '~/features/settings/settings.server';
import { isoDayIn } from '~/lib/time/zoned-time';
import type { AppContext } from '~/platform/context';
import { getReadershipSettings } from '../readership-settings.server';
import { deleteOldKeys } from './reader-key.server';
import {
  clearReaderHashes,
  countWaiting,
  deleteOldLog,
  deleteOldOutcomes,
  rollSums,
} from './reading-repo.server';

const BATCH = 2_000;
/** Articles whose sums one statement recomputes, well within its timeout. */
const ROLLED_BATCH = 1_000;
/** The next run of the cron task does the rest. */
const MAX_BATCHES = 100;
const MAX_DELETED = 5_000;

/**
 * Counts waiting reports. Safe to repeat or interrupt: each is counted once.
 * @returns how many views and outcomes were written
 */
export async function countReading({ db, faults }: Pick<AppContext, 'db' | 'faults'>): Promise<number> {
  let counted = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    if (TEST_SUPPORT) await faults.reach('before-reading', String(batch));
    const { rows } = await db.writeOne(countWaiting(db.build, BATCH));
    if (TEST_SUPPORT) await faults.reach('after-reading', String(batch));
    counted += rows[0]?.counted ?? 0;
    // Continue until the table is empty: reports stored during a batch did not enqueue another count.
    if (!rows[0]?.taken) break;
  }
  return counted;
}

/** Recomputes the sums of the last days when a new day has begun. @returns how many articles */
export async function rollReading({ db }: Pick<AppContext, 'db'>): Promise<number> {
  let rolled = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const { rows } = await db.writeOne(rollSums(db.build, ROLLED_BATCH));
    if (!rows[0]?.rolled) break;
    rolled += rows[0].rolled;
  }
  return rolled;
}

/**
 * Deletes the keys and hashes of readers of past days, and log rows older than the settings allow.
 * @returns how many keys and rows
 */
export async function pruneReading(ctx: Pick<AppContext, 'db' | 'files' | 'clock'>): Promise<number> {
  const { db } = ctx;
  const [{ timeZone }, { logDays }] = await Promise.all([getSiteSettings(ctx), getReadershipSettings(ctx)]);
  const { readers, views, outcomes } = await db.writeBatch({
    readers: clearReaderHashes(db.build, MAX_DELETED),
    views: deleteOldLog(db.build, logDays, MAX_DELETED),
    outcomes: deleteOldOutcomes(db.build, logDays, MAX_DELETED),
  });
  const keys = await deleteOldKeys(ctx, isoDayIn(ctx.clock.now(), timeZone));
  return keys + readers.rows.length + views.rows.length + outcomes.rows.length;
}
