// Limits on clients that report more ads than a reader can have seen, without limiting readers.
import { beforeEach, describe, expect } from 'vitest';
import {
  ADS_SECRET,
  addAd,
  adsOf,
  BROWSER,
  backdate,
  type DisplayedAd,
  onOlderPage,
  post,
  requestViewToken,
} from '../../support/ads';
import { addArticle, emptyMagazine } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { randomNumbers } from '../../support/random-numbers';
import { siteTest } from '../../support/site/site-test';
import { visitAsAdmin } from '../../support/visitor';

const IMPRESSIONS = '/api/ad-impressions';
const VIEWABLE = '/api/viewed';
const SLOTS = ['homepage-hero', 'homepage-sidebar', 'footer'] as const;
const TURN_SECONDS = 30;
/** For slow connections and differing clocks. */
const TOLERANCE_SECONDS = 5;

const { it, site } = siteTest({ vars: { AUTH_JWT_SECRET: ADS_SECRET } });
beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('auth_throttle');
});

/** Adds the given number of ads to each slot of the home page and returns the ads on the page. */
async function openHome(...counts: number[]): Promise<DisplayedAd[]> {
  for (const [slot, count] of counts.entries())
    for (let ad = 0; ad < count; ad += 1)
      await addAd(site.db, { name: `Slot ${slot} ad ${ad}`, places: [[SLOTS[slot] ?? '']] });
  return adsOf(await site.text('/'));
}

const eventOf = ({ ad, placement }: DisplayedAd, change: number) => ({ change, ad, placement });

async function send(path: string, token: string, events: object[], address?: string): Promise<number> {
  const answer = await post(site, path, { token, events }, BROWSER, address);
  return ((await answer.json()) as { accepted: number }).accepted;
}

async function countByPlacement(table: 'ad_impressions' | 'ad_events'): Promise<Map<string, number>> {
  await site.runCron();
  const { rows } = await site.db.query(
    `select placement_id, count(*)::int as events from ${table} group by placement_id`,
  );
  return new Map(rows.map(({ placement_id, events }) => [placement_id, events]));
}
const sum = (counts: Map<string, number>) => [...counts.values()].reduce((total, each) => total + each, 0);

/**
 * The most that a reader can see in a slot of `ads` ads. The slot may be about to change when the view
 * begins.
 */
function mostOfReader(ads: number, seconds: number): { changes: number; ofOneAd: number } {
  if (ads === 1) return { changes: 1, ofOneAd: 1 };
  let changes = 1;
  let ofOneAd = 1;
  for (let at = 0; at <= seconds + TOLERANCE_SECONDS; at += TURN_SECONDS) {
    if (changes % ads === 0) ofOneAd += 1;
    changes += 1;
  }
  return { changes, ofOneAd };
}

