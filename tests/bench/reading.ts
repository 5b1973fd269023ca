// Measures how many reports about page views are accepted per second, checks that none is lost, and what that load costs readers
// of an article. As in production, several instances of the worker receive reports (one per processor here), another counts them
// meanwhile, and readers use another. All share the database and, unlike in production, the machine's processors.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { writePageView } from '~/features/readership/tracking/page-view-tokens.server';
import { ADS_SECRET, TOKENS } from '../support/ads';
import { startGatewayProcess } from './measure/gateway-process';
import { load } from './measure/load';
import { startSteadyLoad } from './measure/load-process';
import { listSlugs, type Magazine } from './measure/magazines';
import { median } from './measure/median';
import { startQueueWorker } from './measure/queue-worker';
import type { Bench } from './measure/servers';
import { formatTable, tableText } from './measure/table';

/** The targets: reports per second, and the ratio of readers' p50 with and without them. */
const AIM = 1_000;
const MAX_SLOWDOWN = 1.1;
/** As the delay of the queue's message. */
const COUNT_EVERY_MS = 1_000;
const VIEW_REQUESTS = 10_000;
const VIEWS = 1_000;
const REPORTS_PER_VIEW = 40;
const CONCURRENCY = 16;
/** Answers to reports take 0.05 s, because they gather. */
const REPORT_CONCURRENCY = 256;
/** Each below its limits per minute. */
const CALLERS = 1_000;
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const RATES = [250, 500, 1_000];
const TURNS = 6;
const TURN_MS = 1_000;

export async function measureReading(bench: Bench): Promise<void> {
  const [magazine] = bench.magazines as [Magazine];
  const client = new pg.Client(magazine.databaseUrl);
  // Its own, because one gateway process would be shared with the readers.
  const gateway = await startGatewayProcess(magazine.databaseUrl);
  await client.connect();
  const { worker, stop } = await startQueueWorker(magazine.databaseUrl, gateway.httpUrl);
  const instance = () =>
    bench.startMagazine(magazine, 'off', {
      endpoint: gateway.httpUrl,
      vars: { AUTH_JWT_SECRET: ADS_SECRET },
    });
  const ports = [(await instance()).port, (await instance()).port];
  const counting = repeat(() => worker.fireCron('* * * * *'), COUNT_EVERY_MS);
  try {
    const slugs = await listSlugs(magazine.databaseUrl);
    const head = ['', 'per second', 'p50 ms', 'p99 ms', 'accepted', 'stored', 'seconds', ''];
    const views = await measureViews(client, ports, slugs);
    const size = await client.query(
      "select pg_total_relation_size('page_views') / count(*)::float8 as bytes from page_views",
    );
    const rows = [views, await measureReports(client, ports)];
    process.stdout.write(`\n${formatTable(head, rows)}\n`);
    process.stdout.write(`A view in the log takes ${tableText(size.rows[0].bytes)} bytes.\n`);
    await measureReaders(bench, magazine, client, ports, `/article/${slugs[0]}`);
  } finally {
    await counting.stop();
    await stop();
    await clearReading(client);
    await client.end();
    await gateway.stop();
  }
}

