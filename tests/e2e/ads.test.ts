// Ads as readers meet them: in turn by the clock, in a place of their own, with and without scripts.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAsAdmin, startAdminSite } from '../support/admin-site';
import { findBarriers } from '../support/axe';
import { hydrated, openPage, type PageOptions, pathOf, stopClock, visit } from '../support/browser';
import { addArticle, addCategory } from '../support/factory';
import { expectStillness, watchShifts } from '../support/layout-shifts';
import { drawPicture } from '../support/pictures';
import type { Site } from '../support/site';

const TURN = 30_000;
const HOUR = 60 * 60 * 1000;

let site: Site;

beforeAll(async () => {
  site = await startAdminSite({ pageCache: 'off' });
  for (const category of ['tools', 'operations'])
    await addArticle(site.db, { slug: `about-${category}`, title: `About ${category}`, category });
  await site.putFile(
    'article-images/ads/1.png',
    await drawPicture('png', { width: 728, height: 90 }),
    'image/png',
  );
  await site.putFile(
    'article-images/ads/2.png',
    await drawPicture('png', { width: 600, height: 600 }),
    'image/png',
  );
});
beforeEach(() => site.empty('ads'));
afterAll(() => site.stop());

interface AdFacts {
  html?: string;
  picture?: 1 | 2;
  link?: string;
  /** From now, in milliseconds. */
  ends?: number;
  locations?: string[];
}

const PLACES = [
  'homepage-hero',
  'homepage-sidebar',
  'footer',
  'article-sidebar',
  'article-bottom',
  'category-sidebar',
];

/** The first one added comes first. */
async function addAd(name: string, facts: AdFacts = {}): Promise<void> {
  const { html = null, picture, link = null, ends, locations = PLACES } = facts;
  await site.db.query(
    `with ad as (insert into ads (name, html_content, image_url, link_url, ends_at) values ($1, $2, $3, $4, $5) returning id)
     insert into ad_placements (ad_id, location) select id, unnest($6::text[]) from ad`,
    [
      name,
      html,
      picture ? `/media/article-images/ads/${picture}.png` : null,
      link,
      ends === undefined ? null : new Date(Date.now() + ends),
      locations,
    ],
  );
}

const slotOf = (page: Page, location: string) => page.locator(`[data-ad-slot="${location}"]`);
/** What was due already when the clock stood still is done first. */
const settle = (page: Page) => page.clock.runFor(0);
async function shownIn(slot: Locator): Promise<string[]> {
  await settle(slot.page());
  return slot.locator('[data-ad]:visible').allInnerTexts();
}

/** A page whose clock stands still at `ahead` of now, until the test moves it. */
async function openStill(path: string, options: PageOptions = {}, ahead = 0): Promise<Page> {
  const page = await openPage({ origin: site.url, ...options });
  await stopClock(page, Date.now() + ahead);
  const turns = page.waitForResponse(/take-turns/);
  await visit(page, path);
  await (await turns).finished();
  return page;
}

