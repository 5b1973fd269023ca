// Creates one database per size, each from a copy of the next smaller one, so that all sizes can be measured
// together.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seedArticles } from 'db/seed/seed-articles';
import { seedDemo } from 'db/seed/seed-demo';
import { migrate } from 'dev/migrate';
import type { Say } from 'dev/startup/progress';
import { projectRoot } from 'dev/startup/settings';
import pg from 'pg';

/** The demo's number of published articles: the smallest size. */
export const DEMO_SIZE = 43;

export interface Magazine {
  size: number;
  databaseUrl: string;
}

/**
 * Reuses databases of an earlier run if their inputs have not changed. @param serverUrl any database of the
 * server @param sizes ascending
 */
export async function makeMagazines(serverUrl: string, sizes: number[], say: Say): Promise<Magazine[]> {
  const magazines: Magazine[] = [];
  for (const size of sizes) {
    const databaseUrl = await makeMagazine(serverUrl, size, magazines.at(-1), say);
    magazines.push({ size, databaseUrl });
  }
  say(sizes.join(', '));
  return magazines;
}

async function makeMagazine(
  serverUrl: string,
  size: number,
  smaller: Magazine | undefined,
  say: Say,
): Promise<string> {
  const name = `bench_${size}`;
  const databaseUrl = withDatabase(serverUrl, name);
  const origin = hashInputs();
  if ((await readInputHash(serverUrl, name)) === origin) return databaseUrl;
  const template = smaller ? `template ${nameOf(smaller)}` : `template template0 encoding 'UTF8'`;
  say(`making ${size} articles`);
  await onDatabaseServer(serverUrl, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name} ${template} strategy file_copy`);
  });
  if (!smaller) {
    await migrate({ url: databaseUrl, onLine: say });
    await seedDemo({ databaseUrl, putFile: async () => {}, onProgress: () => {} });
  }
  const missing = size - (await countPublished(databaseUrl));
  if (missing > 0) {
    const onProgress = (done: number, total: number) => say(`${size}: ${done} of ${total} articles`);
    await seedArticles({ databaseUrl, articles: missing, onProgress });
  }
  await onDatabaseServer(databaseUrl, async (client) => {
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
  });
  // Written last, so that an interrupted run is repeated.
  await onDatabaseServer(serverUrl, (client) =>
    client.query(`comment on database ${name} is ${pg.escapeLiteral(origin)}`),
  );
  return databaseUrl;
}

async function readInputHash(serverUrl: string, name: string): Promise<string | null> {
  const { rows } = await onDatabaseServer(serverUrl, (client) =>
    client.query<{ origin: string | null }>(
      `select shobj_description(oid, 'pg_database') as origin from pg_database where datname = $1`,
      [name],
    ),
  );
  return rows[0]?.origin ?? null;
}

async function countPublished(databaseUrl: string): Promise<number> {
  const statement =
    "select count(*)::int as total from articles where status = 'published' and deleted_at is null";
  const { rows } = await onDatabaseServer(databaseUrl, (client) =>
    client.query<{ total: number }>(statement),
  );
  return rows[0]?.total ?? 0;
}

/** Slugs of every published article. */
export async function listSlugs(databaseUrl: string): Promise<string[]> {
  const statement =
    "select slug from articles where status = 'published' and deleted_at is null order by publish_date desc";
  const { rows } = await onDatabaseServer(databaseUrl, (client) => client.query<{ slug: string }>(statement));
  return rows.map(({ slug }) => slug);
}

/** Hash of the rows' inputs: migrations and seeds. */
function hashInputs(): string {
  const hash = createHash('sha256');
  for (const folder of ['migrations', 'db/seed']) {
    const root = join(projectRoot, folder);
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
    for (const name of names.filter((file) => /\.(sql|ts|yaml|md|html)$/.test(file))) {
      hash.update(name).update(readFileSync(join(root, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

export async function onDatabaseServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function nameOf(magazine: Magazine): string {
  return new URL(magazine.databaseUrl).pathname.slice(1);
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
