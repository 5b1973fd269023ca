// Ad reports and ads.txt.
import { beforeEach, describe, expect } from 'vitest';
import { addAd } from '../../support/ads';
import { addCategory, emptyMagazine } from '../../support/factory';
import { roundTrips, visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';

const { it, site, admin } = adminTest();
let adId: string;

beforeEach(async () => {
  await emptyMagazine(site.db);
  adId = await addAd(site.db, { name: 'Bench & Ledger', places: [['footer']] });
});

/** Adds log rows as the queue would write them. `at` is a PostgreSQL timestamp. */
const log = (
  kind: string,
  count: number,
  at: string,
  location = 'footer',
  categoryId: string | null = null,
) =>
  site.db.query(
    kind === 'impression'
      ? `insert into ad_impressions (ad_id, location, category_id, created_at, event_key)
         select $1, $2, $3, $4::timestamptz, gen_random_uuid() from generate_series(1, $5)`
      : `insert into ad_events (ad_id, location, category_id, created_at, event_key, kind)
         select $1, $2, $3, $4::timestamptz, gen_random_uuid(), '${kind}' from generate_series(1, $5)`,
    [adId, location, categoryId, at, count],
  );
const page = async (query = '') =>
  visibleTextOf(await (await admin.get(`/admin/ads/${adId}/report${query}`)).text());
const csv = async (query = '') => {
  const answer = await admin.get(`/admin/ads/${adId}/report/export${query}`);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer());
};

describe('an ad report', () => {
  it('has an empty state', async () => {
    expect(await page()).toContain('No activity in this period');
    expect(await csv()).toBe('\ufeffDate,Location,Category,Impressions,Viewable,Clicks,Click rate\r\n');
  });

  it('sums impressions, viewable impressions, clicks and click rate by day and placement', async () => {
    const tools = await addCategory(site.db, 'tools', '=Tools');
    await log('impression', 1500, 'now');
    await log('viewable', 900, 'now');
    await log('click', 30, 'now');
    await log('impression', 500, 'now', 'article-sidebar', tools);
    await log('click', 10, 'now', 'article-sidebar', tools);
    await log('impression', 7, new Date(Date.now() - 60 * 864e5).toISOString());
    const answer = await admin.get(`/admin/ads/${adId}/report`);
    // One round trip for the session, one for the page.
    expect(roundTrips(answer)).toBe(2);
    const text = visibleTextOf(await answer.text());
    expect(text).toContain('Bench & Ledger');
    expect(text).toMatch(
      /Impressions\s*2,000\s*Viewable\s*900\s*45% of impressions\s*Clicks\s*40\s*Click rate\s*2\.00%/,
    );
    expect(text).toMatch(/Footer All categories\s*1,500\s*900\s*30\s*2\.00%/);
    expect(text).toMatch(/Article sidebar =Tools\s*500\s*0\s*10\s*2\.00%/);
    expect(await page('?range=all')).toMatch(/Impressions\s*2,007/);
    const [, first, second] = (await csv()).split('\r\n');
    expect(first).toMatch(/^\d{4}-\d\d-\d\d,article-sidebar,"'=Tools",500,0,10,2\.00%$/);
    expect(second).toMatch(/^\d{4}-\d\d-\d\d,footer,All categories,1500,900,30,2\.00%$/);
    const file = await admin.get(`/admin/ads/${adId}/report/export?range=all`);
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="ad-report-bench-ledger-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(file.headers.get('cache-control')).toBe('no-store');
    expect((await file.text()).split('\r\n')).toHaveLength(5);
  });

  it("uses days in the site's time zone, and falls back when the zone is unknown", async () => {
    await log('impression', 2, '2026-03-08T04:59:00Z');
    await log('impression', 3, '2026-03-08T05:01:00Z');
    await site.db.query(`insert into settings (key, value) values ('site', '{"timeZone": "Mars/Olympus"}')`);
    await log('impression', 5, '2026-03-08T23:59:00Z');
    expect((await csv('?range=all')).split('\r\n').slice(1, -1)).toEqual([
      '2026-03-07,footer,All categories,2,0,0,0.00%',
      '2026-03-08,footer,All categories,8,0,0,0.00%',
    ]);
  });

  it('matches the log when rows, ads or categories are deleted', async () => {
    const tools = await addCategory(site.db, 'tools');
    await log('impression', 40, 'now', 'footer', tools);
    await log('viewable', 20, 'now', 'footer', tools);
    await site.db.query('delete from ad_impressions where id in (select id from ad_impressions limit 15)');
    await site.db.query('delete from ad_events where id in (select id from ad_events limit 5)');
    await site.db.query('delete from categories');
    await site.db.query('delete from ads');
    const text = await page();
    expect(text).toContain('This ad was deleted. Its figures remain.');
    expect(text).toMatch(/Footer Deleted category\s*25\s*15\s*0/);
    await site.db.query('truncate ad_impressions');
    expect(await page()).toMatch(/Footer Deleted category\s*0\s*15\s*0/);
  });

  it('stays after the ad was deleted, also for a range without counts', async () => {
    await log('impression', 4, new Date(Date.now() - 60 * 864e5).toISOString());
    await site.db.query('delete from ads');
    expect(await page('?range=7')).toContain('This ad was deleted. Its figures remain.');
    expect((await csv('?range=7')).split('\r\n')).toHaveLength(2);
    expect(await page('?range=all')).toMatch(/Impressions\s*4/);
  });

  it('returns 404 for an unknown ad', async () => {
    for (const path of ['report', 'report/export']) {
      const unknown = await admin.get(`/admin/ads/00000000-0000-4000-8000-000000000000/${path}`);
      expect([path, unknown.status]).toEqual([path, 404]);
      expect([path, (await admin.get(`/admin/ads/nonsense/${path}`)).status]).toEqual([path, 404]);
    }
  });
});

