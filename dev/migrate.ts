// Applies migrations/ to a database. As a script: to the one in DATABASE_URL, else to the embedded one. With
// --production DATABASE_URL is required, so that a deploy never migrates the embedded database by mistake.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { Client } from 'pg';
import { connectTo, withDatabaseLock } from './database/connect';
import { explainDatabaseError } from './database/explain-error';
import { openLocalDatabase } from './database/open-database';
import { isEntry } from './startup/is-entry';
import { runScript } from './startup/lifecycle';
import { Progress } from './startup/progress';
import { Refusal } from './startup/refusal';
import { projectRoot, readSettings, requireDatabaseUrl } from './startup/settings';

const LOCK_TIMEOUT = '5s';

/** Returns the number of applied migrations. All run in one transaction: a failure changes nothing. */
export async function migrate(options: {
  url: string;
  onLine: (line: string) => void;
  folder?: string;
}): Promise<number> {
  const { url, onLine, folder = join(projectRoot, 'migrations') } = options;
  if (!existsSync(join(folder, 'meta/_journal.json'))) return 0;
  return withDatabaseLock(
    url,
    () => onLine('waiting for another start to finish its migrations'),
    () => apply(url, folder),
  );
}

async function apply(url: string, folder: string): Promise<number> {
  const client = await connectTo(url);
  try {
    const before = await countApplied(client);
    await refuseUnfinishedDevelopment(client, folder);
    // A migration that waits for a backup or a long query holds up all writes that wait for it.
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
    await applyMigrations(drizzle(client), { migrationsFolder: folder });
    return (await countApplied(client)) - before;
  } catch (error) {
    throw explainDatabaseError(error, url);
  } finally {
    await client.end();
  }
}

/**
 * The baseline replaces the migrations from before the first release and has the date of the last one, so Drizzle
 * treats a database with all of them as migrated. A database with only some of them cannot be migrated.
 */
async function refuseUnfinishedDevelopment(client: Client, folder: string): Promise<void> {
  const [baseline] = readMigrationFiles({ migrationsFolder: folder });
  if (!baseline || (await countApplied(client)) === 0) return;
  const { rows } = await client.query(
    'select max(created_at)::float8 as newest from drizzle.__drizzle_migrations',
  );
  if (rows[0].newest >= baseline.folderMillis) return;
  throw new Refusal(
    'This database was created by an early development version and cannot be migrated. Choose an empty one (DATABASE_URL), or delete the data folder (DATA_DIR, by default .data).',
  );
}

async function countApplied(client: Client): Promise<number> {
  const table = await client.query("select to_regclass('drizzle.__drizzle_migrations') as name");
  if (table.rows[0].name === null) return 0;
  const { rows } = await client.query('select count(*)::int as applied from drizzle.__drizzle_migrations');
  return rows[0].applied;
}

/**
 * A new site in production starts with second factors required of all staff except authors, unless settings
 * were saved before. An admin can turn this off on the settings screen.
 */
export async function requireSecondFactors(url: string): Promise<void> {
  const client = await connectTo(url);
  try {
    await client.query(
      `insert into settings (key, value) values ('site', '{"requireSecondFactor": true}') on conflict (key) do nothing`,
    );
  } finally {
    await client.end();
  }
}

/** `up to date`, or the number of applied migrations. */
export function toMigrationText(applied: number): string {
  return applied === 0 ? 'up to date' : `${applied} applied`;
}

if (isEntry(import.meta.url)) {
  await runScript(async (lifecycle) => {
    const isProduction = process.argv.includes('--production');
    if (isProduction) requireDatabaseUrl('npm run deploy');
    const progress = new Progress();
    const database = await openLocalDatabase(readSettings(), (line) => progress.line(line), { shared: true });
    lifecycle.onEnd('The database', database.stop);
    await progress.step('Migrations', async (say) =>
      say(toMigrationText(await migrate({ url: database.url, onLine: say }))),
    );
    if (isProduction) await requireSecondFactors(database.url);
  });
}
