// What a reader's browser reports about ads, and what the advertiser's report shows.
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, vi } from 'vitest';
import { ADS_SECRET, addAd, BROWSER, backdate, clickPeriod } from '../../support/ads';
import { findAxeViolations } from '../../support/browser/axe';
import { openAt, openPage, type PageOptions, stopClock } from '../../support/browser/browser';
import { addArticle, emptyMagazine } from '../../support/factory';
import { gate } from '../../support/gate';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const ROTATION_MS = 30_000;
const SECOND_MS = 1_000;

const { it, site } = adminSiteTest({ pageCache: 'off', vars: { AUTH_JWT_SECRET: ADS_SECRET } });
let first: string;
let second: string;

beforeEach(async () => {
  await emptyMagazine(site.db);
  await addArticle(site.db, { slug: 'a-story', category: 'tools' });
  first = await addAd(site.db, { name: 'First', priority: 2, places: [['category-sidebar']] });
  second = await addAd(site.db, { name: 'Second', places: [['category-sidebar']] });
});

/** Without readership, whose reports would be ahead of the worker's clock when the test advances the page's. */
async function openAsReader(options: PageOptions = {}): Promise<Page> {
  const page = await openPage({ origin: site.url, userAgent: BROWSER, ...options });
  await page.route('**/api/views', (route) => route.fulfill({ json: { token: null } }));
  return page;
}

/** Opens a page with a slot in view, with a clock that the test advances. */
async function lookAtSlot(): Promise<Page> {
  const page = await openAsReader();
  await stopClock(page, Date.now());
  await beginEarlier(page);
  const token = page.waitForResponse('**/api/view-tokens');
  await openAt(page, '/category/tools');
  await page.locator('.ad-slot').scrollIntoViewIfNeeded();
  await token;
  return page;
}

/** Only the page's clock is advanced, so view tokens start earlier: the worker measures the same time. */
async function beginEarlier(page: Page): Promise<void> {
  await page.route('**/api/view-tokens', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, token: await backdate(answer.token, 600) } });
  });
}

const slotOf = (page: Page, location: string) => page.locator(`[data-ad-slot="${location}"]`);

/** Scrolls there and waits until the slot's observers have been notified. */
const goTo = (page: Page, location: string) =>
  slotOf(page, location).evaluate(
    (slot) =>
      new Promise<void>((resolve) => {
        slot.scrollIntoView({ block: 'center', behavior: 'instant' });
        const observer = new IntersectionObserver(
          ([entry]) => {
            if (entry?.isIntersecting) resolve();
          },
          { threshold: 0.5 },
        );
        observer.observe(slot);
      }),
  );

async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

const adsIn = async (statement: string) => {
  await site.runCron();
  return (await site.db.query(statement)).rows.map(({ ad_id }) => ad_id);
};
/** A beacon of an earlier test's page may arrive late; it has other ads. */
const OWN = 'ad_id in (select id from ads)';
const impressions = () => adsIn(`select ad_id from ad_impressions where ${OWN} order by id`);
const events = (kind: string) =>
  adsIn(`select ad_id from ad_events where kind = '${kind}' and ${OWN} order by id`);
const expectAds = (read: () => Promise<string[]>, ads: string[]) =>
  vi.waitFor(async () => expect(await read()).toEqual(ads), { timeout: 60_000, interval: 100 });

describe('ad impressions', () => {
  it('count each ad in its rotation, and as viewable after one second', async () => {
    const page = await lookAtSlot();
    await expectAds(impressions, [first]);
    await page.clock.runFor(SECOND_MS);
    await expectAds(() => events('viewable'), [first]);
    await page.clock.runFor(ROTATION_MS);
    await expectAds(impressions, [first, second]);
    await page.clock.runFor(SECOND_MS);
    await expectAds(() => events('viewable'), [first, second]);
    await page.clock.runFor(ROTATION_MS);
    await expectAds(impressions, [first, second, first]);
  });

  it.each([
    '/api/view-tokens',
    '/api/ad-impressions',
  ])('that cannot be sent to %s leave the ads in their rotation and are only logged', async (path) => {
    const page = await openAsReader({ expected: [/ERR_FAILED/] });
    await stopClock(page, Date.now());
    const failed = page.waitForEvent('requestfailed');
    await page.route(`**${path}`, (route) => route.abort('failed'));
    await openAt(page, '/category/tools');
    await page.locator('.ad-slot').scrollIntoViewIfNeeded();
    await failed;
    await page.clock.runFor(ROTATION_MS);
    await slotOf(page, 'category-sidebar').getByText('Second').waitFor();
    expect(await page.locator('.toast, [role=alert]').count()).toBe(0);
    expect(await impressions()).toEqual([]);
  });

  it('are not counted while the tab is hidden, and are counted when it is visible again', async () => {
    const page = await lookAtSlot();
    await expectAds(impressions, [first]);
    await setHidden(page, true);
    for (let turn = 0; turn < 3; turn += 1) await page.clock.runFor(ROTATION_MS);
    await setHidden(page, false);
    await expectAds(impressions, [first, second]);
    await page.clock.runFor(ROTATION_MS);
    await expectAds(impressions, [first, second, first]);
  });

  it('count the current ad when the slot comes into view, and none of the earlier rotations', async () => {
    const page = await openAsReader({ height: 500 });
    await stopClock(page, Date.now());
    await beginEarlier(page);
    const turns = page.waitForResponse(/rotate-ads/);
    await openAt(page, '/category/tools');
    await (await turns).finished();
    const slot = slotOf(page, 'category-sidebar');
    const shown = async () => {
      // Runs what is already due, because the slot's script may have loaded late.
      await page.clock.runFor(0);
      return slot.locator('[data-ticket]:not([hidden])').getAttribute('data-ticket');
    };
    for (const ad of [second, first, second]) {
      await page.clock.runFor(ROTATION_MS);
      await expect.poll(shown).toContain(ad);
    }
    await goTo(page, 'category-sidebar');
    await expectAds(impressions, [second]);
    await page.clock.runFor(ROTATION_MS);
    await expectAds(impressions, [second, first]);
  });

  it('are counted again on another page with the same ads', async () => {
    await addArticle(site.db, { slug: 'another', category: 'operations' });
    const page = await lookAtSlot();
    await expectAds(impressions, [first]);
    await page.getByRole('navigation').getByRole('link', { name: 'Operations' }).first().click();
    await page.getByRole('heading', { name: 'Operations', level: 1 }).waitFor();
    await page.locator('.ad-slot').scrollIntoViewIfNeeded();
    await expectAds(impressions, [first, first]);
    await page.clock.runFor(SECOND_MS);
    await expectAds(() => events('viewable'), [first]);
  });

  it('send no beacon and request no token on a page without ads', async () => {
    const page = await openAsReader();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await openAt(page, '/category/all');
    expect(
      asked.filter(
        (path) =>
          path.startsWith('/api/view-') || path.startsWith('/api/viewed') || path.startsWith('/api/ad'),
      ),
    ).toEqual([]);
  });

  it('are counted again on the next page, and a click once', async () => {
    const page = await lookAtSlot();
    await expectAds(impressions, [first]);
    await page.getByRole('link', { name: 'Read Article' }).first().click();
    await page.waitForURL('**/article/a-story');
    await page.goBack();
    await expectAds(impressions, [first, first]);
    const target = await page.locator('.ad-slot__link:visible').getAttribute('href');
    const began = clickPeriod();
    for (let i = 0; i < 2; i += 1) {
      const answer = await site.get(target ?? '', { headers: { 'user-agent': BROWSER } });
      // The link has its own empty fragment, so the browser does not append ours.
      expect(answer.headers.get('location')).toBe('https://sponsor.example/#');
    }
    const clicked = () => events('click');
    await expect.poll(clicked).toContain(first);
    expect((await clicked()).length).toBeLessThanOrEqual(1 + clickPeriod() - began);
  });
});

