// Fills an empty database with the demo magazine, under the rule of when that is allowed.

import { withDatabaseLock } from '../database/connect';
import { isOnThisMachine } from '../database/explain-error';
import type { OpenDatabase } from '../database/open-database';
import { openLocalFiles } from '../miniflare';
import { bar, type Say } from './progress';
import type { Settings } from './settings';

interface DemoSeed {
  isEmpty(databaseUrl: string): Promise<boolean>;
  seedDemo(options: {
    databaseUrl: string;
    putFile: PutFile;
    onProgress: (done: number, total: number, what: string) => void;
  }): Promise<void>;
}
type PutFile = (
  key: string,
  body: Uint8Array,
  meta: { contentType: string; cacheControl?: string },
) => Promise<void>;

/** Our own database and one on this machine are ours to fill; one elsewhere only when asked; production never. */
export function maySeed(settings: Settings, database: OpenDatabase): boolean {
  if (settings.environment === 'production') return false;
  return database.embedded || isOnThisMachine(database.url) || settings.demoWanted;
}

/** Whether the demo magazine, with its accounts, is there afterwards. */
export async function seedDemoIfEmpty(
  settings: Settings,
  database: OpenDatabase,
  say: Say,
): Promise<boolean> {
  if (!maySeed(settings, database)) {
    say(
      settings.environment === 'production'
        ? 'none in production'
        : 'none: this database is elsewhere (DEMO=1 fills it when empty)',
    );
    return false;
  }
  const seed = (await import('../../db/seed/seed-demo')) as DemoSeed;
  return withDatabaseLock(
    database.url,
    () => say('waiting for another start to finish'),
    async () => {
      if (!(await seed.isEmpty(database.url))) {
        say('there already');
        return true;
      }
      const files = await openLocalFiles(settings.dataDir);
      try {
        const bucket = await files.miniflare.getR2Bucket('MEDIA');
        await seed.seedDemo({
          databaseUrl: database.url,
          putFile: async (key, body, { contentType, cacheControl }) => {
            // A copy of the bare bytes: what Miniflare passes on must not be a Buffer, nor a view into a larger one.
            await bucket.put(key, Uint8Array.from(body).buffer, {
              httpMetadata: { contentType, cacheControl },
            });
          },
          onProgress: (done, total, what) => say(bar(done, total, what)),
        });
      } finally {
        await files.dispose();
      }
      say('made');
      return true;
    },
  );
}
