// What a repair of a whole magazine costs readers: pages before, while every article is repaired, and after; and what
// the worker that repairs keeps in memory. Readers are served by a worker of their own, as in the cloud; both share this
// machine's processors and one database, which in the cloud they share only the latter of.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWorker } from 'dev/miniflare';
import pg from 'pg';
import { findFreePort, keptByMagazine } from './inspector';
import { load } from './load';
import type { Magazine } from './magazines';
import type { Options } from './options';
import { listPages, type Page } from './pages';
import { signIn } from './sign-in';
import type { Stand } from './stand';
import { formatTable, toText } from './table';
import { compareThirds } from './thirds';
import type { WorkerdServer } from './workerd-server';

const PAGES = ['home', 'article', 'category', 'search common'];
/** How much slower a page may be meanwhile. */
const SLOWER = 1.25;
const TURN_MS = 700;
const TURNS = 12;
const LONGEST_MS = 20 * 60_000;

type Latencies = Map<Page, number[]>;

export async function measureRepair(stand: Stand, options: Options): Promise<void> {
  const source = stand.magazines.at(-1) as Magazine;
  const magazine = await damage(source);
  const dataDir = mkdtempSync(join(tmpdir(), 'magazine-repair-'));
  const reader = await stand.startMagazine(magazine, 'off');
  const inspectorPort = await findFreePort();
  const worker = await startWorker({
    port: 0,
    host: '127.0.0.1',
    dataDir,
    echo: false,
    inspectorPort,
    vars: {
      ENVIRONMENT: 'test',
      SITE_URL: 'http://127.0.0.1',
      DATABASE_URL: magazine.databaseUrl,
      NEON_FETCH_ENDPOINT: stand.gateway.httpUrl,
      PAGE_CACHE: 'off',
    },
  });
  const client = new pg.Client(magazine.databaseUrl);
  try {
    await client.connect();
    const pages = (await listPages(magazine.databaseUrl)).filter(({ name }) => PAGES.includes(name));
    const turns = options.effort === 'quick' ? TURNS / 3 : TURNS;
    await measure(reader, pages, turns / 2);
    const before = await measure(reader, pages, turns);
    const began = performance.now();
    await start(worker.url);
    const during: Latencies = new Map(pages.map((page) => [page, []]));
    const memory: number[] = [];
    while ((await stateOf(client)) === 'running') {
      if (performance.now() - began > LONGEST_MS) throw new Error('The repair did not end');
      const kept = await keptByMagazine(inspectorPort);
      if (kept) memory.push(kept.heap + kept.buffers);
      add(during, await measure(reader, pages, 1));
    }
    const seconds = (performance.now() - began) / 1000;
    const after = await measure(reader, pages, turns);
    const { rows } = await client.query("select result from jobs where kind = 'repair'");
    print({ pages, before, during, after }, memory, seconds, rows[0].result);
  } finally {
    await client.end();
    await worker.dispose();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A copy of a magazine in which every article is to be repaired. */
async function damage({ databaseUrl, size }: Magazine): Promise<Magazine> {
  const url = new URL(databaseUrl);
  const name = `${url.pathname.slice(1)}_damaged`;
  const copyUrl = new URL(databaseUrl);
  copyUrl.pathname = `/${name}`;
  url.pathname = '/postgres';
  const server = new pg.Client(url.href);
  await server.connect();
  await server.query(`drop database if exists ${name} with (force)`);
  await server.query(
    `create database ${name} template ${new URL(databaseUrl).pathname.slice(1)} strategy file_copy`,
  );
  await server.end();
  const copy = new pg.Client(copyUrl.href);
  await copy.connect();
  await copy.query(`update articles set content = replace(replace(content, ' and ', ' &amp;amp;  '), '''', '&amp;#39;'),
    summary = summary || ' &amp; so on'`);
  await copy.query('vacuum (analyze)');
  await copy.query('checkpoint');
  await copy.end();
  return { size, databaseUrl: copyUrl.href };
}

async function start(url: URL): Promise<void> {
  const cookie = await signIn({ port: Number(url.port) });
  const answer = await fetch(new URL('/admin/repair', url), {
    method: 'POST',
    body: new URLSearchParams({ intent: 'repair' }),
    headers: { origin: url.origin, cookie },
    redirect: 'manual',
  });
  if (answer.status !== 303) throw new Error(`Starting the repair answered ${answer.status}`);
}

async function stateOf(client: pg.Client): Promise<string> {
  return (await client.query("select status from jobs where kind = 'repair'")).rows[0].status;
}

/** Each page in turn, one request at a time. */
async function measure(
  { port }: Pick<WorkerdServer, 'port'>,
  pages: readonly Page[],
  turns: number,
): Promise<Latencies> {
  const found: Latencies = new Map(pages.map((page) => [page, []]));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const page of pages) {
      const { latencies } = await load({ port, paths: page.paths, concurrency: 1, milliseconds: TURN_MS });
      found.get(page)?.push(...latencies);
    }
  }
  return found;
}

function add(all: Latencies, more: Latencies): void {
  for (const [page, latencies] of more) all.get(page)?.push(...latencies);
}

interface Periods {
  pages: readonly Page[];
  before: Latencies;
  during: Latencies;
  after: Latencies;
}

function print(periods: Periods, memory: readonly number[], seconds: number, result: object): void {
  const { pages, before, during, after } = periods;
  const rows = pages.map((page) => {
    const at = (latencies: Latencies, share: number) => quantile(latencies.get(page) ?? [], share);
    const growthAt = (share: number) => at(during, share) / Math.max(at(before, share), at(after, share));
    const growth = growthAt(0.5);
    return [
      page.name,
      ...[before, during, after]
        .flatMap((period) => [at(period, 0.5), at(period, 0.95)])
        .map((ms) => toText(ms, 1)),
      toText(growth, 2),
      toText(growthAt(0.95), 2),
      growth <= SLOWER ? 'met' : 'MISSED',
    ];
  });
  const head = ['page', 'p50 before', 'p95', 'p50 during', 'p95', 'p50 after', 'p95', 'growth', 'of p95', ''];
  process.stdout.write(`\n${formatTable(head, rows)}\n`);
  const steps = memory.filter((_, index) => index % Math.ceil(memory.length / 10) === 0);
  const { middle, last, verdict } = compareThirds(memory);
  process.stdout.write(
    `\n${JSON.stringify(result)} in ${seconds.toFixed(0)} s\n` +
      `heap and buffers of the repairing worker after a collection, MB: ${steps.map((kept) => toText(kept, 1)).join(' ')}; ` +
      `middle third ${toText(middle, 1)}, last ${toText(last, 1)}, ${verdict}\n`,
  );
}

function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
