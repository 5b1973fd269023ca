// What browsers tell of ads, through the queue, to the rows that count.
import crawlers from 'crawler-user-agents';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { type AdPlace, toSlotAd } from '~/features/ad-counts/ad-place';
import { toClickLink } from '~/features/ad-counts/ad-tickets.server';
import {
  ADS_SECRET,
  addAd,
  adsOf,
  askToken,
  BROWSER,
  clickPeriod,
  makeViewToken,
  post,
  TOKENS,
} from '../support/ads';
import { addArticle, addCategory, emptyMagazine } from '../support/factory';
import { roundTrips } from '../support/html';
import { randomNumbers } from '../support/random-numbers';
import { type Site, startSite } from '../support/site';

const IMPRESSIONS = '/api/ad-impressions';
/** The list also has browsers inside apps, where people read. */
const CRAWLERS = crawlers
  .flatMap(({ instances }) => instances)
  .filter((userAgent) => !/Instagram|MetaIAB|Electron|Fluid\//.test(userAgent));

let site: Site;
let diesAt: (point: string) => boolean = () => false;

beforeAll(async () => {
  site = await startSite({
    databaseServer: inject('databaseServer'),
    vars: { AUTH_JWT_SECRET: ADS_SECRET },
    diesAt: (point) => diesAt(point),
  });
});
afterAll(() => site.stop());
beforeEach(async () => {
  diesAt = () => false;
  await emptyMagazine(site.db);
});

const rowsOf = async (table: 'ad_impressions' | 'ad_events' | 'ad_beacons') =>
  (await site.db.query(`select * from ${table} order by id`)).rows;
const untilCounted = () =>
  vi.waitFor(async () => expect(await rowsOf('ad_beacons')).toEqual([]), { timeout: 50_000, interval: 50 });
const ofDay = async () =>
  (
    await site.db.query(
      'select sum(impressions)::int as impressions, sum(viewable)::int as viewable, sum(clicks)::int as clicks from ad_days',
    )
  ).rows[0];

const somewhere = (number: number): AdPlace => {
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

describe('an ad that a reader is shown', () => {
  it('is a row with ad, placement, location, category, article and browser', async () => {
    const categoryId = await addCategory(site.db, 'tools');
    const articleId = await addArticle(site.db, { slug: 'a-story', category: 'tools' });
    const adId = await addAd(site.db, {
      name: 'One',
      places: [['article-sidebar', 'tools'], ['article-bottom']],
    });
    const page = await site.get('/article/a-story');
    const ads = adsOf(await page.text());
    expect(ads.map(({ ad }) => ad)).toEqual([adId, adId]);
    const token = await askToken(site, ads);
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

  it('costs the database one round trip, and asking for a token none', async () => {
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

  it('counts when its message was lost, by the clock', async () => {
    await site.db.query(
      `insert into ad_beacons (kind, view_id, change, ad_id, placement_id, location)
       select 'impression', 'lost', n, gen_random_uuid(), gen_random_uuid(), 'footer' from generate_series(1, 5000) n`,
    );
    await site.runCron();
    expect([(await rowsOf('ad_impressions')).length, (await rowsOf('ad_beacons')).length]).toEqual([5000, 0]);
  });

  it('keeps its counts when it is deleted, and its stale ids stop nobody else', async () => {
    const adId = await addAd(site.db, { name: 'Short-lived', places: [['footer']] });
    const ads = adsOf(await site.text('/'));
    const [first, second] = [await askToken(site, ads), await askToken(site, ads)];
    const send = (token: string) =>
      post(site, IMPRESSIONS, { token, events: [{ change: 0, ad: adId, placement: ads[0]?.placement }] });
    await send(first);
    await untilCounted();
    await site.db.query('delete from ads');
    await send(second);
    const other = somewhere(1);
    await post(site, IMPRESSIONS, { token: await makeViewToken([other]), events: [eventOf(other, 0)] });
    await untilCounted();
    const counted = await rowsOf('ad_impressions');
    expect(counted.map((row) => row.ad_id)).toEqual([adId, adId, other.adId]);
  });

  it('is not accepted while the database is away, and the answer says so', async () => {
    const token = await makeViewToken([somewhere(1)]);
    await site.loseDatabase();
    try {
      const answer = await post(site, IMPRESSIONS, { token, events: [eventOf(somewhere(1), 0)] });
      expect([answer.status, await answer.json()]).toMatchObject([503, { accepted: 0 }]);
    } finally {
      await site.restoreDatabase();
    }
    await site.runCron();
    expect(await rowsOf('ad_impressions')).toEqual([]);
  });
});

describe('what does not count', () => {
  const place = somewhere(7);

  it.each([
    ['no JSON', 'nonsense', 422],
    ['no token', { events: [eventOf(place, 0)] }, 422],
    ['an invented token', { token: 'a!b!c', events: [eventOf(place, 0)] }, 403],
    ['no events', { token: 'a!b', events: [] }, 422],
    [
      'too many events',
      { token: 'a!b', events: Array.from({ length: 51 }, (_, i) => eventOf(place, i)) },
      422,
    ],
    ['a number that is none', { token: 'a!b', events: [{ ...eventOf(place, 0), change: -1 }] }, 422],
  ])('%s', async (_, body, status) => {
    const answer = await post(site, IMPRESSIONS, body);
    expect([answer.status, await answer.json()]).toMatchObject([status, { accepted: 0 }]);
    expect(await rowsOf('ad_beacons')).toEqual([]);
  });

  it('an ad that the token does not name, a token that is over, one for another thing, or changed', async () => {
    const token = await makeViewToken([place]);
    const other = await post(site, IMPRESSIONS, { token, events: [eventOf(somewhere(8), 0)] });
    expect([other.status, await other.json()]).toEqual([200, { accepted: 0 }]);
    const expired = await makeViewToken([place], { age: 3601 });
    const longer = token.replace(/!\d+!/, (time) => `!${Number(time.slice(1, -1)) + 1}!`);
    for (const wrong of [expired, longer, `${token}x`, token.slice(0, -1), token.toUpperCase()]) {
      const answer = await post(site, IMPRESSIONS, { token: wrong, events: [eventOf(place, 0)] });
      expect([wrong, answer.status]).toEqual([wrong, 403]);
    }
    expect(await rowsOf('ad_beacons')).toEqual([]);
  });

  it('a token for tickets that the magazine did not write', async () => {
    await addAd(site.db, { name: 'One', places: [['footer']] });
    const [{ ticket } = { ticket: '' }] = adsOf(await site.text('/'));
    const changed = ticket.replace('.footer.', '.homepage-hero.');
    const refused = await post(site, '/api/view-tokens', { tickets: [changed] });
    expect([refused.status, await refused.json()]).toMatchObject([403, { token: null }]);
    const some = await post(site, '/api/view-tokens', { tickets: [ticket, changed] });
    expect(((await some.json()) as { token: string }).token.split('!')).toHaveLength(4);
  });

  it('a beacon that a page elsewhere has sent', async () => {
    const token = await makeViewToken([place]);
    const answer = await site.get(IMPRESSIONS, {
      method: 'POST',
      headers: { origin: 'https://elsewhere.example', 'user-agent': BROWSER },
      body: JSON.stringify({ token, events: [eventOf(place, 0)] }),
    });
    expect(answer.status).toBe(403);
  });
});

describe('10,000 beacons at random', () => {
  it('give exactly the counts that are due, while the consumer dies again and again', async () => {
    const random = randomNumbers(11);
    const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
    const places = Array.from({ length: 12 }, (_, i) => somewhere(i));
    const views = await Promise.all(
      Array.from({ length: 150 }, async (_, i) => ({
        id: `view-${i}`,
        // Open for half an hour: any of the changes below can have been shown.
        token: await makeViewToken(places, { id: `view-${i}`, age: 1_800, every: 12 }),
        expired: await makeViewToken(places, { id: `view-${i}`, age: 3_660, every: 12 }),
      })),
    );
    // Ten times before a batch, ten times when it has just been counted.
    const deaths: Record<string, number> = { 'before-count': 0, 'after-count': 0 };
    diesAt = (point) => {
      const before = deaths[point] ?? 10;
      deaths[point] = before + 1;
      return before < 10;
    };
    const due = { impression: new Set<string>(), viewable: new Set<string>() };
    let made = 0;
    let accepted = 0;
    const sendOne = async () => {
      const view = pick(views);
      const kind = random() < 0.6 ? ('impression' as const) : ('viewable' as const);
      const sort = pick(['good', 'good', 'good', 'forged', 'expired', 'crawler', 'stranger'] as const);
      const events = Array.from({ length: 1 + Math.floor(random() * 6) }, () => {
        const place = sort === 'stranger' ? somewhere(99) : pick(places);
        return eventOf(place, Math.floor(random() * 4));
      }).slice(0, 10_000 - made);
      made += events.length;
      const token = { forged: view.token.replace('view', 'veiw'), expired: view.expired }[sort as string];
      const userAgent = sort === 'crawler' ? pick(CRAWLERS) : BROWSER;
      const body = { token: token ?? view.token, events };
      // Callers are limited.
      const address = `10.5.${Math.floor(random() * 200)}.1`;
      const path = kind === 'impression' ? IMPRESSIONS : '/api/viewed';
      const answer = await post(site, path, body, userAgent, address);
      const said = (await answer.json()) as { accepted: number };
      const isGood = sort === 'good';
      expect([sort, userAgent, said.accepted]).toEqual([sort, userAgent, isGood ? events.length : 0]);
      if (!isGood) return;
      accepted += events.length;
      // Of the ads that are named for one change, one counts.
      for (const { change } of events) due[kind].add(`${view.id} ${change}`);
    };
    const lane = async () => {
      while (made < 10_000) await sendOne();
    };
    await Promise.all(Array.from({ length: 8 }, lane));
    await vi.waitFor(
      async () => {
        await site.runCron().catch(() => {});
        expect(Math.min(...Object.values(deaths))).toBeGreaterThan(10);
        expect(await rowsOf('ad_beacons')).toEqual([]);
      },
      { timeout: 30_000, interval: 100 },
    );
    expect(made).toBe(10_000);
    expect(accepted).toBeGreaterThan(due.impression.size + due.viewable.size);
    const impressions = await rowsOf('ad_impressions');
    const events = await rowsOf('ad_events');
    expect([impressions.length, events.length]).toEqual([due.impression.size, due.viewable.size]);
    expect(await ofDay()).toEqual({
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

  it('leads to where the link says, counts once for a reader and a while, and is never stored', async () => {
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
    expect(await ofDay()).toMatchObject({ clicks: counted });
  });

  it('of one address always leads on, and counts ten times in ten minutes at most, whatever browsers it names', async () => {
    await addAd(site.db, { name: 'One', link: TARGET, places: [['footer']] });
    const link = await linkOf();
    const statuses = new Set<number>();
    const began = clickPeriod();
    // Whoever has a network of IPv6 has each of its addresses.
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

  it('beyond sixty a minute of one caller leads on and is not written down', async () => {
    const linkTo = (number: number) => toClickLink({ tokens: TOKENS }, somewhere(number), TARGET);
    // Each on another ad: clicks on one count as one anyway. More than three minutes hold, however slow this goes.
    const links = await Promise.all(Array.from({ length: 240 }, (_, number) => linkTo(number)));
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

  it('of a crawler, a prefetch, a HEAD request or a picture leads on and does not count', async () => {
    await addAd(site.db, { name: 'One', link: TARGET, places: [['footer']] });
    const link = await linkOf();
    const answers = [
      await go(link, { 'user-agent': CRAWLERS[0] ?? '' }),
      await go(link, { 'sec-purpose': 'prefetch' }),
      await go(link, { 'sec-fetch-dest': 'image' }),
      await go(link, {}, 'HEAD'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302]);
    const reader = await go(link);
    expect(reader.status).toBe(302);
    await vi.waitFor(async () => expect(await clicks()).toBe(1), { timeout: 50_000 });
    await site.runCron();
    expect(await clicks()).toBe(1);
  });

  it('cannot be led elsewhere', async () => {
    await addAd(site.db, { name: 'One', link: TARGET, places: [['footer']] });
    const link = await linkOf();
    const { searchParams } = new URL(link, 'https://x.example');
    const turned = (name: string, value: string) => {
      const query = new URLSearchParams(searchParams);
      query.set(name, value);
      return `/go?${query}`;
    };
    const wrong = [
      '/go',
      turned('to', 'https://evil.example/'),
      turned('to', '//evil.example/'),
      turned('key', ''),
      turned('key', 'AAAAAAAAAAAAAAAAAAAAAA'),
      turned('ad', (searchParams.get('ad') ?? '').replace('footer', 'homepage-hero')),
    ];
    for (const address of wrong) {
      const answer = await go(address);
      expect([address, answer.status, answer.headers.get('location')]).toEqual([address, 404, null]);
    }
  });

  it('leads on while the database is away', async () => {
    await addAd(site.db, { name: 'One', link: TARGET, places: [['footer']] });
    const link = await linkOf();
    await site.loseDatabase();
    try {
      const answer = await go(link);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, TARGET]);
    } finally {
      await site.restoreDatabase();
    }
  });

  it('on a link in the words of an ad counts too; other links stay as they are', async () => {
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
      // Whatever stood behind the # of our address stays here: browsers would carry it along.
      'https://sponsor.example/?x=1&y=2#',
      '/newsletter',
    ]);
  });
});
