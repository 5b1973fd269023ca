// Measures the database time of each statement of the Readership screen and of a call to action's report, over the totals of
// generated page views.
import type { Client } from 'pg';
import { type Magazine, onDatabaseServer } from './measure/magazines';
import { median, quantile } from './measure/median';
import type { Bench } from './measure/servers';
import { signInAdmin } from './measure/sign-in';
import { type RecordedStatement, startRecorder } from './measure/statement-recorder';
import { formatTable, tableText } from './measure/table';
import type { Options } from './options';

const DAYS = 90;
/** The target, in milliseconds. */
const MAX_MS = 50;
const RUNS = 50;
/** Of one day. */
const SOURCES = 1_000;
/** One that this many articles show every day. */
const CTA = '00000000-0000-4000-8000-0000000000c7';
const CTA_ARTICLES = 1_500;
const OTHER_CTAS = 5;
/** Page views of the last half hour: four times the average. */
const LIVE_SHARE = 4 / DAYS / 48;

const GROUPS = ['referrer', 'campaign', 'device', 'country', 'page', 'category', 'author', 'tag'];

interface Timed extends RecordedStatement {
  name: string;
}

export async function measureReadership(bench: Bench, options: Options): Promise<void> {
  for (const magazine of bench.magazines) await measureMagazine(bench, magazine, options.events);
}

async function measureMagazine(bench: Bench, magazine: Magazine, views: number): Promise<void> {
  await onDatabaseServer(magazine.databaseUrl, async (client) => {
    await clearReading(client);
    try {
      await generate(client, views);
      const { rows } = await client.query('select count(*)::int as total from reading_days');
      process.stdout.write(
        `\n${views.toLocaleString('en-US')} views of ${magazine.size} articles and ${DAYS} days; ${rows[0].total} totals by article and day\n\n`,
      );
      const statements = await record(bench, magazine, await listAddresses(client));
      process.stdout.write(`${formatTimes(statements, await timeStatements(client, statements))}\n`);
    } finally {
      await clearReading(client);
    }
  });
}

async function listAddresses(client: Client): Promise<string[]> {
  const custom = async (first: number, last: number) => {
    const { rows } = await client.query(
      `select to_char(t - $1::int, 'YYYY-MM-DD') as first, to_char(t - $2::int, 'YYYY-MM-DD') as last
       from (select magazine_day(now(), magazine_zone()) as t) as today`,
      [first, last],
    );
    return `from=${rows[0].first}&to=${rows[0].last}`;
  };
  const ranges = [
    'range=today',
    'range=7',
    'range=28',
    'range=90',
    await custom(20, 10),
    await custom(44, 0),
  ];
  return [
    ...ranges.flatMap((range) => [range, `${range}&by=views`]).map((query) => `readership?${query}`),
    ...['7', '30', '90', '365'].map((range) => `ctas/${CTA}/report?range=${range}`),
  ];
}

