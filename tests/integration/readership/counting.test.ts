// Page views from the browser's reports through the queue to the log and its totals.
import crawlers from 'crawler-user-agents';
import { beforeEach, describe, expect } from 'vitest';
import type { ReportedOutcome } from '~/features/readership/tracking/reading-event';
import { ADS_SECRET, BROWSER, waitUntilCounted } from '../../support/ads';
import { addAccount, addArticle, addCategory, emptyAccounts, emptyMagazine } from '../../support/factory';
import { backdateView, READERSHIP_TABLES, recount, report, startView } from '../../support/readership';
import { siteTest } from '../../support/site/site-test';
import { visit } from '../../support/visitor';

const { it, site } = siteTest({ vars: { AUTH_JWT_SECRET: ADS_SECRET } });

let articleId: string;
beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty(`${READERSHIP_TABLES}, leads`);
  await addCategory(site.db, 'tools');
  articleId = await addArticle(site.db, { slug: 'a-story', category: 'tools' });
});

const views = async () => (await site.db.query('select * from page_views order by started_at')).rows;
const waiting = async () => (await site.db.query('select * from reading_beacons')).rows;
const drops = async () =>
  (await site.db.query('select reason, events from reading_drops order by reason')).rows;
const counted = () => waitUntilCounted(site, 'reading_beacons');

async function expectTotalsToMatch() {
  for (const { name, totals, log } of await recount(site.db)) expect(totals, name).toEqual(log);
}

