// SQL for paths that were not found.
import { unknownPaths } from 'db/schema/addresses';
import { sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';

/** Only the most recently requested paths are stored. */
const MAX_STORED = 1_000;

export function upsertUnknownPath(build: Build, path: string, referrer: string | null) {
  return build
    .insert(unknownPaths)
    .values({ path, lastReferrer: referrer })
    .onConflictDoUpdate({
      target: unknownPaths.path,
      set: {
        hits: sql`${unknownPaths.hits} + 1`,
        lastSeenAt: sql`now()`,
        lastReferrer: sql`coalesce(excluded.last_referrer, ${unknownPaths.lastReferrer})`,
      },
    });
}

/** Skips rows that another transaction has locked, so that writers don't wait for each other. */
export function deleteOldUnknownPaths(build: Build) {
  return build.execute(sql`
    delete from ${unknownPaths} where path in (
      select path from ${unknownPaths} order by last_seen_at desc offset ${MAX_STORED}::int for update skip locked)`);
}
