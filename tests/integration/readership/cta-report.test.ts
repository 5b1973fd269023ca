// Reports of calls to action, from the browser's reports to the page and the CSV.
import { beforeEach, describe, expect } from 'vitest';
import { ADS_SECRET, waitUntilCounted } from '../../support/ads';
import { addAccount, addArticle, addCategory, emptyMagazine } from '../../support/factory';
import { roundTrips, visibleTextOf } from '../../support/html';
import { backdateView, recount, report, startView } from '../../support/readership';
import { adminTest } from '../../support/site/site-test';
import { visit } from '../../support/visitor';

const { it, site, admin } = adminTest({ vars: { AUTH_JWT_SECRET: ADS_SECRET } });
let cta: string;
let other: string;

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty(
    'ctas, reading_beacons, page_views, reading_outcomes, reading_totals, reading_days, reading_hours, reading_groups, cta_days, article_reading',
  );
  await addCategory(site.db, 'tools');
  await addArticle(site.db, { slug: 'fees', title: '=Flat fees', category: 'tools' });
  const { rows } = await site.db.query(
    "insert into ctas (title) values ('Join & learn'), ('Another one') returning id",
  );
  [cta, other] = rows.map(({ id }) => id);
});

const page = async (query = '', id = cta) =>
  visibleTextOf(await (await admin.get(`/admin/ctas/${id}/report${query}`)).text());
const csv = async (query = '', id = cta) => {
  const answer = await admin.get(`/admin/ctas/${id}/report/export${query}`);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer());
};
const counted = () => waitUntilCounted(site, 'reading_beacons');
const subscribe = (email: string, view: string, source = 'footer') =>
  site.get('/api/subscribe', {
    method: 'POST',
    headers: { origin: site.url },
    body: new URLSearchParams({ source, returnTo: '/article/fees', email, view }),
  });
const addViews = (views: number, daysAgo: number, id = cta) =>
  site.db.query(
    `insert into cta_days (day, cta_id, article_id, views)
     select magazine_day(now(), magazine_zone()) - $1::int, $2, id, $3 from articles limit 1`,
    [daysAgo, id, views],
  );

describe('the report of a call to action', () => {
  it('is linked from its row and has an empty state', async () => {
    expect(await (await admin.get('/admin/ctas')).text()).toContain(`href="/admin/ctas/${cta}/report"`);
    expect(await page()).toContain('No activity in this period');
    expect(await csv()).toBe('\ufeffDate,Article,Views,Clicks,Click rate,Sign-ups\r\n');
  });

  it('shows views, clicks and sign-ups of the views that showed it, by day and article', async () => {
    const [first, second, third, home] = await Promise.all(
      ['/article/fees', '/article/fees', '/article/fees', '/category/tools'].map(async (path) =>
        backdateView(await startView(site, path), 60),
      ),
    );
    await report(site, first ?? '', {
      seconds: 9,
      outcomes: [
        ['cta_view', cta],
        ['cta_click', cta],
        ['cta_view', other],
      ],
    });
    // One sign-up is counted before the view of the call to action, and one after it.
    await subscribe('ann@example.com', second ?? '');
    await counted();
    await report(site, second ?? '', { seconds: 9, outcomes: [['cta_view', cta]] });
    await counted();
    await subscribe('bob@example.com', first ?? '', 'newsletter');
    await counted();
    // One sign-up in the batch of the view, and one from a page view without the call to action.
    await report(site, home ?? '', { seconds: 9, outcomes: [['cta_view', cta]] });
    await subscribe('cat@example.com', home ?? '');
    await subscribe('dan@example.com', third ?? '');
    await counted();
    // Repeated reports change nothing.
    for (const view of [first, second, home])
      await report(site, view ?? '', { seconds: 9, outcomes: [['cta_view', cta]] });
    await counted();
    const again = await backdateView(await startView(site, '/category/tools'), 60);
    await report(site, again, { seconds: 9, outcomes: [['cta_view', cta]] });
    await counted();
    for (const { name, totals, log } of await recount(site.db)) expect(totals, name).toEqual(log);

    const answer = await admin.get(`/admin/ctas/${cta}/report`);
    // One round trip for the session, one for the page.
    expect(roundTrips(answer)).toBe(2);
    const text = visibleTextOf(await answer.text());
    expect(text).toContain('Join & learn');
    expect(text).toMatch(
      /Views\s*4\s*In view for a second\s*Clicks\s*1\s*Click rate\s*25\.00%\s*Sign-ups\s*3/,
    );
    expect(text).toMatch(/=Flat fees\s*2\s*1\s*50\.00%\s*2/);
    expect(text).toMatch(/Other pages\s*2\s*0\s*0\.00%\s*1/);
    expect(await page('', other)).toMatch(
      /Views\s*1\s*In view for a second\s*Clicks\s*0\s*Click rate\s*0\.00%\s*Sign-ups\s*1/,
    );
    const [, byArticle, byCategory] = (await csv()).split('\r\n');
    expect(byArticle).toMatch(/^\d{4}-\d\d-\d\d,"'=Flat fees",2,1,50\.00%,2$/);
    expect(byCategory).toMatch(/^\d{4}-\d\d-\d\d,Other pages,2,0,0\.00%,1$/);
  });

  it('has ranges, and keeps its figures after the deletion of the article and the call to action', async () => {
    await addViews(5, 0);
    await addViews(70, 29);
    await addViews(900, 30);
    await addViews(1, 0, other);
    expect(await page('?range=7')).toMatch(/Views\s*5(?!\d)/);
    expect(await page()).toMatch(/Views\s*75(?!\d)/);
    expect(await page('?range=nonsense')).toMatch(/Views\s*75(?!\d)/);
    expect(await page('?range=all')).toMatch(/Views\s*975(?!\d)/);
    expect((await csv('?range=all')).split('\r\n')).toHaveLength(5);
    await site.db.query('delete from articles');
    await site.db.query('delete from ctas');
    const text = await page();
    expect(text).toContain('This CTA was deleted. Its figures remain.');
    expect(text).toMatch(/Deleted article\s*75\s*0/);
    const file = await admin.get(`/admin/ctas/${cta}/report/export?range=7`);
    expect(file.headers.get('content-disposition')).toMatch(/filename="cta-report-deleted-cta-[\d-]+\.csv"$/);
    expect(file.headers.get('cache-control')).toBe('no-store');
  });

  it('returns 404 for an unknown call to action', async () => {
    for (const path of ['report', 'report/export'])
      for (const id of ['00000000-0000-4000-8000-000000000000', "';--", 'nonsense'])
        expect([path, id, (await admin.get(`/admin/ctas/${encodeURIComponent(id)}/${path}`)).status]).toEqual(
          [path, id, 404],
        );
  });

  it('is open to sales and audience, not to editors and authors', async () => {
    for (const [role, status] of [
      ['sales', 200],
      ['audience', 200],
      ['editor', 403],
      ['author', 403],
    ] as const) {
      await addAccount(site.db, { email: `${role}@example.com`, role });
      const who = visit(site);
      await who.signIn(`${role}@example.com`);
      for (const path of ['report', 'report/export'])
        expect([role, path, (await who.get(`/admin/ctas/${cta}/${path}`)).status]).toEqual([
          role,
          path,
          status,
        ]);
    }
  });
});