describe('a page view', () => {
  it('is stored with article, source, device and country, and nothing that identifies the reader', async () => {
    const token = await startView(site, '/article/a-story', {
      referrer: 'https://www.google.com/search?q=private+words',
      headers: { 'cf-ipcountry': 'US' },
    });
    await report(site, await backdateView(token, 60), { seconds: 42, quarter: 3 });
    // Through the queue: no cron task runs meanwhile.
    await expect.poll(waiting, { timeout: 50_000 }).toEqual([]);
    const [view] = await views();
    expect(view).toMatchObject({
      page: 'article',
      article_id: articleId,
      source_kind: 'referral',
      source: 'google.com',
      device: 'desktop',
      country: 'US',
      is_first: true,
      is_first_of_article: true,
      engaged_seconds: 42,
      quarter: 3,
    });
    expect(JSON.stringify(view)).not.toMatch(/private|127\.0\.0\.1|Mozilla/);
    await expectTotalsToMatch();
  });

  it('that is sent again because its answer was lost counts once', async () => {
    const id = crypto.randomUUID();
    await startView(site, '/article/a-story', { id });
    await counted();
    const token = await startView(site, '/article/a-story', { id });
    await report(site, await backdateView(token, 60), { seconds: 20, quarter: 2 });
    await counted();
    expect(await views()).toMatchObject([{ id, engaged_seconds: 20, quarter: 2 }]);
    await expectTotalsToMatch();
  });

  it.for([
    ['/', 'home'],
    ['/category/tools', 'category'],
    ['/tag/x', 'tag'],
    ['/search', 'search'],
    ['/newsletter', 'newsletter'],
    ['/page/about', 'page'],
  ])('of %s is one of the page type %s', async ([path, page]) => {
    expect(await startView(site, path as string)).toEqual(expect.any(String));
    await counted();
    expect(await views()).toMatchObject([{ page, article_id: null }]);
  });

  it.for([
    ['an unknown article', '/article/nowhere'],
    ['an account page', '/account'],
    ['the admin', '/admin'],
    ['no path', 'nonsense'],
  ])('of %s is not counted', async ([, path]) => {
    expect(await startView(site, path as string)).toBeNull();
    expect(await waiting()).toEqual([]);
  });

  it('of a draft is not counted', async () => {
    await addArticle(site.db, { slug: 'a-draft', status: 'draft' });
    expect(await startView(site, '/article/a-draft')).toBeNull();
  });

  it.for([
    ['https://news.example/x', '', false, 'referral', 'news.example'],
    ['', '', false, 'direct', ''],
    ['javascript:alert(1)', '', false, 'direct', ''],
    ['https://magazine.test/category/tools', '', false, 'internal', ''],
    ['https://news.example/x', '', true, 'internal', ''],
    [
      '',
      '?utm_source=LinkedIn&utm_medium=social&utm_campaign=Fall',
      false,
      'campaign',
      'linkedin / social / fall',
    ],
    [
      '',
      '?utm_source=newsletter&utm_medium=email&utm_campaign=2026-11-24&utm_content=3',
      false,
      'newsletter',
      '2026-11-24/3',
    ],
    ...['0', '00', '03', '1000', 'x'].map(
      (link) =>
        [
          '',
          `?utm_source=newsletter&utm_medium=email&utm_campaign=2026-11-24&utm_content=${link}`,
          false,
          'newsletter',
          '2026-11-24',
        ] as const,
    ),
    ['', '?utm_source=jane@example.com', false, 'direct', ''],
  ] as const)('from %s%s (internal: %s) has the source %s %s', async ([
    referrer,
    search,
    isInternal,
    kind,
    name,
  ]) => {
    await startView(site, '/article/a-story', { referrer, search, isInternal });
    await counted();
    expect(await views()).toMatchObject([{ source_kind: kind, source: name }]);
  });

  it('with Global Privacy Control or Do Not Track counts as a view and nothing else', async () => {
    for (const headers of [{ 'sec-gpc': '1' }, { dnt: '1' }] as Record<string, string>[]) {
      const token = await startView(site, '/article/a-story', {
        referrer: 'https://news.example/',
        headers: { ...headers, 'cf-ipcountry': 'US' },
      });
      expect(token).toBeNull();
    }
    await counted();
    const nothing = {
      source_kind: 'unknown',
      source: '',
      device: '',
      country: '',
      reader: null,
      is_first: false,
    };
    expect(await views()).toMatchObject([nothing, nothing]);
    await expectTotalsToMatch();
  });

  it('of a crawler or a client without a user agent is not counted', async () => {
    const agents = crawlers
      .flatMap(({ instances }) => instances)
      .filter((userAgent) => !/Instagram|MetaIAB|Electron|Fluid\//.test(userAgent));
    const asked = [...agents.filter((_, index) => index % 7 === 0), ''];
    const tokens = await Promise.all(
      asked.map((userAgent, index) =>
        startView(site, '/', { userAgent, address: `10.1.${index >> 8}.${index & 255}` }),
      ),
    );
    expect(tokens.filter((token) => token !== null)).toEqual([]);
    expect(await waiting()).toEqual([]);
  }, 60_000);

  it('of signed-in staff is not counted, that of a signed-in reader is', async () => {
    await emptyAccounts(site.db);
    for (const [role, isCounted] of [
      ['author', false],
      ['admin', false],
      [null, true],
    ] as const) {
      const email = `${role}@example.com`;
      await addAccount(site.db, { email, role, fullName: 'Dana Whitfield' });
      const visitor = visit(site);
      await visitor.signIn(email);
      const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      expect((await startView(site, '/', { headers: { cookie } })) !== null, email).toBe(isCounted);
    }
    await counted();
    expect(await views()).toHaveLength(1);
  });
});

describe('readers', () => {
  it('are told apart by address and browser within a day, without storing either', async () => {
    const phone = `${BROWSER} Mobile`;
    for (const [path, userAgent, address] of [
      ['/article/a-story', BROWSER, '10.0.0.1'],
      ['/', BROWSER, '10.0.0.1'],
      ['/article/a-story', BROWSER, '10.0.0.1'],
      ['/article/a-story', phone, '10.0.0.1'],
      ['/article/a-story', BROWSER, '10.0.0.2'],
    ] as const) {
      await startView(site, path, { userAgent, address });
      // Each in a separate batch, so that readers are found in the log.
      await counted();
    }
    const { rows } = await site.db.query(
      `select sum(views)::int as views, sum(readers)::int as readers from reading_hours`,
    );
    expect(rows).toEqual([{ views: 5, readers: 3 }]);
    const { rows: ofArticle } = await site.db.query('select views, readers from reading_days');
    expect(ofArticle).toEqual([{ views: 4, readers: 3 }]);
    await expectTotalsToMatch();
  });

  it('cannot be recognized once the day is over: key and hashes are gone', async () => {
    await startView(site, '/article/a-story');
    await counted();
    // Deletes the key of yesterday, if the day ended during these tests.
    await site.runCron();
    const [today, ...others] = await site.listFiles('reader-keys/');
    expect(others).toEqual([]);
    await site.db.query('update page_views set day = day - 1');
    await site.putFile('reader-keys/2020-01-01', new Uint8Array(32), 'application/octet-stream');
    await site.runCron();
    expect(await views()).toMatchObject([{ reader: null, is_first: true }]);
    expect(await site.listFiles('reader-keys/')).toEqual([today]);
    expect((await site.get('/media/reader-keys/2020-01-01')).status).toBe(404);
  });
});

describe('progress', () => {
  it('counts once, however often and in whichever order its reports arrive', async () => {
    const token = await backdateView(await startView(site, '/article/a-story'), 600);
    const reports = [
      { seconds: 30, quarter: 2 },
      { seconds: 45, quarter: 4, outcomes: [['share', '']] as ['share', string][] },
      { seconds: 15, quarter: 1 },
    ];
    for (const each of reports) await report(site, token, each);
    await counted();
    await Promise.all(Array.from({ length: 50 }, () => report(site, token, reports[1] ?? {})));
    await counted();
    expect(await views()).toMatchObject([{ engaged_seconds: 45, quarter: 4 }]);
    const { rows } = await site.db.query(
      'select views, engaged_seconds::int, quarter4, shares from reading_days',
    );
    expect(rows).toEqual([{ views: 1, engaged_seconds: 45, quarter4: 1, shares: 1 }]);
    await expectTotalsToMatch();
  });

  it('counts at most two hours, and more than an integer in all', async () => {
    const token = await backdateView(await startView(site, '/article/a-story'), 80_000);
    await site.db.query(
      'update article_reading set views_90 = 1, engaged_7 = 2147483647, engaged_28 = 2147483647, engaged_90 = 2147483647',
    );
    expect((await report(site, token, { seconds: 79_000 })).status).toBe(200);
    await counted();
    expect(await views()).toMatchObject([{ engaged_seconds: 7_200 }]);
    const { rows } = await site.db.query('select engaged_90 from article_reading');
    expect(rows).toEqual([{ engaged_90: String(2147483647 + 7_200) }]);
  });

  it('that the elapsed time cannot explain is dropped, and the drop is counted', async () => {
    const token = await startView(site, '/article/a-story');
    const answer = await report(site, token ?? '', {
      seconds: 30,
      quarter: 4,
      outcomes: [['share', '']],
    });
    expect(answer.status).toBe(422);
    const later = await backdateView(token, 20);
    expect((await report(site, later, { seconds: 60 })).status).toBe(422);
    expect((await report(site, later, { seconds: 25 })).status).toBe(200);
    await counted();
    expect(await views()).toMatchObject([{ engaged_seconds: 25, quarter: 0 }]);
    await expect.poll(drops).toEqual([{ reason: 'too_early', events: 2 }]);
  });

  it('is not logged when it is accepted, because a log line costs too much, but when it is refused', async () => {
    const token = await backdateView(await startView(site, '/article/a-story'), 600);
    const statuses = async () =>
      (await site.logLines()).filter(({ path }) => path === '/api/reading').map(({ status }) => status);
    const before = (await statuses()).length;
    expect((await report(site, token, { seconds: 1 })).status).toBe(200);
    expect((await report(site, 'x', { seconds: 1 })).status).toBe(403);
    expect((await statuses()).slice(before)).toEqual([403]);
    await expect.poll(drops).toEqual([{ reason: 'bad_token', events: 1 }]);
  });

  it('with a forged, changed or old token is refused', async () => {
    const token = (await startView(site, '/article/a-story')) ?? '';
    for (const bad of [
      'x',
      `${token}x`,
      token.replace(/^./, (c) => (c === 'a' ? 'b' : 'a')),
      token.replace('~', '~9'),
    ])
      expect((await report(site, bad, { seconds: 1 })).status, bad).toBe(403);
    expect((await report(site, await backdateView(token, 86_401), { seconds: 1 })).status).toBe(403);
    await expect.poll(drops).toEqual([
      { reason: 'bad_token', events: 4 },
      { reason: 'expired', events: 1 },
    ]);
  });

  it.for([
    { seconds: -1 },
    { seconds: 1.5 },
    { seconds: '9' },
    { quarter: 5 },
    { outcomes: [['sign_up', 'x']] },
    { outcomes: [['share', '<b>']] },
    { outcomes: [['share', 'x']] },
    { outcomes: [['cta_click', 'x']] },
    { outcomes: [['cta_click', '']] },
    { outcomes: Array.from({ length: 110 }, () => ['share', '']) },
  ])('%o is refused', async (bad) => {
    const token = await backdateView(await startView(site, '/article/a-story'), 60);
    expect((await report(site, token, { seconds: 5, ...(bad as object) })).status).toBe(422);
  });

  it('counts a view and a click of all the calls to action that an article can show', async () => {
    await site.empty('ctas');
    const { rows } = await site.db.query(
      'insert into ctas (title) select n::text from generate_series(1, 53) n returning id',
    );
    const outcomes: [ReportedOutcome, string][] = [
      ...rows.flatMap(({ id }): [ReportedOutcome, string][] => [
        ['cta_view', id],
        ['cta_click', id],
      ]),
      ...(['save', 'share', 'search'] as const).map((kind): [ReportedOutcome, string] => [kind, '']),
    ];
    const token = await backdateView(await startView(site, '/article/a-story'), 60);
    expect((await report(site, token, { seconds: 30, outcomes })).status).toBe(200);
    await counted();
    const { rowCount } = await site.db.query('select 1 from reading_outcomes');
    expect(rowCount).toBe(109);
    await expectTotalsToMatch();
  });

  it('is not acknowledged while the database is unavailable, and counts when it is sent again', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 12 }, async () => backdateView(await startView(site, '/article/a-story'), 60)),
    );
    const reportAll = async () =>
      new Set(
        await Promise.all(tokens.map(async (token) => (await report(site, token, { seconds: 10 })).status)),
      );
    await counted();
    await site.loseDatabase();
    expect(await reportAll()).toEqual(new Set([503]));
    await site.restoreDatabase();
    expect(await reportAll()).toEqual(new Set([200]));
    await counted();
    expect(await views()).toMatchObject(tokens.map(() => ({ engaged_seconds: 10 })));
  });
});

