// The Readership screen and its exports against a recount of the log.
import Papa from 'papaparse';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { ADS_SECRET } from '../../support/ads';
import { addAccount, addArticle, emptyMagazine } from '../../support/factory';
import { roundTrips, toPlain, visibleTextOf } from '../../support/html';
import { startView } from '../../support/readership';
import { addReadingLog, countReadingNow, READING_TABLES } from '../../support/reading-log';
import { adminTest } from '../../support/site/site-test';
import { visit } from '../../support/visitor';

const PAGE = '/admin/readership';
const { it, site, admin } = adminTest({ pageCache: 'on', vars: { AUTH_JWT_SECRET: ADS_SECRET } });

const TODAY = 'magazine_day(now(), magazine_zone())';
const dayAgo = async (days: number): Promise<string> =>
  (await site.db.query(`select to_char(${TODAY} - $1::int, 'YYYY-MM-DD') as day`, [days])).rows[0].day;
const textOf = async (path: string) => visibleTextOf(await (await admin.get(path)).text());

async function exported(table: string, range: string): Promise<string[][]> {
  const answer = await admin.get(`${PAGE}/export?table=${table}&${range}`);
  expect(answer.status).toBe(200);
  return Papa.parse<string[]>((await answer.text()).trim()).data.slice(1);
}