describe('a forged client', () => {
  it.each([
    [IMPRESSIONS, 'ad_impressions'],
    [VIEWABLE, 'ad_events'],
  ] as const)('counts no more than a reader with one token and 40 beacons of made-up changes to %s', async (path, table) => {
    const ads = await openHome(2, 2, 2);
    const token = await requestViewToken(site, ads);
    let accepted = 0;
    for (let beacon = 0; beacon < 40; beacon += 1) {
      const events = Array.from({ length: 50 }, (_, i) =>
        eventOf(ads[i % ads.length] as DisplayedAd, (beacon * 50 + i) % 1001),
      );
      accepted += await send(path, token, events);
    }
    const counted = await countByPlacement(table);
    // Three slots, each possibly about to change when the view begins. Each change is reported twice.
    expect(accepted).toBeLessThanOrEqual(12);
    expect(sum(counted)).toBeLessThanOrEqual(6);
    expect(Math.max(...counted.values())).toBe(1);
  });

  it.each([1, 2, 3, 4, 5, 6])('counts no more than a reader who stays as long: round %i', async (round) => {
    const random = randomNumbers(round);
    const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
    const counts = SLOTS.map(() => 1 + Math.floor(random() * 3));
    const ads = await openHome(...counts);
    const seconds = Math.floor(random() * 40) * 30 + 12;
    const token = await backdate(await requestViewToken(site, ads), seconds);
    const most = counts.map((count) => mostOfReader(count, seconds));
    const changes = most.reduce((total, each) => total + each.changes, 0);
    // Prefers one ad, and sends possible and impossible events in random order, with repeats.
    const favorite = pick(ads);
    for (const path of [IMPRESSIONS, VIEWABLE]) {
      for (let beacon = 0; beacon < 12; beacon += 1) {
        const events = Array.from({ length: 50 }, () =>
          eventOf(random() < 0.5 ? favorite : pick(ads), Math.floor(random() * (changes + 10))),
        );
        await send(path, token, events);
        if (random() < 0.3) await site.runCron();
      }
    }
    const ofOneAd = new Map(
      ads.map(({ placement, slot }) => [placement, most[SLOTS.indexOf(slot as never)]?.ofOneAd]),
    );
    for (const table of ['ad_impressions', 'ad_events'] as const) {
      const counted = await countByPlacement(table);
      expect(sum(counted)).toBeLessThanOrEqual(changes);
      for (const [placement, events] of counted)
        expect([seconds, counts, events]).toEqual([
          seconds,
          counts,
          Math.min(events, ofOneAd.get(placement) ?? 0),
        ]);
    }
  });

  it.each([
    [10, 2],
    [40, 3],
    [70, 4],
  ])('after %i seconds is credited with %i changes of a slot', async (seconds, changes) => {
    const ads = await openHome(2);
    const token = await backdate(await requestViewToken(site, ads), seconds);
    const accepted: number[] = [];
    for (let change = 0; change < 8; change += 1)
      accepted.push(await send(IMPRESSIONS, token, [eventOf(ads[change % 2] as DisplayedAd, change)]));
    expect(accepted).toEqual(Array.from({ length: 8 }, (_, change) => (change < changes ? 1 : 0)));
    expect(sum(await countByPlacement('ad_impressions'))).toBe(changes);
  });

  it('counts once per change: repeated in one beacon, in several, later, and redelivered by the queue', async () => {
    const ads = await openHome(2);
    const [one, two] = ads as [DisplayedAd, DisplayedAd];
    const token = await backdate(await requestViewToken(site, ads), 600);
    await send(IMPRESSIONS, token, [eventOf(one, 0), eventOf(one, 0), eventOf(two, 0)]);
    await send(IMPRESSIONS, token, [eventOf(two, 0)]);
    expect(sum(await countByPlacement('ad_impressions'))).toBe(1);
    await send(IMPRESSIONS, token, [eventOf(one, 0), eventOf(two, 0)]);
    await site.send({ v: 1, type: 'ad-beacons' }, { v: 1, type: 'ad-beacons' });
    await expect.poll(async () => (await site.db.query('select 1 from ad_beacons')).rows).toEqual([]);
    expect(await countByPlacement('ad_impressions')).toEqual(new Map([[one.placement, 1]]));
    // A viewable event is counted separately.
    await send(VIEWABLE, token, [eventOf(one, 0)]);
    expect(await countByPlacement('ad_events')).toEqual(new Map([[one.placement, 1]]));
  });

  it('gets no token for ads of several pages', async () => {
    await addArticle(site.db, { slug: 'a-story', category: 'tools' });
    await addAd(site.db, {
      name: 'Everywhere',
      places: [['footer'], ['article-bottom'], ['category-sidebar']],
    });
    const pages = await Promise.all(
      ['/', '/article/a-story', '/category/tools'].map((path) => site.text(path)),
    );
    const ads = pages.flatMap(adsOf);
    expect(ads).toHaveLength(3);
    const token = await requestViewToken(site, ads);
    const accepted = await send(
      IMPRESSIONS,
      token,
      ads.map((ad) => eventOf(ad, 0)),
    );
    expect(accepted).toBe(1);
  });

  it('cannot keep the larger share that an ad once had: saved tickets count nothing after two days', async () => {
    const admin = await visitAsAdmin(site);
    const [ad, alone] = (await openHome(2, 1)).filter((_, index) => index !== 1) as [
      DisplayedAd,
      DisplayedAd,
    ];
    const saved = await onOlderPage(ad, 49);
    const token = await backdate(await requestViewToken(site, [saved, alone]), 600);
    const impressions = [0, 1, 2, 3].map((change) => eventOf(ad, change));
    expect(await send(IMPRESSIONS, token, impressions)).toBe(0);
    // Nor do they explain more changes of the page's other slots.
    expect(await send(IMPRESSIONS, token, [eventOf(alone, 1), eventOf(alone, 0)])).toBe(1);
    expect(await countByPlacement('ad_impressions')).toEqual(new Map([[alone.placement, 1]]));
    const report = async () => (await admin.get(`/admin/ads/${ad.ad}/report`)).text();
    await expect.poll(async () => dropsIn(await report())).toEqual({ 'Old page': '4 0 0' });
  });

  it('is limited to 2,000 events a minute with its network, while other callers count', async () => {
    const ads = await openHome(1);
    const [ad] = ads as [DisplayedAd];
    const token = await requestViewToken(site, ads);
    const events = Array.from({ length: 50 }, () => eventOf(ad, 0));
    const of = (address: string, view = token) =>
      post(site, IMPRESSIONS, { token: view, events }, BROWSER, address);
    for (let beacon = 0; beacon < 40; beacon += 1)
      expect((await of(`2001:db8:1:2::${beacon + 1}`)).status).toBe(200);
    const refused = await of('2001:db8:1:2:ffff::1', await requestViewToken(site, ads));
    expect([refused.status, await refused.json()]).toMatchObject([429, { accepted: 0 }]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await of('2001:db8:1:3::1')).status).toBe(200);
    expect((await of('192.0.2.7')).status).toBe(200);
    // Of the first view. The second one was over the limit.
    expect(sum(await countByPlacement('ad_impressions'))).toBe(1);
  });
});

