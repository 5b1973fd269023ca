// Measures what repairing a whole magazine costs readers: page latencies before, during and after, and the
// memory of the repairing worker. Readers use a separate worker, as in production. Both share the database
// and, unlike in production, the machine's processors.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWorker } from 'dev/miniflare';
import pg from 'pg';
import { findFreePort } from '../support/site/free-port';
import { readMagazineMemory } from './measure/inspector';
import { load } from './measure/load';
import type { Magazine } from './measure/magazines';
import type { Bench } from './measure/servers';
import { signInAdmin } from './measure/sign-in';
import { formatTable, tableText } from './measure/table';
import { compareThirds } from './measure/thirds';
import type { WorkerdServer } from './measure/workerd-server';
import type { Options } from './options';
import { listMeasuredPages, type Page } from './pages';

const PAGES = ['home', 'article', 'category', 'search common'];
/** Allowed ratio of a page's p50 during the repair. */
const MAX_SLOWDOWN = 1.25;
const TURN_MS = 700;
const TURNS = 12;
const TIMEOUT_MS = 20 * 60_000;

type Latencies = Map<Page, number[]>;

export async function measureRepair(bench: Bench, options: Options): Promise<void> {
  const source = bench.magazines.at(-1) as Magazine;
  const magazine = await damage(source);
  const dataDir = mkdtempSync(join(tmpdir(), 'magazine-repair-'));
  const reader = await bench.startMagazine(magazine, 'off');
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
      NEON_FETCH_ENDPOINT: bench.gateway.httpUrl,
      PAGE_CACHE: 'off',
    },
  });
  const client = new pg.Client(magazine.databaseUrl);
  try {
    await client.connect();
    const pages = (await listMeasuredPages(magazine.databaseUrl)).filter(({ name }) => PAGES.includes(name));
    const turns = options.effort === 'quick' ? TURNS / 3 : TURNS;
    await measure(reader, pages, turns / 2);
    const before = await measure(reader, pages, turns);
    const began = performance.now();
    await start(worker.url);
    const during: Latencies = new Map(pages.map((page) => [page, []]));
    const memory: number[] = [];
    while ((await stateOf(client)) === 'running') {
      if (performance.now() - began > TIMEOUT_MS) throw new Error('The repair did not end');
      const kept = await readMagazineMemory(inspectorPort);
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

/** Copies a magazine and damages every article, so that each must be repaired. */
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
  const cookie = await signInAdmin({ port: Number(url.port) });
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

/** Requests each page in turn, one request at a time. */
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
        .map((ms) => tableText(ms, 1)),
      tableText(growth, 2),
      tableText(growthAt(0.95), 2),
      growth <= MAX_SLOWDOWN ? 'met' : 'MISSED',
    ];
  });
  const head = ['page', 'p50 before', 'p95', 'p50 during', 'p95', 'p50 after', 'p95', 'growth', 'of p95', ''];
  process.stdout.write(`\n${formatTable(head, rows)}\n`);
  const steps = memory.filter((_, index) => index % Math.ceil(memory.length / 10) === 0);
  const { middle, last, verdict } = compareThirds(memory);
  process.stdout.write(
    `\n${JSON.stringify(result)} in ${seconds.toFixed(0)} s\n` +
      `heap and buffers of the repairing worker after a collection, MB: ${steps.map((kept) => tableText(kept, 1)).join(' ')}; ` +
      `middle third ${tableText(middle, 1)}, last ${tableText(last, 1)}, ${verdict}\n`,
  );
}

function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