describe('with an empty log', () => {
  beforeAll(async () => {
    await emptyMagazine(site.db);
    await site.empty(READING_TABLES);
  });

  it('says that nothing was counted, and links to no export', async () => {
    const html = await (await admin.get(PAGE)).text();
    expect(visibleTextOf(html)).toContain('No views in this period');
    expect(html).not.toContain('Export CSV');
    expect(html).not.toMatch(/ style="/);
  });

  it.for([
    ['from=2026-02-31&to=2026-03-01', 'Enter both dates'],
    ['from=2026-03-01', 'Enter both dates'],
    ['from=2026-03-02&to=2026-03-01', 'must not be after'],
    ['from=2020-01-01&to=2026-03-01', 'at most 366 days'],
    ['from=%22%3E%3Cscript%3E&to=2026-03-01', 'Enter both dates'],
  ])('answers %s with a message and keeps the typed value', async ([query, message]) => {
    const answer = await admin.get(`${PAGE}?${query}`);
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(visibleTextOf(html)).toContain(message);
    const typed = new URLSearchParams(query).get('from') ?? '';
    const field = /<input[^>]*name="from"[^>]*>/.exec(html)?.[0] ?? '';
    expect(toPlain(/value="([^"]*)"/.exec(field)?.[1] ?? '')).toBe(typed);
    expect((await admin.get(`${PAGE}/export?${query}`)).status).toBe(422);
  });

  it('falls back to the default for an unknown range, and has no export of an unknown table', async () => {
    expect((await admin.get(`${PAGE}?range=1&by=secret`)).status).toBe(200);
    expect((await admin.get(`${PAGE}/export?table=__proto__`)).status).toBe(404);
  });
});

describe('the report', () => {
  beforeAll(async () => {
    await emptyMagazine(site.db);
    await site.empty(READING_TABLES);
    await addReadingLog(site);
  });

  /** Conditions for the days of a range and of the period before it. */
  const RANGES: [range: string, days: number, ago: number][] = [
    ['range=today', 1, 0],
    ['range=7', 7, 0],
    ['range=28', 28, 0],
    ['range=90', 90, 0],
    ['custom', 33, 12],
    ['custom', 1, 2],
  ];
  const within = (days: number, ago: number) =>
    `day between ${TODAY} - ${ago + days - 1} and ${TODAY} - ${ago}`;
  const query = async ([range, days, ago]: (typeof RANGES)[number]) =>
    range === 'custom' ? `from=${await dayAgo(ago + days - 1)}&to=${await dayAgo(ago)}` : range;
  const recounted = async (sql: string) =>
    (await site.db.query({ text: sql, rowMode: 'array' })).rows.map((row: unknown[]) => row.map(String));

  it.for(RANGES)('equals a recount of the log for %s: %i days until %i days ago', async (each) => {
    const [, days, ago] = each;
    const range = await query(each);
    const period = within(days, ago);
    const earlier = within(days, ago + days);
    const signUps = (join: string) =>
      `(select count(*) from reading_outcomes o where o.kind = 'sign_up' and o.${period} and ${join})`;
    // The articles, including their order.
    for (const [by, order] of [
      ['engaged', 'sum(engaged_seconds)'],
      ['views', 'count(*)'],
    ]) {
      const before = by === 'views' ? 'count(*)' : 'coalesce(round(sum(engaged_seconds) / 60.0), 0)';
      expect(await exported('article', `${range}&by=${by}`), by).toEqual(
        await recounted(`
          select title, '/article/' || slug, count(*), count(*) filter (where is_first_of_article), round(sum(engaged_seconds) / 60.0),
            round(100.0 * count(*) filter (where quarter = 4) / count(*)) || '%', ${signUps('o.article_id = a.id')},
            (select ${before} from page_views e where e.article_id = a.id and e.${earlier})
          from page_views v join articles a on a.id = v.article_id where ${period} group by a.id order by ${order} desc, a.id`),
      );
    }
    const figures = `count(*), round(sum(engaged_seconds) / 60.0), sum((select count(*) from reading_outcomes o where o.view_id = v.id))`;
    const byName = (rows: string[][]) => [...rows].sort(([a = ''], [b = '']) => a.localeCompare(b));
    const queries = (period: string) => ({
      category: `select c.name, ${figures} from page_views v join articles a on a.id = v.article_id join categories c on c.id = a.category_id where v.${period} group by 1`,
      author: `select a.author, ${figures} from page_views v join articles a on a.id = v.article_id where v.${period} group by 1`,
      tag: `select t.name, ${figures} from page_views v join article_tags at using (article_id) join tags t on t.id = at.tag_id where v.${period} group by 1`,
      referrer: `select case source_kind when 'internal' then 'This site' when 'direct' then 'Direct' else replace(source, '=', '''=') end, ${figures}
        from page_views v where ${period} and source_kind not in ('campaign', 'newsletter') group by 1`,
      campaign: `select source, ${figures} from page_views v where ${period} and source_kind = 'campaign' group by 1`,
      device: `select case device when '' then 'Unknown' else initcap(device) end, ${figures} from page_views v where ${period} group by 1`,
      country: `select case country when 'US' then 'United States' when 'DE' then 'Germany' else 'Unknown' end, ${figures}
        from page_views v where ${period} group by 1`,
      page: `select case page when 'home' then 'Home page' else 'Articles' end, ${figures} from page_views v where ${period} group by 1`,
      newsletter: `select '2026-11-24', '', 'Link 1', ${figures} from page_views v where ${period} and source_kind = 'newsletter' having count(*) > 0`,
    });
    const former: Record<string, string> = queries(earlier);
    for (const [table, sql] of Object.entries(queries(period))) {
      const rows = byName(await exported(table, range));
      const found = byName(await recounted(sql));
      const before = new Map(
        (await recounted(former[table] ?? '')).map(([name, , minutes]) => [name, minutes]),
      );
      // Issues have no figure for the earlier period, and neither does this site as a source.
      const expected = found.map((row) => [
        ...row,
        ...(table === 'newsletter' ? [] : [row[0] === 'This site' ? '' : (before.get(row[0]) ?? '0')]),
      ]);
      // A source without views in the period is this site's own.
      expect(
        rows.filter(([, views]) => table === 'newsletter' || views !== '0'),
        table,
      ).toEqual(expected);
    }
    const heat = await exported('heat', range);
    expect(byName(heat.map(([day = '', hour = '', ...rest]) => [`${day} ${hour}`, ...rest]))).toEqual(
      byName(
        await recounted(`select to_char(day, 'FMDay') || ' ' || to_char(make_time(hour, 0, 0)::interval, 'FMHH12 AM'), count(*),
          round(sum(engaged_seconds) / 60.0) from page_views where ${period} group by 1`),
      ),
    );
  });

  it.for(RANGES.slice(1, 5))('shows the totals and the change for %s', async (each) => {
    const [, days, ago] = each;
    const totals = async (period: string) =>
      (
        await site.db.query(`select count(*)::int as views, (count(*) filter (where is_first))::int as readers,
          round(sum(engaged_seconds) / 60.0)::int as minutes,
          round(100.0 * count(*) filter (where quarter = 4) / count(article_id)) || '%' as completion,
          (select count(*) from reading_outcomes where ${period})::int as signups from page_views where ${period}`)
      ).rows[0];
    const now = await totals(within(days, ago));
    const before = await totals(within(days, ago + days));
    const change = (name: 'views' | 'readers' | 'minutes' | 'signups') => {
      if (before[name] === 0) return '';
      const share = Math.round((100 * (now[name] - before[name])) / before[name]);
      const text = share === 0 ? 'no change' : `${share > 0 ? '+' : '−'}${Math.abs(share)}%`;
      return ` ?${text.replace('+', '\\+')} from ${before[name]}`;
    };
    const text = (await textOf(`${PAGE}?${await query(each)}`)).replaceAll(',', '');
    expect(text).toMatch(
      new RegExp(
        `Views ?${now.views}${change('views')} ?Readers ?${now.readers}${change('readers')} ?Engaged minutes ?${now.minutes}${change('minutes')} ?Completion ?${now.completion}`,
      ),
    );
    expect(text).toMatch(new RegExp(`Sign-ups ?${now.signups}${change('signups')}`));
  });

  it('has each day or hour in its table and export', async () => {
    const days = await exported('time', 'range=28');
    expect(days).toHaveLength(28);
    expect(days.at(-1)?.[0]).toBe(await dayAgo(0));
    expect(days.map(([, views]) => Number(views)).reduce((sum, views) => sum + views)).toBe(
      (await site.db.query(`select count(*)::int as views from page_views where ${within(28, 0)}`)).rows[0]
        .views,
    );
    expect(await exported('time', 'range=today')).toHaveLength(24);
    for (const [column, sql] of [
      [6, 'count(*)'],
      [7, 'coalesce(round(sum(engaged_seconds) / 60.0), 0)'],
    ] as const)
      expect(days.map((row) => row[column])).toEqual(
        (
          await recounted(
            `select ${sql} from generate_series(${TODAY} - 55, ${TODAY} - 28, interval '1 day') d left join page_views v on v.day = d group by d order by d`,
          )
        ).flat(),
      );
  });

  it('takes one round trip besides the guard, and links to its exports and articles', async () => {
    const page = await admin.get(`${PAGE}?range=90&by=views`);
    expect(roundTrips(page)).toBe(2);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const html = await page.text();
    expect(html).not.toMatch(/ style="/);
    for (const [, href = ''] of html.matchAll(/href="(\/admin\/readership\/export[^"]*)"/g))
      expect([href, (await admin.get(toPlain(href))).status]).toEqual([href, 200]);
    const id = (await site.db.query("select id from articles where slug = 'story-1'")).rows[0].id;
    expect(html).toContain(`href="/admin/articles/${id}/readership"`);
    expect(visibleTextOf(html)).toContain('came from other pages of this site');
    expect(visibleTextOf(html)).toContain('Readers are counted per day');
  });

  it('keeps the figures of a deleted article, category and tag', async () => {
    await site.db.query(
      "delete from articles where slug = 'story-2'; delete from tags; delete from categories",
    );
    const text = await textOf(`${PAGE}?range=90`);
    for (const name of ['Deleted article', 'Deleted category', 'Deleted tag']) expect(text).toContain(name);
    expect(text).not.toContain('Story 2');
  });

  it('lists reports that were not counted', async () => {
    await site.db.query(
      `insert into reading_drops values (${TODAY}, 'too_early', 1234), (${TODAY} - 40, 'expired', 9)`,
    );
    expect(await textOf(PAGE)).toMatch(/Not counted.*Too early.*1,234/);
    expect(await exported('not-counted', 'range=90')).toEqual([
      ['Too early', '1234'],
      ['Expired token', '9'],
    ]);
  });
});

describe('the most read articles of many', () => {
  const titlesIn = (html: string) =>
    [...html.matchAll(/admin\/articles\/[^"]*\/readership"[^>]*>([^<]*)</g)].map(([, title]) => title);

  beforeEach(async () => {
    await emptyMagazine(site.db);
    await site.empty(READING_TABLES);
  });

  it.for([
    ['few articles have most views', '5000 / (n + 1) + (n * 31 + d * 17) % 7'],
    ['all articles have about as many views', '3 + (n * 31 + d * d * 17) % 7'],
    ['articles are read on few days', 'case when (n * 13 + d) % 120 < 2 then 400 + n else (n * d) % 3 end'],
  ])('are exact when %s', async ([, views]) => {
    for (let n = 0; n < 120; n += 1) await addArticle(site.db, { title: `Title ${n}`, slug: `title-${n}` });
    await site.db.query(`
      insert into reading_days (article_id, day, views, engaged_seconds)
      select a.id, ${TODAY} - d, ${views}, (${views}) * (50 + n % 5)
      from generate_series(0, 199) d, generate_series(0, 119) n join articles a on a.slug = 'title-' || n where ${views} > 0`);
    await site.db.query(`insert into reading_hours (day, hour, views) values (${TODAY}, 0, 1)`);
    const range = `from=${await dayAgo(199)}&to=${await dayAgo(0)}`;
    for (const [by, column] of [
      ['engaged', 'engaged_seconds'],
      ['views', 'views'],
    ]) {
      const { rows } = await site.db.query(
        `select title from articles a join reading_days d on d.article_id = a.id group by a.id order by sum(d.${column}) desc, a.id limit 20`,
      );
      expect(titlesIn(await (await admin.get(`${PAGE}?${range}&by=${by}`)).text()), by).toEqual(
        rows.map(({ title }) => title),
      );
    }
  });
});

describe('readers of the last 30 minutes', () => {
  beforeAll(async () => {
    await emptyMagazine(site.db);
    await site.empty(READING_TABLES);
    await addArticle(site.db, { title: 'Being read', slug: 'being-read' });
  });

  it('are counted once each, with views of unknown readers, and streamed as they arrive', async () => {
    for (const address of ['10.9.0.1', '10.9.0.1', '10.9.0.2'])
      await startView(site, '/article/being-read', { address });
    await startView(site, '/', { address: '10.9.0.1' });
    for (const address of ['10.9.0.3', '10.9.0.3'])
      await startView(site, '/article/being-read', { address, headers: { dnt: '1' } });
    await countReadingNow(site);
    await site.db.query(
      `insert into page_views select gen_random_uuid(), now() - interval '2 hours', now() - interval '31 minutes', day, hour, page,
         article_id, source_kind, source, device, country, 'long gone', false, false, 0, 0 from page_views limit 1`,
    );
    const text = await textOf(PAGE);
    expect(text).toMatch(/Last 30 minutes ?Refresh ?4 readers/);
    expect(text).toMatch(/Being read ?4/);

    const answer = await admin.get(`${PAGE}/events`);
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    let received = '';
    const until = async (readers: number) => {
      while (!received.includes(`"readers":${readers},"articles"`))
        received += new TextDecoder().decode((await reader.read()).value);
    };
    await until(4);
    await startView(site, '/article/being-read', { address: '10.9.0.9' });
    await countReadingNow(site);
    await until(5);
    await reader.cancel();
    const minutes = /"minutes":(\[.*?\])/.exec(received)?.[1] ?? '[]';
    expect(JSON.parse(minutes)).toHaveLength(30);
  }, 60_000);
});

describe('roles', () => {
  it('lets admins, editors, sales and audience see the report, and only admins the settings', async () => {
    for (const [role, report, settings] of [
      ['editor', 200, 403],
      ['sales', 200, 403],
      ['audience', 200, 403],
      ['author', 403, 403],
    ] as const) {
      await addAccount(site.db, { email: `${role}@example.com`, role });
      const who = visit(site);
      await who.signIn(`${role}@example.com`);
      for (const path of ['', '/export', '/events']) {
        const answer = await who.get(PAGE + path);
        expect([role, path, answer.status]).toEqual([role, path, report]);
        await answer.body?.cancel();
      }
      const html = await (await who.get(PAGE)).text();
      expect(html).not.toContain('/admin/readership/settings');
      expect((await who.get(`${PAGE}/settings`)).status).toBe(settings);
    }
  });
});
