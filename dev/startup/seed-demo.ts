// Seeds an empty database with the demo, where that is allowed.

import { withDatabaseLock } from '../database/connect';
import { isOnThisMachine } from '../database/explain-error';
import type { OpenDatabase } from '../database/open-database';
import { openLocalFiles } from '../miniflare';
import type { Say } from './progress';
import type { StartSettings } from './settings';

/**
 * The embedded database and one on this machine are seeded by default, a remote one only with DEMO=1,
 * production never.
 */
export function maySeed(settings: StartSettings, database: OpenDatabase): boolean {
  if (settings.environment === 'production') return false;
  return database.embedded || isOnThisMachine(database.url) || settings.demoWanted;
}

/** Returns whether the demo, with its accounts, exists afterwards. */
export async function seedDemoIfEmpty(
  settings: StartSettings,
  database: OpenDatabase,
  say: Say,
): Promise<boolean> {
  if (!maySeed(settings, database)) {
    say(
      settings.environment === 'production'
        ? 'none in production'
        : 'none: the database is remote (DEMO=1 seeds it if it is empty)',
    );
    return false;
  }
  const seed = await import('../../db/seed/seed-demo');
  return withDatabaseLock(
    database.url,
    () => say('waiting for another start to finish'),
    async () => {
      if (!(await seed.isEmpty(database.url))) {
        say('already seeded');
        return true;
      }
      const files = await openLocalFiles(settings.dataDir);
      try {
        const bucket = await files.miniflare.getR2Bucket('MEDIA');
        await seed.seedDemo({
          databaseUrl: database.url,
          putFile: async (key, body, { contentType, cacheControl }) => {
            // Miniflare needs plain bytes: not a Buffer, and not a view into a larger one.
            await bucket.put(key, Uint8Array.from(body).buffer, {
              httpMetadata: { contentType, ...(cacheControl && { cacheControl }) },
            });
          },
          onProgress: (done, total, what) => say(`${done} of ${total} ${what}`, done / total),
        });
      } finally {
        await files.dispose();
      }
      say('seeded');
      return true;
    },
  );
}