describe('ads.txt', () => {
  const settings = async (adsTxt: string) => {
    const form = await (await admin.get('/admin/settings')).text();
    const fields = [...form.matchAll(/name="([^"]+)"[^>]*value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    );
    const texts = [...form.matchAll(/<textarea[^>]*name="([^"]+)"[^>]*>([^<]*)</g)].map(
      ([, name = '', value = '']) => [name, value],
    );
    return admin.post('/admin/settings', {
      ...Object.fromEntries([...fields, ...texts]),
      timeZone: 'America/New_York',
      intent: 'settings',
      adsTxt,
      // A checkbox: its value is in the form whether it is checked or not.
      requireSecondFactor: '',
    });
  };

  it('serves the configured text, and 404 without one', async () => {
    expect((await site.get('/ads.txt')).status).toBe(404);
    const text =
      '# Ours\r\nadnetwork.example, 1234, DIRECT, f08c47fec0942fa0\r\n\r\nCONTACT=ads@magazine.test\r\n';
    expect((await settings(text)).status).toBe(303);
    const answer = await site.get('/ads.txt');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(await answer.text()).toBe(
      '# Ours\nadnetwork.example, 1234, DIRECT, f08c47fec0942fa0\n\nCONTACT=ads@magazine.test\n',
    );
  });

  it('is stored completely, and returned completely when it is too long', async () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, n) => `adnetwork${n}.example, ${n}, RESELLER`).join('\n');
    expect((await settings(lines(300))).status).toBe(303);
    expect(await (await site.get('/ads.txt')).text()).toBe(`${lines(300)}\n`);
    const refused = await settings(lines(900));
    expect(refused.status).toBe(422);
    const html = visibleTextOf(await refused.text());
    expect(html).toContain('ads.txt is limited to 20,000 characters');
    expect(html).toContain('adnetwork899.example, 899, RESELLER');
    await settings('');
  });

  it.each([
    '<script>',
    'adnetwork.example, 1234',
    'adnetwork.example, 1234, SOMEHOW',
    'two words',
  ])('rejects %s and names the line', async (line) => {
    const refused = await settings(`# fine\n${line}`);
    expect(refused.status).toBe(422);
    expect(visibleTextOf(await refused.text())).toContain('ads.txt, line 2 is not a valid record');
    expect((await site.get('/ads.txt')).status).toBe(404);
  });
});
