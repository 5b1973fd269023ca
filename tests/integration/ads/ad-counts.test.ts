// Ad events from browsers: from the beacon through the queue to the counted rows.
import crawlers from 'crawler-user-agents';
import { beforeEach, describe, expect, vi } from 'vitest';
import { type AdPlace, toSlotAd } from '~/features/ads/tracking/ad-place';
import { toClickLink } from '~/features/ads/tracking/ad-tickets.server';
import {
  ADS_SECRET,
  addAd,
  adsOf,
  BROWSER,
  clickPeriod,
  makeViewToken,
  post,
  requestViewToken,
  TOKENS,
  waitUntilCounted,
} from '../../support/ads';
import { addArticle, addCategory, emptyMagazine } from '../../support/factory';
import { roundTrips } from '../../support/html';
import { randomNumbers } from '../../support/random-numbers';
import { siteTest } from '../../support/site/site-test';

const IMPRESSIONS = '/api/ad-impressions';
/** The list also contains in-app browsers, which readers use. */
const CRAWLERS = crawlers
  .flatMap(({ instances }) => instances)
  .filter((userAgent) => !/Instagram|MetaIAB|Electron|Fluid\//.test(userAgent));

const { it, site } = siteTest({
  vars: { AUTH_JWT_SECRET: ADS_SECRET },
  diesAt: (point) => diesAt(point),
});
let diesAt: (point: string) => boolean = () => false;

beforeEach(async () => {
  diesAt = () => false;
  await emptyMagazine(site.db);
});

const rowsOf = async (table: 'ad_impressions' | 'ad_events' | 'ad_beacons') =>
  (await site.db.query(`select * from ${table} order by id`)).rows;
const untilCounted = () => waitUntilCounted(site, 'ad_beacons');
const dailyTotals = async () =>
  (
    await site.db.query(
      'select sum(impressions)::int as impressions, sum(viewable)::int as viewable, sum(clicks)::int as clicks from ad_days',
    )
  ).rows[0];

const placeNumber = (number: number): AdPlace => {
  const id = (kind: number) => `00000000-0000-4000-800${kind}-${String(number).padStart(12, '0')}`;
  return {
    adId: id(1),
    placementId: id(2),
    location: 'footer',
    categoryId: number % 2 ? id(3) : null,
    articleId: number % 3 ? id(4) : null,
  };
};
const eventOf = ({ adId, placementId }: AdPlace, change: number) => ({
  change,
  ad: adId,
  placement: placementId,
});

describe('an ad shown to a reader', () => {
  it('is stored with ad, placement, location, category, article and browser', async () => {
    const categoryId = await addCategory(site.db, 'tools');
    const articleId = await addArticle(site.db, { slug: 'a-story', category: 'tools' });
    const adId = await addAd(site.db, {
      name: 'One',
      places: [['article-sidebar', 'tools'], ['article-bottom']],
    });
    const page = await site.get('/article/a-story');
    const ads = adsOf(await page.text());
    expect(ads.map(({ ad }) => ad)).toEqual([adId, adId]);
    const token = await requestViewToken(site, ads);
    for (const [change, { ad, placement }] of ads.entries()) {
      const answer = await post(site, IMPRESSIONS, { token, events: [{ change, ad, placement }] });
      expect([answer.status, await answer.json()]).toEqual([200, { accepted: 1 }]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    const [first] = ads;
    await post(site, '/api/viewed', {
      token,
      events: [{ change: 0, ad: adId, placement: first?.placement }],
    });
    await untilCounted();
    const common = { ad_id: adId, article_id: articleId, user_agent: BROWSER };
    expect(await rowsOf('ad_impressions')).toMatchObject(
      ads.map(({ placement, ticket }) => {
        const { location, categoryId } = toSlotAd(ticket.slice(0, ticket.lastIndexOf('.'))) as AdPlace;
        return { ...common, placement_id: placement, location, category_id: categoryId };
      }),
    );
    expect(new Set((await rowsOf('ad_impressions')).map((row) => row.category_id))).toEqual(
      new Set([categoryId, null]),
    );
    expect(await rowsOf('ad_events')).toMatchObject([
      { ...common, kind: 'viewable', placement_id: first?.placement },
    ]);
  });

  it('takes one round trip to record, and none for its token', async () => {
    await addAd(site.db, { name: 'One', places: [['footer']] });
    const ads = adsOf(await site.text('/'));
    const answer = await post(site, '/api/view-tokens', { tickets: ads.map(({ ticket }) => ticket) });
    expect(roundTrips(answer)).toBe(0);
    const { token } = (await answer.json()) as { token: string };
    const [{ ad, placement } = { ad: '', placement: '' }] = ads;
    const taken = await post(site, IMPRESSIONS, { token, events: [{ change: 0, ad, placement }] });
    expect(roundTrips(taken)).toBe(1);
    await untilCounted();
  });

  it('is counted on a page with 150 ads', async () => {
    await site.db.query(`with ad as (
        insert into ads (name, html_content) select 'Ad ' || n, '<p>Ad</p>' from generate_series(1, 150) n returning id)
      insert into ad_placements (ad_id, location) select id, 'homepage-hero' from ad`);
    const ads = adsOf(await site.text('/'));
    expect(ads).toHaveLength(150);
    const answer = await post(site, '/api/view-tokens', { tickets: ads.map(({ ticket }) => ticket) });
    const { token } = (await answer.json()) as { token: string };
    const [{ ad, placement } = { ad: '', placement: '' }] = ads;
    expect((await post(site, IMPRESSIONS, { token, events: [{ change: 0, ad, placement }] })).status).toBe(
      200,
    );
    await untilCounted();
    expect(await rowsOf('ad_impressions')).toMatchObject([{ ad_id: ad }]);
  });

  it('is counted by the cron task when its message was lost', async () => {
    await site.db.query(
      `insert into ad_beacons (kind, view_id, change, ad_id, placement_id, location)
       select 'impression', 'lost', n, gen_random_uuid(), gen_random_uuid(), 'footer' from generate_series(1, 5000) n`,
    );
    await site.runCron();
    expect([(await rowsOf('ad_impressions')).length, (await rowsOf('ad_beacons')).length]).toEqual([5000, 0]);
  });

  it('keeps its counts when it is deleted, and its stale ids block no other events', async () => {
    const adId = await addAd(site.db, { name: 'Short-lived', places: [['footer']] });
    const ads = adsOf(await site.text('/'));
    const [first, second] = [await requestViewToken(site, ads), await requestViewToken(site, ads)];
    const send = (token: string) =>
      post(site, IMPRESSIONS, { token, events: [{ change: 0, ad: adId, placement: ads[0]?.placement }] });
    await send(first);
    await untilCounted();
    await site.db.query('delete from ads');
    await send(second);
    const other = placeNumber(1);
    await post(site, IMPRESSIONS, { token: await makeViewToken([other]), events: [eventOf(other, 0)] });
    await untilCounted();
    const counted = await rowsOf('ad_impressions');
    expect(counted.map((row) => row.ad_id)).toEqual([adId, adId, other.adId]);
  });

  it('is not accepted while the database is unavailable, and the response says so', async () => {
    const token = await makeViewToken([placeNumber(1)]);
    await site.withoutDatabase(async () => {
      const answer = await post(site, IMPRESSIONS, { token, events: [eventOf(placeNumber(1), 0)] });
      expect([answer.status, await answer.json()]).toMatchObject([503, { accepted: 0 }]);
    });
    await site.runCron();
    expect(await rowsOf('ad_impressions')).toEqual([]);
  });
});

describe('rejected events', () => {
  const place = placeNumber(7);

  it.each([
    ['invalid JSON', 'nonsense', 422],
    ['a missing token', { events: [eventOf(place, 0)] }, 422],
    ['a made-up token', { token: 'a!b!c', events: [eventOf(place, 0)] }, 403],
    ['an empty list of events', { token: 'a!b', events: [] }, 422],
    [
      'too many events',
      { token: 'a!b', events: Array.from({ length: 51 }, (_, i) => eventOf(place, i)) },
      422,
    ],
    ['an invalid number', { token: 'a!b', events: [{ ...eventOf(place, 0), change: -1 }] }, 422],
  ])('include %s', async (_, body, status) => {
    const answer = await post(site, IMPRESSIONS, body);
    expect([answer.status, await answer.json()]).toMatchObject([status, { accepted: 0 }]);
    expect(await rowsOf('ad_beacons')).toEqual([]);
  });

  it('include other ads and tokens that are expired, altered or made for something else', async () => {
    const token = await makeViewToken([place]);
    const other = await post(site, IMPRESSIONS, { token, events: [eventOf(placeNumber(8), 0)] });
    expect([other.status, await other.json()]).toEqual([200, { accepted: 0 }]);
    const expired = await makeViewToken([place], { age: 3601 });
    const longer = token.replace(/!\d+!/, (time) => `!${Number(time.slice(1, -1)) + 1}!`);
    for (const wrong of [expired, longer, `${token}x`, token.slice(0, -1), token.toUpperCase()]) {
      const answer = await post(site, IMPRESSIONS, { token: wrong, events: [eventOf(place, 0)] });
      expect([wrong, answer.status]).toEqual([wrong, 403]);
    }
    expect(await rowsOf('ad_beacons')).toEqual([]);
  });

  it('include tickets that the site did not sign', async () => {
    await addAd(site.db, { name: 'One', places: [['footer']] });
    const [{ ticket } = { ticket: '' }] = adsOf(await site.text('/'));
    const changed = ticket.replace('.footer.', '.homepage-hero.');
    const refused = await post(site, '/api/view-tokens', { tickets: [changed] });
    expect([refused.status, await refused.json()]).toMatchObject([403, { token: null }]);
    const some = await post(site, '/api/view-tokens', { tickets: [ticket, changed] });
    expect(((await some.json()) as { token: string }).token.split('!')).toHaveLength(4);
  });

  it('include beacons from other origins', async () => {
    const token = await makeViewToken([place]);
    const answer = await site.get(IMPRESSIONS, {
      method: 'POST',
      headers: { origin: 'https://elsewhere.example', 'user-agent': BROWSER },
      body: JSON.stringify({ token, events: [eventOf(place, 0)] }),
    });
    expect(answer.status).toBe(403);
  });
});

describe('10,000 random beacons', () => {
  it('are counted exactly while the queue consumer crashes repeatedly', async () => {
    const random = randomNumbers(11);
    const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
    const places = Array.from({ length: 12 }, (_, i) => placeNumber(i));
    const views = await Promise.all(
      Array.from({ length: 150 }, async (_, i) => ({
        id: `view-${i}`,
        // Started half an hour ago, so any of the changes below can have been shown.
        token: await makeViewToken(places, { id: `view-${i}`, age: 1_800, every: 12 }),
        expired: await makeViewToken(places, { id: `view-${i}`, age: 3_660, every: 12 }),
      })),
    );
    // Ten crashes before a batch is counted and ten directly after.
    const crashes: Record<string, number> = { 'before-count': 0, 'after-count': 0 };
    diesAt = (point) => {
      const before = crashes[point] ?? 10;
      crashes[point] = before + 1;
      return before < 10;
    };
    const due = { impression: new Set<string>(), viewable: new Set<string>() };
    let made = 0;
    let accepted = 0;
    const sendOne = async () => {
      const view = pick(views);
      const kind = random() < 0.6 ? ('impression' as const) : ('viewable' as const);
      const sort = pick(['good', 'good', 'good', 'forged', 'expired', 'crawler', 'unlisted'] as const);
      const events = Array.from({ length: 1 + Math.floor(random() * 6) }, () => {
        const place = sort === 'unlisted' ? placeNumber(99) : pick(places);
        return eventOf(place, Math.floor(random() * 4));
      }).slice(0, 10_000 - made);
      made += events.length;
      const token = { forged: view.token.replace('view', 'veiw'), expired: view.expired }[sort as string];
      const userAgent = sort === 'crawler' ? pick(CRAWLERS) : BROWSER;
      const body = { token: token ?? view.token, events };
      // Requests are limited per caller.
      const address = `10.5.${Math.floor(random() * 200)}.1`;
      const path = kind === 'impression' ? IMPRESSIONS : '/api/viewed';
      const answer = await post(site, path, body, userAgent, address);
      const result = (await answer.json()) as { accepted: number };
      const isGood = sort === 'good';
      expect([sort, userAgent, result.accepted]).toEqual([sort, userAgent, isGood ? events.length : 0]);
      if (!isGood) return;
      accepted += events.length;
      // Of the ads reported for one change, one counts.
      for (const { change } of events) due[kind].add(`${view.id} ${change}`);
    };
    const sendUntilDone = async () => {
      while (made < 10_000) await sendOne();
    };
    await Promise.all(Array.from({ length: 8 }, sendUntilDone));
    await vi.waitFor(
      async () => {
        await site.runCron().catch(() => {});
        expect(Math.min(...Object.values(crashes))).toBeGreaterThan(10);
        expect(await rowsOf('ad_beacons')).toEqual([]);
      },
      { timeout: 30_000, interval: 100 },
    );
    expect(made).toBe(10_000);
    expect(accepted).toBeGreaterThan(due.impression.size + due.viewable.size);
    const impressions = await rowsOf('ad_impressions');
    const events = await rowsOf('ad_events');
    expect([impressions.length, events.length]).toEqual([due.impression.size, due.viewable.size]);
    expect(await dailyTotals()).toEqual({
      impressions: due.impression.size,
      viewable: due.viewable.size,
      clicks: 0,
    });
  }, 180_000);
});

describe('a click', () => {
  const TARGET = 'https://sponsor.example/offer?a=1&b=two words#part';
  const go = (link: string, headers: Record<string, string> = {}, method = 'GET') =>
    site.get(link, { method, headers: { 'user-agent': BROWSER, ...headers } });
  const linkOf = async (page = '/') => adsOf(await site.text(page))[0]?.link ?? '';
  const clicks = async () => (await rowsOf('ad_events')).filter((row) => row.kind === 'click').length;

  it('redirects to its target, counts once per reader and period, and is never cached', async () => {
    const adId = await addAd(site.db, { name: 'One', link: TARGET, places: [['footer']] });
    const link = await linkOf();
    expect(link).toMatch(/^\/go\?/);
    const began = clickPeriod();
    for (const address of ['10.9.0.1', '10.9.0.1', '10.9.0.2']) {
      const answer = await go(link, { 'cf-connecting-ip': address });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, TARGET]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    }
    await vi.waitFor(async () => expect(await clicks()).toBeGreaterThanOrEqual(2), { timeout: 50_000 });
    await untilCounted();
    const counted = await clicks();
    expect(counted).toBeLessThanOrEqual(2 + clickPeriod() - began);
    expect((await rowsOf('ad_events'))[0]).toMatchObject({
      kind: 'click',
      ad_id: adId,
      location: 'footer',
      user_agent: BROWSER,
    });
    expect(JSON.stringify(await rowsOf('ad_events'))).not.toContain('10.9.0');
    expect(await dailyTotals()).toMatchObject({ clicks: counted });
  });

  it('from one address always redirects, and counts at most ten times in ten minutes for any user agents', async () => {
    await addAd(site.db, { name: 'One', link: TARGET, places: [['footer']] });
    const link = await linkOf();
    const statuses = new Set<number>();
    const began = clickPeriod();
    // An IPv6 network gives its owner every address in it.
    for (const home of ['10.9.1.1', '2001:db8:1:2::']) {
      for (let number = 1; number <= 25; number += 1) {
        const address = home.endsWith(':') ? `${home}${number}` : home;
        const headers = { 'cf-connecting-ip': address, 'user-agent': `${BROWSER} Edg/131.0.${number}` };
        statuses.add((await go(link, headers)).status);
      }
    }
    expect([...statuses]).toEqual([302]);
    await go(link, { 'cf-connecting-ip': '10.9.1.2' });
    await vi.waitFor(
      async () => expect((await rowsOf('ad_events')).map((row) => row.user_agent)).toContain(BROWSER),
      { timeout: 50_000 },
    );
    await untilCounted();
    const counted = (await clicks()) - 1;
    expect(counted).toBeGreaterThan(2);
    expect(counted).toBeLessThanOrEqual(20 * (1 + clickPeriod() - began));
  });

  it('beyond sixty a minute from one caller redirects and is not recorded', async () => {
    const linkTo = (number: number) => toClickLink({ tokens: TOKENS }, placeNumber(number), TARGET);
    // Each link is for another ad, because repeated clicks on one ad count once. 240 clicks exceed the limit
    // even when they take more than three minutes.
    const links = await Promise.all(Array.from({ length: 240 }, (_, number) => linkTo(number)));
    await site.db.query(
      "insert into ads (id, name, html_content) select id, id::text, '' from unnest($1::uuid[]) id",
      [Array.from({ length: 240 }, (_, number) => placeNumber(number).adId)],
    );
    const machine = { 'cf-connecting-ip': '10.9.3.1', 'user-agent': `${BROWSER} Edg/131.0` };
    for (const link of links) expect((await go(link, machine)).status).toBe(302);
    await go(links[0] ?? '', { 'cf-connecting-ip': '10.9.3.2' });
    const agents = async () => (await rowsOf('ad_events')).map((row) => row.user_agent);
    await vi.waitFor(async () => expect(await agents()).toContain(BROWSER), { timeout: 20_000 });
    await untilCounted();
    const counted = (await clicks()) - 1;
    expect(counted).toBeGreaterThanOrEqual(60);
    expect(counted).toBeLessThan(240);
  });

  it('from a crawler, a prefetch, a HEAD request or an image request redirects and does not count', async () => {
    await addAd(site.db, { name: 'One', link: TARGET, places: [['footer']] });
    const link = await linkOf();
    // Each from its own address, because a caller's clicks on an ad count once.
    const answers = [
      await go(link, { 'user-agent': CRAWLERS[0] ?? '', 'cf-connecting-ip': '10.9.4.1' }),
      await go(link, { 'sec-purpose': 'prefetch', 'cf-connecting-ip': '10.9.4.2' }),
      await go(link, { 'sec-fetch-dest': 'image', 'cf-connecting-ip': '10.9.4.3' }),
      await go(link, { 'cf-connecting-ip': '10.9.4.4' }, 'HEAD'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302]);
    const reader = await go(link);
    expect(reader.status).toBe(302);
    await vi.waitFor(async () => expect(await clicks()).toBe(1), { timeout: 50_000 });
    await site.runCron();
    expect(await clicks()).toBe(1);
  });

  it('rejects altered targets', async () => {
    await addAd(site.db, { name: 'One', link: TARGET, places: [['footer']] });
    const link = await linkOf();
    const { searchParams } = new URL(link, 'https://x.example');
    const withParam = (name: string, value: string) => {
      const query = new URLSearchParams(searchParams);
      query.set(name, value);
      return `/go?${query}`;
    };
    const wrong = [
      '/go',
      withParam('to', 'https://evil.example/'),
      withParam('to', '//evil.example/'),
      withParam('key', ''),
      withParam('key', 'AAAAAAAAAAAAAAAAAAAAAA'),
      withParam('ad', (searchParams.get('ad') ?? '').replace('footer', 'homepage-hero')),
    ];
    for (const address of wrong) {
      const answer = await go(address);
      expect([address, answer.status, answer.headers.get('location')]).toEqual([address, 404, null]);
    }
  });

  it('no longer redirects once the ad is deleted', async () => {
    await addAd(site.db, { name: 'One', link: TARGET, places: [['footer']] });
    const link = await linkOf();
    await site.db.query('update ads set active = false');
    expect((await go(link)).headers.get('location')).toBe(TARGET);
    await site.db.query('delete from ads');
    const answer = await go(link);
    expect([answer.status, answer.headers.get('location')]).toEqual([404, null]);
    expect(await answer.text()).toContain('This link no longer works.');
  });

  it('redirects while the database is unavailable', async () => {
    await addAd(site.db, { name: 'One', link: TARGET, places: [['footer']] });
    const link = await linkOf();
    await site.withoutDatabase(async () => {
      const answer = await go(link);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, TARGET]);
    });
  });

  it("on a link in an ad's HTML counts too, and other links stay unchanged", async () => {
    const html = `<p><a href="https://sponsor.example/?x=1&amp;y=2" rel="noopener">One</a>
      <a href="mailto:hi@sponsor.example">Two</a> <a href="/newsletter">Three</a></p>`;
    await addAd(site.db, { name: 'One', html, link: null, places: [['footer']] });
    const page = await site.text('/');
    expect(page).toContain('href="mailto:hi@sponsor.example"');
    const links = [...page.matchAll(/href="(\/go\?[^"]+)/g)].map(([, link = '']) =>
      link.replaceAll('&amp;', '&'),
    );
    const answers = await Promise.all(links.map((link) => go(link)));
    expect(answers.map(({ headers }) => headers.get('location'))).toEqual([
      // The target ends with `#`, because browsers would otherwise carry over the hash of our address.
      'https://sponsor.example/?x=1&y=2#',
      '/newsletter',
    ]);
  });
});
