// Names of sources come from browsers, so a client can make up any number of them. A day has a limited number of names; the views
// of the others are counted together, and no total is wrong.
import { beforeEach, describe, expect } from 'vitest';
import { addArticle, emptyMagazine } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { recount, startView } from '../../support/readership';
import { countReadingNow, READING_TABLES } from '../../support/reading-log';
import { adminTest } from '../../support/site/site-test';

const MAX_NAMES = 500;
/** The most viewed names of the day before, which are kept. */
const KEPT_NAMES = 100;
const { it, site, admin } = adminTest();

let articleId: string;
beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty(READING_TABLES);
  articleId = await addArticle(site.db, { slug: 'a-story' });
});

/** Stores a view for each name `{prefix}{number}`, and `ofFirst` additional views for the first name. */
async function addViews(
  kind: string,
  prefix: string,
  names: number,
  { daysAgo = 0, ofFirst = 0 } = {},
): Promise<void> {
  await site.db.query(
    `insert into reading_beacons (view_id, kind, data, created_at)
     select gen_random_uuid(), 'view', jsonb_build_object('page', 'article', 'article', $1::uuid, 'sourceKind', $2::text, 'source',
       $3::text || greatest(1, n - $5::int), 'device', 'phone', 'country', ''), magazine_noon.at
     from generate_series(1, $4::int + $5::int) n, (
       select (magazine_day(now(), magazine_zone()) - $6::int + time '12:00') at time zone magazine_zone() as at) as magazine_noon`,
    [articleId, kind, prefix, names, ofFirst, daysAgo],
  );
}

async function namesOf(kind: string): Promise<{ names: number; views: number; others: number }> {
  const { rows } = await site.db.query(
    `select count(*) filter (where source <> '')::int as names, sum(views)::int as views,
       coalesce(sum(views) filter (where source = ''), 0)::int as others
     from (select source, sum(views) as views from reading_totals where source_kind = $1
       and day = magazine_day(now(), magazine_zone()) group by 1) as s`,
    [kind],
  );
  return rows[0];
}

async function expectTotalsToMatch() {
  for (const { name, totals, log } of await recount(site.db)) expect(totals, name).toEqual(log);
}

describe('the sources of a day', () => {
  it.for(['referral', 'campaign', 'newsletter'])('have a limited number of names: %s', async (kind) => {
    await addViews(kind, 'early', 300);
    await countReadingNow(site);
    await addViews(kind, 'made-up', 3_000);
    await addViews(kind, 'early', 1, { ofFirst: 9 });
    await countReadingNow(site);
    expect(await namesOf(kind)).toEqual({ names: MAX_NAMES, views: 3_310, others: 3_310 - MAX_NAMES - 10 });
    const { rows } = await site.db.query(
      "select sum(views)::int as views from reading_totals where source = 'early1'",
    );
    expect(rows).toEqual([{ views: 11 }]);
    await expectTotalsToMatch();
  });

  it('are counted within the statement timeout when the statistics know of no events', async () => {
    await addViews('campaign', 'gone', 300);
    await countReadingNow(site);
    await site.empty(READING_TABLES);
    await site.db.query(`analyze ${READING_TABLES}`);
    await addViews('campaign', 'early', 300);
    await countReadingNow(site);
    await addViews('campaign', 'made-up', 3_000);
    await countReadingNow(site);
    expect(await namesOf('campaign')).toMatchObject({ names: MAX_NAMES, views: 3_300 });
    await expectTotalsToMatch();
  });

  it('keep the names that were viewed most on the day before', async () => {
    await addViews('referral', 'known', 1, { daysAgo: 1, ofFirst: 5 });
    await addViews('referral', 'rare', MAX_NAMES - 1, { daysAgo: 1 });
    await countReadingNow(site);
    await addViews('referral', 'made-up', 2_000);
    await countReadingNow(site);
    await addViews('referral', 'known', 1);
    await addViews('referral', 'rare', MAX_NAMES - 1);
    await countReadingNow(site);
    expect((await namesOf('referral')).names).toBe(MAX_NAMES + KEPT_NAMES);
    const { rows } = await site.db.query(
      "select views from reading_totals where source = 'known1' order by day desc limit 1",
    );
    expect(rows).toEqual([{ views: 1 }]);
    await expectTotalsToMatch();
  });

  it('are described in words if they have no name', async () => {
    for (const kind of ['referral', 'campaign', 'newsletter']) await addViews(kind, '', MAX_NAMES + 20);
    await countReadingNow(site);
    const page = visibleTextOf(await (await admin.get('/admin/readership?range=today&by=views')).text());
    for (const text of ['Other sites', 'Other campaigns', 'Other newsletter links'])
      expect(page).toContain(text);
    const article = await (await admin.get(`/admin/articles/${articleId}/readership`)).text();
    for (const text of ['Other sites', 'Other campaigns', 'Other newsletter links'])
      expect(article).toContain(text);
  });
});

it('shows the readership of an article that was opened through a link to a made-up issue', async () => {
  await startView(site, '/article/a-story', {
    search: '?utm_source=newsletter&utm_medium=email&utm_campaign=2026-99-99&utm_content=1',
  });
  // As older releases stored it.
  await addViews('newsletter', '2026-99-99/', 1);
  await countReadingNow(site);
  const page = await admin.get(`/admin/articles/${articleId}/readership`);
  expect(page.status).toBe(200);
  expect(visibleTextOf(await page.text())).toMatch(/newsletter \/ email \/ 2026-99-99.*Newsletter, link 1/);
  expect((await admin.get('/admin/readership?range=today')).status).toBe(200);
});
