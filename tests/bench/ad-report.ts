// Measures an ad's report over millions of generated events, and checks its dayRows against the event log.
import pg from 'pg';
import { load } from './measure/load';
import type { Magazine } from './measure/magazines';
import type { Bench } from './measure/servers';
import { signInAdmin } from './measure/sign-in';
import { formatTable, tableText } from './measure/table';
import type { Options } from './options';

const ADS = 10;
const DAYS = 365;
const CHUNK = 500_000;
/** The report's target, in milliseconds. */
const AIM = 200;
const RANGES = ['30', '365', 'all'];

export async function measureAdReport(bench: Bench, options: Options): Promise<void> {
  const [magazine] = bench.magazines as [Magazine];
  const client = new pg.Client(magazine.databaseUrl);
  await client.connect();
  try {
    await clearAds(client);
    await client.query(`insert into ads (name) select 'Bench ' || n from generate_series(1, ${ADS}) n`);
    const seconds = await generate(client, options.events);
    const sizes = await client.query(`select pg_size_pretty(pg_total_relation_size('ad_impressions')) as log,
      (select count(*)::int from ad_days) as day_rows`);
    const { log, day_rows: dayRows } = sizes.rows[0];
    process.stdout.write(
      `\n${options.events.toLocaleString('en-US')} events of ${ADS} ads and ${DAYS} days in ${tableText(seconds)} s; ad_impressions ${log}; ${dayRows} daily sums\n\n`,
    );
    const server = await bench.startMagazine(magazine, 'off');
    const cookie = await signInAdmin(server);
    const { rows } = await client.query('select id from ads order by name limit 1');
    const lines: string[][] = [];
    for (const range of RANGES) {
      for (const path of ['report', 'report/export']) {
        const paths = [`/admin/ads/${rows[0].id}/${path}?range=${range}`];
        const order = { port: server.port, paths, cookie, concurrency: 1, milliseconds: 20_000 };
        await load({ ...order, requests: 20 });
        const { latencies } = await load({ ...order, requests: 60 });
        const sorted = latencies.sort((a, b) => a - b);
        const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
        lines.push([
          `${path} ${range}`,
          tableText(sorted[Math.floor(sorted.length / 2)], 1),
          tableText(p99, 1),
          p99 <= AIM ? 'met' : 'MISSED',
        ]);
      }
    }
    process.stdout.write(`${formatTable(['page', 'p50 ms', 'p99 ms', `at ${AIM} ms`], lines)}\n`);
    await compare(client, rows[0].id);
  } finally {
    await clearAds(client);
    await client.end();
  }
}

async function clearAds(client: pg.Client): Promise<void> {
  await client.query('truncate ads, ad_placements, ad_impressions, ad_events, ad_beacons, ad_days cascade');
}

/**
 * Of a hundred events, 85 are impressions, 14 viewable impressions and one is a click. Returns the seconds it
 * took.
 */
async function generate(client: pg.Client, events: number): Promise<number> {
  const began = performance.now();
  const facts = (first: number, count: number) => `
    select ad.id, (array['homepage-hero', 'homepage-sidebar', 'article-sidebar', 'article-bottom', 'category-sidebar', 'footer'])[1 + n % 6]
        as location,
      (select id from categories order by id offset n % 5 limit 1) as category_id,
      now() - random() * interval '${DAYS} days' as created_at, md5('key ' || n)::uuid as event_key,
      'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' as user_agent, n
    from generate_series(${first}, ${first + count - 1}) n
    join (select id, row_number() over () as place from ads) ad on ad.place = 1 + n % ${ADS}`;
  const columns = 'ad_id, location, category_id, created_at, event_key, user_agent';
  for (let first = 0; first < events; first += CHUNK) {
    const count = Math.min(CHUNK, events - first);
    await client.query(`with fact as materialized (${facts(first, count)}),
      shown as (insert into ad_impressions (${columns})
        select id, location, category_id, created_at, event_key, user_agent from fact where n / 10 % 100 < 85)
      insert into ad_events (kind, ${columns})
        select case when n / 10 % 100 = 99 then 'click' else 'viewable' end, id, location, category_id, created_at, event_key,
          user_agent from fact where n / 10 % 100 >= 85`);
    process.stdout.write(`\r${(first + count).toLocaleString('en-US')} events`);
  }
  await client.query('vacuum (analyze) ad_impressions, ad_events, ad_days');
  return (performance.now() - began) / 1000;
}

async function compare(client: pg.Client, adId: string): Promise<void> {
  const began = performance.now();
  const { rows } = await client.query(
    `select (select count(*) from ad_impressions where ad_id = $1)::int as impressions,
      (select count(*) from ad_events where ad_id = $1 and kind = 'viewable')::int as viewable,
      (select count(*) from ad_events where ad_id = $1 and kind = 'click')::int as clicks`,
    [adId],
  );
  const milliseconds = performance.now() - began;
  const { rows: dayRows } = await client.query(
    `select sum(impressions)::int as impressions, sum(viewable)::int as viewable, sum(clicks)::int as clicks
     from ad_days where ad_id = $1`,
    [adId],
  );
  const isSame = JSON.stringify(rows) === JSON.stringify(dayRows);
  process.stdout.write(
    `\nThe event log: ${JSON.stringify(rows[0])}, summed in ${tableText(milliseconds)} ms; the report's sums are ${isSame ? 'the same' : 'NOT THE SAME'}.\n`,
  );
}