describe('a sign-up', () => {
  const subscribe = (fields: Record<string, string>) =>
    site.get('/api/subscribe', {
      method: 'POST',
      headers: { origin: site.url },
      body: new URLSearchParams({ source: 'footer', returnTo: '/article/a-story', ...fields }),
    });
  const leads = async () =>
    (await site.db.query('select email, article_id, won_kind, won_from from leads order by email')).rows;

  it('is credited to the article and the source of its view, once', async () => {
    for (const email of ['a@example.com', 'A@example.com']) {
      const view = (await startView(site, '/article/a-story', { referrer: 'https://news.example/' })) ?? '';
      for (const _ of [1, 2]) expect((await subscribe({ email, view })).status).toBe(204);
    }
    await counted();
    expect(await leads()).toEqual([
      { email: 'a@example.com', article_id: articleId, won_kind: 'referral', won_from: 'news.example' },
    ]);
    const { rows } = await site.db.query('select source, sign_ups from reading_totals');
    expect(rows).toEqual([{ source: 'news.example', sign_ups: 1 }]);
    await expectTotalsToMatch();
  });

  it('is counted with the longest source name, as reports are', async () => {
    const part = '漢'.repeat(60);
    const search = `?${new URLSearchParams({ utm_source: part, utm_medium: part, utm_campaign: part })}`;
    const token = await backdateView(await startView(site, '/article/a-story', { search }), 60);
    expect((await report(site, token, { seconds: 30 })).status).toBe(200);
    await subscribe({ email: 'a@example.com', view: token });
    await counted();
    const source = [part, part, part].join(' / ');
    expect(await views()).toMatchObject([{ source, engaged_seconds: 30 }]);
    expect(await leads()).toMatchObject([{ won_kind: 'campaign', won_from: source }]);
  });

  it('without JavaScript is credited to the article', async () => {
    await subscribe({ email: 'b@example.com' });
    await subscribe({ email: 'c@example.com', view: 'forged', returnTo: '/' });
    await counted();
    expect(await leads()).toMatchObject([
      { article_id: articleId, won_kind: null },
      { article_id: null, won_kind: null },
    ]);
    const { rows } = await site.db.query('select page, sign_ups from reading_totals order by page');
    expect(rows).toEqual([
      { page: 'article', sign_ups: 1 },
      { page: 'other', sign_ups: 1 },
    ]);
  });
});