describe('readers', () => {
  it('behind one address all count: a hundred open the home page in the same minute', async () => {
    const ads = await openHome(1, 1, 1);
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        const token = await requestViewToken(site, ads);
        const events = ads.map((ad, change) => eventOf(ad, change));
        expect(await send(IMPRESSIONS, token, events)).toBe(3);
        expect(await send(VIEWABLE, token, events)).toBe(3);
      }),
    );
    expect(sum(await countByPlacement('ad_impressions'))).toBe(300);
    expect(sum(await countByPlacement('ad_events'))).toBe(300);
  });

  it('keep their later changes when a beacon arrives again after it was counted', async () => {
    const ads = await openHome(2);
    const [one] = ads as [DisplayedAd];
    const token = await backdate(await requestViewToken(site, ads), 40);
    for (const change of [0, 0, 2]) {
      await send(IMPRESSIONS, token, [eventOf(one, change)]);
      await site.runCron();
    }
    expect(await countByPlacement('ad_impressions')).toEqual(new Map([[one.placement, 2]]));
  });

  it('with a tab that has been open for a day, on a page that was cached for most of a day, count', async () => {
    const [ad] = (await openHome(1)) as [DisplayedAd];
    const token = await requestViewToken(site, [await onOlderPage(ad, 47)]);
    expect(await send(IMPRESSIONS, token, [eventOf(ad, 0)])).toBe(1);
  });
});

/** The table of uncounted events in the report: reason -> impressions, viewable, clicks. */
function dropsIn(html: string): Record<string, string> {
  const table = html.slice(html.indexOf('id="not-counted"'));
  const rows = [...table.matchAll(/<tr><td>([^<]+)<span.*?<\/tr>/g)];
  return Object.fromEntries(
    rows.map(([row, label = '']) => [
      label,
      [...row.matchAll(/data-label="[^"]+">([\d,]+)</g)].map(([, figure]) => figure).join(' '),
    ]),
  );
}

describe('an ad report', () => {
  it('shows uncounted events by reason without changing the other figures', async () => {
    const admin = await visitAsAdmin(site);
    const ads = await openHome(1, 1);
    const [ad, other] = ads as [DisplayedAd, DisplayedAd];
    const token = await requestViewToken(site, [ad]);
    await send(IMPRESSIONS, token, [eventOf(ad, 0), eventOf(ad, 0), ...[1, 2, 3].map((n) => eventOf(ad, n))]);
    await send(VIEWABLE, token, [eventOf(ad, 7)]);
    await send(IMPRESSIONS, token, [eventOf(other, 0)]);
    await post(site, IMPRESSIONS, { token, events: [eventOf(ad, 0)] }, 'Googlebot/2.1');
    for (const wrong of ['no token', `${token}x`]) await send(IMPRESSIONS, wrong, [eventOf(ad, 0)]);
    await send(IMPRESSIONS, await backdate(token, 3_700), [eventOf(ad, 0)]);
    await site.get(ad.link ?? '', { method: 'HEAD', headers: { 'user-agent': BROWSER } });
    const report = async ({ ad: id }: DisplayedAd) => {
      await site.runCron();
      return (await admin.get(`/admin/ads/${id}/report`)).text();
    };
    await expect
      .poll(async () => dropsIn(await report(ad)))
      .toEqual({
        'Too early': '3 1 0',
        'Invalid token': '2 0 0',
        Repeated: '1 0 0',
        Crawlers: '1 0 0',
        'Expired token': '1 0 0',
        'Not opened': '0 0 1',
      });
    const text = visibleTextOf(await report(ad));
    expect(text).toMatch(/Impressions\s*1\s*Viewable\s*0\s*0% of impressions\s*Clicks\s*0/);
    const ofOther = await report(other);
    expect(visibleTextOf(ofOther)).toContain('No activity in this period');
    expect(dropsIn(ofOther)).toEqual({ 'Not on the page': '1 0 0' });
  });

  it('ignores events for ads that do not exist', async () => {
    await openHome(1);
    for (const ad of ['nonsense', '00000000-0000-4000-8000-000000000000'])
      await send(IMPRESSIONS, 'no token', [{ change: 0, ad, placement: ad }]);
    await site.runCron();
    expect((await site.db.query('select * from ad_drops')).rows).toEqual([]);
  });
});