describe('ads of one slot', () => {
  it('show one at a time, the next after 30 seconds, the first after the last', async () => {
    for (const name of ['First', 'Second', 'Third']) await addAd(name);
    const page = await openStill('/');
    const slot = slotOf(page, 'homepage-hero');
    for (const name of ['First', 'Second', 'Third', 'First', 'Second']) {
      await expect.poll(() => shownIn(slot)).toEqual([name]);
      await page.clock.runFor(TURN - 1);
      expect(await shownIn(slot)).toEqual([name]);
      await page.clock.runFor(1);
    }
  });

  it('begin with the first again on another page', async () => {
    for (const name of ['First', 'Second', 'Third']) await addAd(name);
    const page = await openStill('/category/tools');
    const slot = slotOf(page, 'category-sidebar');
    await page.clock.runFor(TURN);
    await expect.poll(() => shownIn(slot)).toEqual(['Second']);
    await page.getByRole('navigation').getByRole('link', { name: 'Operations' }).first().click();
    await page.getByRole('heading', { name: 'Operations', level: 1 }).waitFor();
    expect(pathOf(page)).toBe('/category/operations');
    expect(await shownIn(slot)).toEqual(['First']);
    await page.clock.runFor(TURN);
    await expect.poll(() => shownIn(slot)).toEqual(['Second']);
  });

  it('wait while somebody points at them or has reached them by keyboard', async () => {
    await addAd('First', { link: '/newsletter' });
    await addAd('Second', { link: '/newsletter' });
    const page = await openStill('/');
    const slot = slotOf(page, 'homepage-hero');
    const link = slot.getByRole('link', { name: 'First' });
    await link.hover();
    await page.clock.runFor(TURN);
    expect(await shownIn(slot)).toEqual(['First']);
    await page.mouse.move(0, 0);
    await page.keyboard.press('Tab');
    await link.focus();
    await page.clock.runFor(TURN);
    expect(await shownIn(slot)).toEqual(['First']);
    await page.keyboard.press('Tab');
    await page.clock.runFor(TURN);
    await expect.poll(() => shownIn(slot)).toEqual(['Second']);
  });

  it('are passed over once their time is up, though the page was kept; their place stays', async () => {
    await addAd('Over', { ends: HOUR });
    await addAd('Lasting', { locations: ['homepage-hero'] });
    const page = await openStill('/', {}, 2 * HOUR);
    await expect.poll(() => shownIn(slotOf(page, 'homepage-hero'))).toEqual(['Lasting']);
    const footer = slotOf(page, 'footer');
    await expect.poll(() => shownIn(footer)).toEqual([]);
    expect(await footer.evaluate((slot) => slot.getBoundingClientRect().height)).toBeGreaterThan(90);
  });

  it('have their picture by the time it is their turn', async () => {
    await addAd('First');
    await addAd('Second', { picture: 1 });
    const page = await openStill('/');
    const picture = slotOf(page, 'homepage-hero').locator('img');
    expect(await picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(
      false,
    );
    await page.clock.runFor(TURN - 1000);
    await expect
      .poll(async () => {
        await settle(page);
        return picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
      })
      .toBe(728);
    expect(await picture.isVisible()).toBe(false);
  });
});

describe('without scripts', () => {
  it('the first ad shows, alone, labelled, and opens in a new tab without telling where from', async () => {
    await addAd('First', { picture: 1, link: '/newsletter' });
    await addAd('Second');
    const page = await openPage({ origin: site.url, javaScript: false });
    await page.goto('/');
    const slot = slotOf(page, 'homepage-hero');
    expect(await slot.getByText('Advertisement').isVisible()).toBe(true);
    expect(await slot.locator('[data-ad]:visible').count()).toBe(1);
    const link = slot.getByRole('link', { name: 'First' });
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer sponsored');
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await tab.waitForURL('**/newsletter');
    expect(await tab.evaluate(() => document.referrer)).toBe('');
  });
});

describe.each([390, 768, 1440])('at %i px', (width) => {
  it.each([
    '/',
    '/article/about-tools',
    '/category/tools',
  ])('nothing moves on %s over three turns', async (path) => {
    await addAd('A picture', { picture: 1, link: '/newsletter' });
    await addAd('Words', { html: `<p>${'Words and words. '.repeat(40)}</p>` });
    await addAd('A picture of another shape', { picture: 2 });
    const page = await openPage({ origin: site.url, width, height: 6_000, expected: [/\.woff2/] });
    // Without its fonts, which may come while it is watched: layout.test.ts is about those.
    await page.route('**/*.woff2', (route) => route.abort());
    await watchShifts(page);
    await page.clock.install();
    await page.goto(path);
    await hydrated(page);
    const slots = page.locator('[data-ad-slot]');
    expect(await slots.count()).toBeGreaterThan(0);
    const turn = () => slots.first().locator('[data-ad]:not([hidden])').getAttribute('data-ad');
    for (let round = 0; round < 3; round += 1) {
      const before = await turn();
      await page.clock.runFor(TURN);
      await expect.poll(turn).not.toBe(before);
    }
    await expectStillness(page);
  });
});

describe.each([
  { width: 390, theme: 'dark' },
  { width: 1280, theme: 'light' },
] as const)('at $width px, $theme,', ({ width, theme }) => {
  it('axe finds nothing on the screens of ads and calls to action', async () => {
    const category = await addCategory(site.db, 'tools');
    await addAd('Bench and Ledger', { picture: 1, link: 'https://sponsor.example/', ends: HOUR });
    await site.db.query(
      `insert into ctas (title, body, button_label, button_link, category_id)
       select 'Join', 'Now.', 'Join', '/newsletter', $1 where not exists (select 1 from ctas)`,
      [category],
    );
    const ad = (await site.db.query('select id from ads')).rows[0].id;
    const cta = (await site.db.query('select id from ctas')).rows[0].id;
    const page = await openAsAdmin(site, { width, theme, reducedMotion: true, expected: [/status of 422/] });
    for (const path of [
      '/admin/ads',
      `/admin/ads?edit=${ad}`,
      `/admin/ads?preview=${ad}`,
      `/admin/ads?delete=${ad}`,
      '/admin/ctas',
      `/admin/ctas?edit=${cta}`,
      `/admin/ctas?delete=${cta}`,
      '/article/about-tools',
    ]) {
      await visit(page, path);
      expect(await findBarriers(page), path).toEqual([]);
    }
    await visit(page, '/admin/ads');
    for (const width of [390, 768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overhang, `${width} px`).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width, height: 900 });
    await visit(page, '/admin/ads?new');
    await page.getByRole('button', { name: 'Save Ad' }).click();
    await page.getByRole('alert').waitFor();
    expect(await findBarriers(page), 'refused').toEqual([]);
  });
});

