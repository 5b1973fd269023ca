// Measures the database time of searches by kind of query and size of the magazine, the time to save and to import articles, and
// the size of the search index.
import { randomUUID } from 'node:crypto';
import { seedArticles } from 'db/seed/seed-articles';
import type { Client } from 'pg';
import { type Magazine, onDatabaseServer } from './measure/magazines';
import { median, quantile } from './measure/median';
import {
  readIndexSize,
  recordSearches,
  type SearchKind,
  type SearchStatement,
} from './measure/search-statements';
import type { Bench } from './measure/servers';
import { formatTable, tableText } from './measure/table';
import type { Options } from './options';

/** Shares of the generated articles that contain the words. */
const KINDS: readonly SearchKind[] = [
  { name: 'common word', queries: ['client', 'intake'] }, // 38 % and 14 %
  { name: 'two common words that rarely meet', queries: ['growth talent', 'estate family'] }, // 24 % and 14 %, 14 % and 22 %
  { name: 'two common words that meet', queries: ['client intake', 'invoices tracking'] }, // 5 % and 0.2 %
  { name: 'rare word', queries: ['dictaphone', 'deposition'] }, // 0.2 %, two articles
  { name: 'typo', queries: ['bankrupcy', 'marketng'] },
  { name: 'prefix', queries: ['consul', 'mediat'] },
  { name: 'two characters', queries: ['ai', 'va'] },
  { name: 'phrase', queries: ['"social security"', '"call tracking"', '"growth talent"'] }, // 2 %, 11 % and none
  { name: 'stop words', queries: ['we are', '"as well as"'] },
  { name: 'no result', queries: ['xylophone', 'zebra ukulele'] },
];

const MAX_MS = 50;
const MAX_GROWTH = 1.3;
const SAVES = 40;
const IMPORTED = 10_000;
const STATEMENT_TIMEOUT_MS = 20_000;

export async function measureSearch(bench: Bench, options: Options): Promise<void> {
  const runs = options.effort === 'quick' ? 20 : 100;
  const [smallest] = bench.magazines;
  // First, because a database with connections cannot be copied.
  if (smallest) {
    const seconds = await timeImport(smallest);
    process.stdout.write(`\n${IMPORTED} articles are imported in ${tableText(seconds, 1)} s.\n`);
  }
  const statements = await recordSearches(bench, KINDS);
  const times = new Map<number, Map<string, number[]>>();
  const costs: string[][] = [];
  for (const magazine of bench.magazines) {
    await onDatabaseServer(magazine.databaseUrl, async (client) => {
      await client.query(`set statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
      // The cron task recounts the vocabulary every hour. Older builds do not have this function.
      await client.query('select count_vocabulary()').catch(() => {});
      times.set(magazine.size, await timeKinds(client, statements, runs));
      costs.push([
        String(magazine.size),
        tableText(await timeSave(client), 1),
        tableText((await readIndexSize(client)) / 1024 / 1024, 1),
      ]);
    });
  }
  process.stdout.write(`\n${formatTimes(times)}\n`);
  process.stdout.write(`\n${formatTable(['articles', 'save p50 ms', 'search index MB'], costs)}\n`);
}

/** Milliseconds by kind; kinds alternate, so that load of the machine affects all of them. */
async function timeKinds(
  client: Client,
  statements: readonly SearchStatement[],
  runs: number,
): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  for (let run = -1; run < runs; run += 1) {
    for (const { kind, query, params } of statements) {
      const began = performance.now();
      await client.query(query, params);
      const spent = performance.now() - began;
      // The first run fills the caches.
      if (run >= 0) times.set(kind, [...(times.get(kind) ?? []), spent]);
    }
  }
  return times;
}

function formatTimes(times: ReadonlyMap<number, ReadonlyMap<string, number[]>>): string {
  const sizes = [...times.keys()];
  const rows = KINDS.map(({ name }) => {
    const of = (size: number) => times.get(size)?.get(name) ?? [];
    const growth = median(of(100_000)) / median(of(1_000));
    const p95 = quantile(of(sizes.at(-1) ?? 0), 0.95);
    return [
      name,
      ...sizes.flatMap((size) => [tableText(median(of(size)), 2), tableText(quantile(of(size), 0.95), 2)]),
      tableText(growth, 2),
      p95 <= MAX_MS && !(growth > MAX_GROWTH) ? 'met' : 'MISSED',
    ];
  });
  const head = sizes.flatMap((size) => [`${size} p50 ms`, 'p95']);
  return formatTable(
    ['kind', ...head, 'p50 100,000/1,000', `p95 <= ${MAX_MS}, growth <= ${MAX_GROWTH}`],
    rows,
  );
}

/** Changes the text of an article back and forth, with all triggers. */
async function timeSave(client: Client): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    "select id from articles where status = 'published' order by slug limit $1",
    [SAVES],
  );
  const times: number[] = [];
  for (const { id } of rows) {
    const began = performance.now();
    await client.query(
      "update articles set content = content || '<p>Replevin once more.</p>' where id = $1",
      [id],
    );
    times.push(performance.now() - began);
    await client.query(
      "update articles set content = replace(content, '<p>Replevin once more.</p>', '') where id = $1",
      [id],
    );
  }
  return median(times);
}

/** Adds articles to a copy of a magazine. Returns seconds. */
async function timeImport({ databaseUrl }: Magazine): Promise<number> {
  const url = new URL(databaseUrl);
  const template = url.pathname.slice(1);
  const copy = `bench_import_${randomUUID().replaceAll('-', '')}`;
  url.pathname = '/postgres';
  const serverUrl = url.href;
  const run = (statement: string) => onDatabaseServer(serverUrl, (client) => client.query(statement));
  await run(`create database ${copy} template ${template}`);
  try {
    url.pathname = `/${copy}`;
    const began = performance.now();
    await seedArticles({ databaseUrl: url.href, articles: IMPORTED, onProgress: () => {} });
    return (performance.now() - began) / 1000;
  } finally {
    await run(`drop database ${copy} with (force)`);
  }
}
