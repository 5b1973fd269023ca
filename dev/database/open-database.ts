// Opens the database of DATABASE_URL, or the embedded one. With `shared`, uses the embedded database of a
// running start.
import { findRunningDatabase, startEmbeddedDatabase } from '../embedded-database';
import type { StartSettings } from '../startup/settings';
import { createDatabaseIfMissing } from './connect';

export interface OpenDatabase {
  url: string;
  embedded: boolean;
  /** Describes this database in the progress output. */
  title: string;
  /** Settles when the embedded database that we started ends. */
  exited: Promise<void>;
  stop(): Promise<void>;
}

const never = new Promise<void>(() => {});

export async function openLocalDatabase(
  settings: Pick<StartSettings, 'dataDir' | 'databaseUrl'>,
  onLine: (line: string) => void,
  { shared = false } = {},
): Promise<OpenDatabase> {
  const { dataDir, databaseUrl } = settings;
  if (databaseUrl) {
    if (await createDatabaseIfMissing(databaseUrl)) onLine('created the database in DATABASE_URL');
    return {
      url: databaseUrl,
      embedded: false,
      title: `PostgreSQL at ${placeOf(databaseUrl)}`,
      exited: never,
      stop: async () => {},
    };
  }
  const running = shared ? findRunningDatabase(dataDir) : null;
  if (running) {
    return {
      url: running,
      embedded: true,
      title: `the running PostgreSQL at ${placeOf(running)}`,
      exited: never,
      stop: async () => {},
    };
  }
  const { url, version, exited, stop } = await startEmbeddedDatabase({ dataDir, onLine });
  return { url, embedded: true, title: `PostgreSQL ${version} at ${placeOf(url)}`, exited, stop };
}

function placeOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host || 'the local socket'}${pathname}`;
}
