// The database a verb works on: the one DATABASE_URL names, or the embedded one, shared with a start that runs already where that is wanted.
import { findRunningDatabase, startEmbeddedDatabase } from '../embedded-database';
import type { Settings } from '../startup/settings';
import { createDatabaseIfMissing } from './connect';

export interface OpenDatabase {
  url: string;
  embedded: boolean;
  /** What to tell: which database this is. */
  title: string;
  /** Settles when an embedded database that we started ends. */
  exited: Promise<void>;
  stop(): Promise<void>;
}

const never = new Promise<void>(() => {});

export async function openDatabase(
  settings: Pick<Settings, 'dataDir' | 'databaseUrl'>,
  onLine: (line: string) => void,
  { shared = false } = {},
): Promise<OpenDatabase> {
  const { dataDir, databaseUrl } = settings;
  if (databaseUrl) {
    if (await createDatabaseIfMissing(databaseUrl)) onLine('made the database that DATABASE_URL names');
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