/** Repeats `work` with pauses until `stop`. */
function repeat(work: () => Promise<unknown>, pauseMs: number): { stop(): Promise<void> } {
  let isStopped = false;
  const done = (async () => {
    while (!isStopped) {
      await work();
      await pause(pauseMs);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await done;
    },
  };
}

async function clearReading(client: pg.Client): Promise<void> {
  await client.query(`truncate reading_beacons, page_views, reading_outcomes, reading_totals, reading_days, reading_hours,
    reading_groups, cta_days, reading_drops restart identity`);
}

async function measureViews(client: pg.Client, ports: readonly number[], slugs: string[]): Promise<string[]> {
  await clearReading(client);
  const bodies = Array.from({ length: VIEW_REQUESTS }, (_, n) =>
    JSON.stringify({
      id: crypto.randomUUID(),
      path: `/article/${slugs[n % slugs.length]}`,
      search: '',
      referrer: 'https://news.example/',
      isInternal: false,
    }),
  );
  return measure(client, ports, {
    name: 'views',
    path: '/api/views',
    bodies,
    requests: bodies.length,
    concurrency: CONCURRENCY,
    seconds: 0,
  });
}

async function measureReports(client: pg.Client, ports: readonly number[]): Promise<string[]> {
  await clearReading(client);
  const views = await openViews(client);
  const bodies = await reportsOf(views);
  const seconds = VIEWS * REPORTS_PER_VIEW * 15;
  return measure(client, ports, {
    name: 'reports',
    path: '/api/reading',
    bodies,
    requests: bodies.length,
    concurrency: REPORT_CONCURRENCY,
    seconds,
  });
}

interface Measurement {
  name: string;
  path: string;
  bodies: string[];
  requests: number;
  concurrency: number;
  /** The expected increase of the totals. */
  seconds: number;
}

async function measure(
  client: pg.Client,
  ports: readonly number[],
  { name, path, bodies, requests, seconds, concurrency }: Measurement,
): Promise<string[]> {
  const order = {
    port: ports,
    paths: [path],
    bodies,
    userAgent: USER_AGENT,
    callers: CALLERS,
    concurrency,
  };
  // Warms up V8's compiler.
  const warm = await load({ ...order, bodies: bodies.slice(0, 1), milliseconds: 3_000 });
  const { latencies, milliseconds } = await load({ ...order, requests, milliseconds: 120_000 });
  await countAll(client);
  const { rows } = await client.query(
    `select (select last_value::int from reading_beacons_id_seq) as stored,
       (select coalesce(sum(engaged_seconds), 0)::int from page_views) as logged,
       (select coalesce(sum(engaged_seconds), 0)::int from reading_days) as summed`,
  );
  const [{ stored, logged, summed }] = rows;
  const accepted = warm.latencies.length + latencies.length + (name === 'reports' ? VIEWS : 0);
  const isWhole = stored === accepted && logged === seconds && summed === seconds;
  const perSecond = latencies.length / (milliseconds / 1000);
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return [
    name,
    tableText(perSecond),
    tableText(at(0.5), 1),
    tableText(at(0.99), 1),
    String(accepted),
    String(stored),
    String(logged),
    `${isWhole ? 'none lost' : 'NOT THE SAME'}, ${perSecond >= AIM ? 'met' : 'MISSED'}`,
  ];
}

async function countAll(client: pg.Client): Promise<void> {
  const isCounted = async () =>
    (await client.query('select not exists (select 1 from reading_beacons) as done')).rows[0].done as boolean;
  while (!(await isCounted())) await pause(100);
}

/** Stores views without the limit per address and returns their ids. */
async function openViews(client: pg.Client): Promise<{ id: string; articleId: string }[]> {
  const { rows } = await client.query(
    `with views as (
       select gen_random_uuid() as id, article from generate_series(1, ${VIEWS}) n
       cross join lateral (select id as article from articles where n > 0 and is_public(status, deleted_at) order by random() limit 1) a
     ), stored as (
       insert into reading_beacons (view_id, kind, data)
       select id, 'view', jsonb_build_object('page', 'article', 'article', article, 'sourceKind', 'direct', 'source', '',
         'device', 'desktop', 'country', 'US', 'reader', id) from views
     ) select id, article as "articleId" from views`,
  );
  return rows;
}

/** Each view's reports at 15 s, 30 s and so on, in turns. */
async function reportsOf(views: { id: string; articleId: string }[]): Promise<string[]> {
  const source = { kind: 'direct', name: '' } as const;
  const startedAt = Date.now() - 60 * 60 * 1000;
  const tokens = await Promise.all(
    views.map(({ id, articleId }) => writePageView({ tokens: TOKENS }, { id, startedAt, articleId, source })),
  );
  return Array.from({ length: REPORTS_PER_VIEW }, (_, turn) =>
    tokens.map((token) =>
      JSON.stringify({
        token,
        seconds: (turn + 1) * 15,
        quarter: Math.min(4, Math.floor(turn / 8)),
        outcomes: [],
      }),
    ),
  ).flat();
}

/** Readers' p50 without and with reports at several rates, in turns. */
async function measureReaders(
  bench: Bench,
  magazine: Magazine,
  client: pg.Client,
  ports: readonly number[],
  path: string,
): Promise<void> {
  const bodies = (await reportsOf(await openViews(client))).slice(0, 10 * VIEWS);
  const steady = {
    port: ports,
    paths: ['/api/reading'],
    bodies,
    userAgent: USER_AGENT,
    callers: CALLERS,
    concurrency: REPORT_CONCURRENCY,
  };
  const readers = {
    rendered: await bench.startMagazine(magazine, 'off'),
    cached: await bench.startMagazine(magazine, 'on'),
  };
  const read = async (kind: keyof typeof readers) => {
    const order = { port: readers[kind].port, paths: [path], concurrency: 1, milliseconds: TURN_MS };
    return median((await load(order)).latencies);
  };
  await read('rendered');
  await read('cached');
  const rows: string[][] = [];
  for (const perSecond of RATES) {
    const found = { rendered: [[], []], cached: [[], []] } as Record<
      keyof typeof readers,
      [number[], number[]]
    >;
    const rates: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const kind of ['rendered', 'cached'] as const) found[kind][0].push(await read(kind));
      const running = await startSteadyLoad({ ...steady, perSecond });
      for (const kind of ['rendered', 'cached'] as const) found[kind][1].push(await read(kind));
      rates.push((await running.stop()).perSecond);
    }
    for (const [kind, [without, during]] of Object.entries(found)) {
      const ratio = median(during) / median(without);
      rows.push([
        kind,
        tableText(median(rates)),
        tableText(median(without), 2),
        tableText(median(during), 2),
        `${tableText(ratio, 2)} ${ratio <= MAX_SLOWDOWN ? 'met' : 'MISSED'}`,
      ]);
    }
  }
  const head = ['article page', 'reports/s', 'p50 ms alone', 'p50 ms beside', ''];
  process.stdout.write(`\n${formatTable(head, rows)}\n`);
}