describe('an editor', () => {
  it('makes an ad with a picture, and is told what size it should have', async () => {
    const page = await openAsAdmin(site, { reducedMotion: true, expected: [/status of 422/] });
    await visit(page, '/admin/ads');
    await page.getByRole('link', { name: 'New Ad' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create New Ad' });
    await dialog.getByText('Recommended size for a banner ad: 728x90').waitFor();
    await dialog.getByLabel('Type').selectOption('sidebar');
    await dialog.getByText('Recommended size for a sidebar ad: 300x250').waitFor();
    const buffer = Buffer.from(await drawPicture('png', { width: 300, height: 250 }));
    await dialog
      .getByLabel('Image', { exact: true })
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
    await dialog.getByRole('img', { name: 'Preview' }).waitFor();
    await dialog.getByRole('button', { name: 'Save Ad' }).click();
    await dialog.getByText('Ad name is required').first().waitFor();
    const hasFocus = () => dialog.getByLabel('Name').evaluate((field) => field === document.activeElement);
    await expect.poll(hasFocus).toBe(true);
    await dialog.getByLabel('Name').fill('Bench and Ledger');
    await dialog.getByLabel('Link URL').fill('https://sponsor.example/');
    await dialog.getByRole('checkbox', { name: 'Article Sidebar' }).check();
    await dialog.getByRole('button', { name: 'Save Ad' }).click();
    await page.getByRole('status').filter({ hasText: 'Ad created successfully' }).first().waitFor();
    await dialog.waitFor({ state: 'detached' });
    const row = page.getByRole('row', { name: /Bench and Ledger/ });
    expect(await row.innerText()).toContain('Article Sidebar');
    await row.getByRole('link', { name: 'Preview' }).click();
    const preview = page.getByRole('dialog', { name: 'Preview of Bench and Ledger' });
    const link = preview.getByRole('link', { name: 'Bench and Ledger' });
    expect(await link.getAttribute('href')).toBe('https://sponsor.example/');
    const reader = await openPage({ origin: site.url });
    await reader.goto('/article/about-tools');
    await slotOf(reader, 'article-sidebar').getByRole('img', { name: 'Bench and Ledger' }).waitFor();
  });
});