describe('the log', () => {
  it('adds up to the totals after a thousand random views of many days, and after the sums move on', async () => {
    for (let n = 0; n < 5; n += 1) await addArticle(site.db, { slug: `story-${n}` });
    await site.db.query(`
      insert into reading_beacons (view_id, kind, data, created_at)
      select md5('view ' || n)::uuid, 'view', jsonb_build_object('page', case when a.id is null then 'home' else 'article' end,
        'article', a.id, 'sourceKind', 'referral', 'source', 'host' || n % 7, 'device', 'phone', 'country', 'US',
        'reader', case when n % 5 > 0 then 'reader ' || n % 97 end), now() - make_interval(hours => n * 2)
      from generate_series(1, 1000) n left join articles a on a.slug = 'story-' || n % 6`);
    await site.db.query(`
      insert into reading_beacons (view_id, kind, data, created_at)
      select md5('view ' || n % 1000 + 1)::uuid, 'progress', jsonb_build_object('seconds', n * 7919 % 400, 'quarter', n * 31 % 5,
        'outcomes', case when n % 3 = 0 then '[["share", ""], ["cta_click", "00000000-0000-4000-8000-0000000000c1"]]' else '[]' end::jsonb),
        now() - make_interval(hours => (n % 1000 + 1) * 2) + interval '1 minute'
      from generate_series(1, 3000) n`);
    await site.send({ v: 1, type: 'reading-beacons' });
    await counted();
    expect(await views()).toHaveLength(1_000);
    await expectTotalsToMatch();
    // As if these were the sums of yesterday, or of tomorrow in a former time zone.
    for (const days of [-1, 1]) {
      await site.db.query('update article_reading set as_of = as_of + $1::int, views_7 = 9999', [days]);
      await site.runCron();
      await expectTotalsToMatch();
    }
  });

  it('updates the sums of thousands of articles in one run of the cron task, in batches', async () => {
    await site.db.query(`insert into article_reading (article_id, as_of, views, views_7, views_28, views_90)
      select gen_random_uuid(), magazine_day(now(), magazine_zone()) - 1, 1, 1, 1, 1 from generate_series(1, 4500)`);
    const { rows } = await site.db.query('select roll_reading(100) as rolled');
    expect(rows).toEqual([{ rolled: 100 }]);
    await site.runCron();
    const { rows: left } = await site.db.query(
      'select count(*)::int from article_reading where views_90 > 0',
    );
    expect(left).toEqual([{ count: 0 }]);
  });

  it('is deleted after the number of days in the settings, but the totals stay', async () => {
    const token = await backdateView(await startView(site, '/article/a-story'), 60);
    await report(site, token, { seconds: 9, outcomes: [['share', '']] });
    await counted();
    const outcomes = async () => (await site.db.query('select kind from reading_outcomes')).rows;
    await site.db.query('update page_views set day = day - 89');
    await site.db.query('update reading_outcomes set day = day - 89');
    await site.runCron();
    expect([await views(), await outcomes()]).toMatchObject([[{ engaged_seconds: 9 }], [{ kind: 'share' }]]);
    await site.db.query('update page_views set day = day - 1');
    await site.db.query('update reading_outcomes set day = day - 1');
    await site.runCron();
    expect([await views(), await outcomes()]).toEqual([[], []]);
    const { rows } = await site.db.query('select views, shares from reading_days');
    expect(rows).toEqual([{ views: 1, shares: 1 }]);
  });
});