describe('ad that ends while the page is open', () => {
  const HOUR_MS = 60 * 60_000;
  const LEFT_MS = 10 * 60_000;
  let brief: string;
  let page: Page;

  beforeEach(async () => {
    const endsAt = new Date(Date.now() + HOUR_MS);
    brief = await addAd(site.db, { name: 'Brief', endsAt, places: [['footer']] });
    // So low that no slot is in view at the top.
    page = await openAsReader({ height: 200 });
    await stopClock(page, endsAt.getTime() - LEFT_MS);
  });

  const isShown = () => slotOf(page, 'footer').locator(`[data-ticket^="${brief}"]`).isVisible();

  it('is not counted when its slot comes into view later', async () => {
    const others: string[] = [];
    for (const name of ['Third', 'Fourth'])
      others.push(await addAd(site.db, { name, places: [['homepage-hero']] }));
    const [third = '', fourth = ''] = others;
    await openAt(page, '/');
    const turn = async () => {
      await page.clock.runFor(5 * SECOND_MS);
      return slotOf(page, 'homepage-hero').locator('[data-ticket]:not([hidden])').getAttribute('data-ticket');
    };
    // All slots rotate together.
    await expect.poll(turn).toContain(fourth);
    expect(await isShown()).toBe(true);
    await page.clock.runFor(LEFT_MS);
    await expect.poll(isShown).toBe(false);
    await goTo(page, 'footer');
    await page.clock.runFor(SECOND_MS);
    await goTo(page, 'homepage-hero');
    await page.clock.runFor(SECOND_MS);
    await expect.poll(() => events('viewable')).not.toEqual([]);
    await page.clock.runFor(ROTATION_MS);
    const counted = async () => new Set([...(await impressions()), ...(await events('viewable'))]);
    await expect.poll(counted).toEqual(new Set([third, fourth]));
  });

  it('stays counted where it was seen before, even if the answer arrives later', async () => {
    const [isOver, answer] = gate();
    await page.route('**/api/view-tokens', async (route) => {
      await isOver;
      await route.continue();
    });
    const asked = page.waitForRequest('**/api/view-tokens');
    await openAt(page, '/');
    await goTo(page, 'footer');
    await asked;
    await page.clock.runFor(SECOND_MS);
    await page.clock.runFor(LEFT_MS);
    await expect.poll(isShown).toBe(false);
    answer();
    await expectAds(impressions, [brief]);
    await expectAds(() => events('viewable'), [brief]);
  });
});

describe('ad report', () => {
  it.each([
    [390, 'light'],
    [390, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const)('has no axe violations at %i px in the %s theme', async (width, theme) => {
    await site.db.query(
      `insert into ad_impressions (ad_id, location, created_at)
       select $1, 'footer', now() - n * interval '1 hour' from generate_series(1, 200) n`,
      [first],
    );
    await site.db.query(
      `insert into ad_drops (ad_id, day, kind, reason, events)
       select $1, magazine_day(now(), magazine_zone()), 'impression', reason, 1200
       from unnest(array['too_early', 'repeated', 'over_limit', 'not_on_page', 'bad_token', 'expired', 'old_page', 'crawler']) reason`,
      [first],
    );
    const page = await openAsAdmin(site, { width, theme });
    await page.goto(`/admin/ads/${first}/report`);
    await page.getByText('Daily figures').click();
    expect(await findAxeViolations(page)).toEqual([]);
  });
});