/** The statements that read figures, with the address they are sent for. */
async function record(bench: Bench, magazine: Magazine, addresses: string[]): Promise<Timed[]> {
  const recorder = await startRecorder(bench.gateway.httpUrl);
  try {
    const server = await bench.startMagazine(magazine, 'off', { endpoint: recorder.httpUrl });
    const cookie = await signInAdmin(server);
    const recorded: Timed[] = [];
    for (const address of addresses) {
      recorder.take();
      const answer = await fetch(`http://127.0.0.1:${server.port}/admin/${address}`, {
        headers: { cookie },
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
      const statements = recorder
        .take()
        .flat()
        .filter(({ query }) => /"(reading_\w+|article_reading|page_views|cta_days)"/.test(query));
      recorded.push(...statements.map((each) => ({ ...each, name: `${nameOf(each)} ${address}` })));
    }
    return recorded;
  } finally {
    recorder.stop();
  }
}

function nameOf({ query, params }: RecordedStatement): string {
  if (query.includes('"cta_days"')) return 'cta';
  if (query.includes('"reading_days"')) return 'articles';
  if (query.includes('"page_views"')) return 'live';
  if (query.includes('links as')) return 'newsletters';
  if (query.includes('internal\t')) return 'internal';
  const kind = GROUPS.find((name) => params.includes(name));
  return kind ?? /"(reading_\w+)"/.exec(query)?.[1] ?? query.slice(0, 40);
}

/** Milliseconds by name; statements alternate, so that load of the machine affects all of them. */
async function timeStatements(client: Client, statements: readonly Timed[]): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  for (let run = -1; run < RUNS; run += 1) {
    for (const { name, query, params } of statements) {
      const began = performance.now();
      await client.query(query, params);
      const spent = performance.now() - began;
      // The first run fills the caches.
      if (run >= 0) times.set(name, [...(times.get(name) ?? []), spent]);
    }
  }
  return times;
}

/** The slowest address of each statement. */
function formatTimes(statements: readonly Timed[], times: ReadonlyMap<string, number[]>): string {
  const kinds = [...new Set(statements.map(({ name }) => name.slice(0, name.indexOf(' '))))];
  const lines = kinds.flatMap((kind) => {
    const own = [...times].filter(([name]) => name.startsWith(`${kind} `));
    const slowest = own
      .sort(([, a], [, b]) => quantile(b, 0.95) - quantile(a, 0.95))
      .slice(0, kind === 'articles' || kind === 'cta' ? own.length : 1);
    return slowest.map(([name, spent]) => {
      const p95 = quantile(spent, 0.95);
      return [name, tableText(median(spent), 1), tableText(p95, 1), p95 <= MAX_MS ? 'met' : 'MISSED'];
    });
  });
  return formatTable(['statement', 'p50 ms', 'p95 ms', `at ${MAX_MS} ms`], lines);
}

async function clearReading(client: Client): Promise<void> {
  await client.query(
    'truncate page_views, reading_days, reading_hours, reading_groups, article_reading, reading_drops, reading_totals, cta_days',
  );
}

/** Totals as of `views` page views, by articles as in Zipf's law. */
async function generate(client: Client, views: number): Promise<void> {
  const today = 'magazine_day(now(), magazine_zone())';
  const run = (sql: string) => client.query(sql);
  await run(`create temporary table zipf as
    select id, row_number() over (order by md5(slug)) as place, category_id, author_id from articles
    where status = 'published' and deleted_at is null`);
  await run(`insert into reading_days (article_id, day, views, readers, engaged_seconds, quarter1, quarter2, quarter3, quarter4, sign_ups)
    select z.id, ${today} - d, v.views, v.views, v.views * (30 + z.place % 60), v.views, v.views * 3 / 4, v.views / 2, v.views / 3, v.views / 100
    from generate_series(0, ${DAYS - 1}) d, zipf z, (select sum(1.0 / place)::float8 as harmonic from zipf) as h, lateral (
      select floor(${views}::float8 / ${DAYS} / harmonic / place * (0.5 + random()) + random())::int as views) as v
    where v.views > 0`);
  await run(`insert into reading_hours (day, hour, views, article_views, readers, engaged_seconds, quarter4, sign_ups)
    select day, hour, views / 24, views / 24, views / 60, seconds / 24, quarter4 / 24, sign_ups / 24
    from (select day, sum(views) as views, sum(engaged_seconds) as seconds, sum(quarter4) as quarter4, sum(sign_ups) as sign_ups
      from reading_days group by day) as d, generate_series(0, 23) as hour`);
  await run(`insert into reading_groups (day, kind, name, views, engaged_seconds)
    select day, kind, name, sum(views), sum(engaged_seconds) from reading_days r join zipf z on z.id = r.article_id,
      lateral (values ('category', coalesce(z.category_id::text, '')), ('author', coalesce(z.author_id::text, ''))) as g (kind, name)
    group by 1, 2, 3`);
  await run(`insert into reading_groups (day, kind, name, views, engaged_seconds)
    select day, 'tag', tag_id::text, sum(views), sum(engaged_seconds) from reading_days join article_tags using (article_id) group by 1, 2, 3`);
  await run(`insert into reading_groups (day, kind, name, views, engaged_seconds)
    select ${today} - d, kind, name, 1 + ${views} / ${DAYS} / 8 / place, 40 * (1 + ${views} / ${DAYS} / 8 / place)
    from generate_series(0, ${DAYS - 1}) d, (
      select 'source' as kind, n as place, case n % 10 when 0 then E'campaign\\tshop / ad / ' || n
        when 1 then E'newsletter\\t' || (${today} - n % 90) || '/' || n % 7 + 1 else E'referral\\thost' || n || '.example' end as name
      from generate_series(1, ${SOURCES}) n
      union all select 'source', 1, unnest(array[E'internal\\t', E'direct\\t', E'unknown\\t'])
      union all select 'country', n, chr(65 + n % 26) || chr(65 + n / 26) from generate_series(1, 120) n
      union all select 'device', 1, unnest(array['phone', 'tablet', 'desktop'])
      union all select 'page', 1, unnest(array['home', 'article', 'category', 'tag', 'author', 'search', 'newsletter', 'page'])) as g
    on conflict do nothing`);
  await run(`insert into reading_groups (day, kind, name, views, engaged_seconds)
    select day, case when name ~ '^(campaign|newsletter)\\t' then split_part(name, E'\\t', 1) else 'referrer' end, name, views, engaged_seconds
    from reading_groups where kind = 'source' and name !~ '^internal'`);
  await run(`insert into article_reading (article_id, as_of, views, engaged_seconds, views_7, engaged_7, views_28, engaged_28, views_90, engaged_90)
    select article_id, ${today}, sum(views), sum(engaged_seconds), coalesce(sum(views) filter (where day > ${today} - 7), 0),
      coalesce(sum(engaged_seconds) filter (where day > ${today} - 7), 0), coalesce(sum(views) filter (where day > ${today} - 28), 0),
      coalesce(sum(engaged_seconds) filter (where day > ${today} - 28), 0), sum(views), sum(engaged_seconds)
    from reading_days group by 1`);
  // Rows of one day arrive in any order, between those of other calls to action.
  await run(`insert into cta_days (cta_id, day, article_id, views, clicks, sign_ups)
    select case n when 0 then '${CTA}'::uuid else md5('cta ' || n)::uuid end, ${today} - d, z.id, 20, 2, 1
    from generate_series(0, ${DAYS - 1}) d, generate_series(0, ${OTHER_CTAS}) n, zipf z where z.place <= ${CTA_ARTICLES}
    order by d desc, md5(n || z.id::text)`);
  await run(`insert into page_views (id, started_at, seen_at, day, hour, page, article_id, source_kind, source, device, country, reader,
      is_first, is_first_of_article, engaged_seconds, quarter)
    select gen_random_uuid(), at, at + random() * interval '4 minutes', ${today}, 0, 'article', a.id, 'direct', '', 'phone', 'US',
      md5((n % 3000)::text), false, false, 60, 2
    from (select n, now() - random() * interval '34 minutes' as at, 1 + floor(power(random(), 3) * 1000) as place
      from generate_series(1, ${Math.round(views * LIVE_SHARE)}) n) as v join zipf a using (place)`);
  await run(`insert into reading_drops values (${today}, 'too_early', 12)`);
  await run('drop table zipf');
  await run(
    'vacuum (analyze) reading_days, reading_hours, reading_groups, article_reading, page_views, cta_days',
  );
}
