// Fills an empty database with the demo magazine, under the rule of when that is allowed.
import { isOnThisMachine } from '../database/explain-error';
import { withDatabaseLock } from '../database/connect';
import { openLocalFiles } from '../miniflare';
import type { OpenDatabase } from '../database/open-database';
import { type Say, bar } from './progress';
import type { Settings } from './settings';

interface DemoSeed {
  isEmpty(databaseUrl: string): Promise<boolean>;
  seedDemo(options: {
    databaseUrl: string;
    putFile: PutFile;
    onProgress: (done: number, total: number, what: string) => void;
  }): Promise<void>;
}
type PutFile = (key: string, body: Uint8Array, meta: { contentType: string; cacheControl?: string }) => Promise<void>;

/** Our own database and one on this machine are ours to fill; one elsewhere only when asked; production never. */
export function maySeed(settings: Settings, database: OpenDatabase): boolean {
  if (settings.environment === 'production') return false;
  return database.embedded || isOnThisMachine(database.url) || settings.demoWanted;
}

/** True when the database was empty and is now filled. */
export async function seedDemoIfEmpty(settings: Settings, database: OpenDatabase, say: Say): Promise<boolean> {
  if (!maySeed(settings, database)) return false;
  const seed = (await import('../../db/seed/seed-demo')) as DemoSeed;
  return withDatabaseLock(database.url, () => say('waiting for another start to finish'), async () => {
    if (!(await seed.isEmpty(database.url))) return false;
    const files = await openLocalFiles(settings.dataDir);
    try {
      const bucket = await files.miniflare.getR2Bucket('MEDIA');
      await seed.seedDemo({
        databaseUrl: database.url,
        putFile: async (key, body, { contentType, cacheControl }) => {
          await bucket.put(key, body, { httpMetadata: { contentType, cacheControl } });
        },
        onProgress: (done, total, what) => say(bar(done, total, what)),
      });
    } finally {
      await files.dispose();
    }
    return true;
  });
}
