// Brings a database up to date with migrations/. As a script: the one DATABASE_URL names, else the embedded one, and with
// --production never that one: a deploy must not take it for the database that readers are served from.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { Client } from 'pg';
import { connectTo, withDatabaseLock } from './database/connect';
import { explainDatabaseError } from './database/explain-error';
import { openDatabase } from './database/open-database';
import { isEntry } from './startup/is-entry';
import { runVerb } from './startup/lifecycle';
import { Progress } from './startup/progress';
import { Refusal } from './startup/refusal';
import { projectRoot, readSettings, requireDatabaseUrl } from './startup/settings';

/** Gives the number of migrations that were missing. All of them are one transaction: a failure leaves the database as it was. */
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
    await applyMigrations(drizzle(client), { migrationsFolder: folder });
    return (await countApplied(client)) - before;
  } catch (error) {
    throw explainDatabaseError(error, url);
  } finally {
    await client.end();
  }
}

/**
 * Before the first release there were 36 migrations. The baseline replaces them and has the date of the last one, so Drizzle
 * counts a database that has all 36 as migrated. One that has only some of them cannot be brought up to date here.
 */
async function refuseUnfinishedDevelopment(client: Client, folder: string): Promise<void> {
  const [baseline] = readMigrationFiles({ migrationsFolder: folder });
  if (!baseline || (await countApplied(client)) === 0) return;
  const { rows } = await client.query(
    'select max(created_at)::float8 as newest from drizzle.__drizzle_migrations',
  );
  if (rows[0].newest >= baseline.folderMillis) return;
  throw new Refusal(
    'This database was made by an early development version and cannot be migrated. Choose an empty one (DATABASE_URL), or delete the data folder (DATA_DIR, by default .data).',
  );
}

async function countApplied(client: Client): Promise<number> {
  const table = await client.query("select to_regclass('drizzle.__drizzle_migrations') as name");
  if (table.rows[0].name === null) return 0;
  const { rows } = await client.query('select count(*)::int as applied from drizzle.__drizzle_migrations');
  return rows[0].applied;
}

/**
 * A site in production begins with second factors required of admins and editors, unless its settings were saved already: an
 * admin turns that off on the settings screen.
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

/** `up to date`, or what was done. */
export function toMigrationText(applied: number): string {
  return applied === 0 ? 'up to date' : `${applied} applied`;
}

if (isEntry(import.meta.url)) {
  await runVerb(async (lifecycle) => {
    const isProduction = process.argv.includes('--production');
    if (isProduction) requireDatabaseUrl('npm run deploy');
    const progress = new Progress();
    const database = await openDatabase(readSettings(), (line) => progress.line(line), { shared: true });
    lifecycle.onEnd('The database', database.stop);
    await progress.step('Migrations', async (say) =>
      say(toMigrationText(await migrate({ url: database.url, onLine: say }))),
    );
    if (isProduction) await requireSecondFactors(database.url);
  });
}
