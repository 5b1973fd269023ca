// Ads as readers see them: rotation, reserved space, with and without JavaScript.
import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import {
  hydrated,
  openAt,
  openPage,
  type PageOptions,
  pathOf,
  stopClock,
  waitForHydration,
} from '../../support/browser/browser';
import { expectNoLayoutShifts, watchShifts } from '../../support/browser/layout-shifts';
import { addArticle, addCategory } from '../../support/factory';
import { drawImage } from '../../support/images';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const TURN = 30_000;
const HOUR = 60 * 60 * 1000;

const { it, site } = adminSiteTest({ pageCache: 'off' });

beforeAll(async () => {
  for (const category of ['tools', 'operations'])
    await addArticle(site.db, { slug: `about-${category}`, title: `About ${category}`, category });
  await site.putFile(
    'article-images/ads/1.png',
    await drawImage('png', { width: 728, height: 90 }),
    'image/png',
  );
  await site.putFile(
    'article-images/ads/2.png',
    await drawImage('png', { width: 600, height: 600 }),
    'image/png',
  );
});
beforeEach(() => site.empty('ads, ad_days'));

interface AdValues {
  html?: string;
  image?: 1 | 2;
  link?: string;
  /** Milliseconds from now. */
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

/** Ads are shown in the order in which they are added. */
async function addAd(name: string, facts: AdValues = {}): Promise<void> {
  const { html = null, image, link = null, ends, locations = PLACES } = facts;
  await site.db.query(
    `with ad as (insert into ads (name, html_content, image_url, link_url, ends_at) values ($1, $2, $3, $4, $5) returning id)
     insert into ad_placements (ad_id, location) select id, unnest($6::text[]) from ad`,
    [
      name,
      html,
      image ? `/media/article-images/ads/${image}.png` : null,
      link,
      ends === undefined ? null : new Date(Date.now() + ends),
      locations,
    ],
  );
}

const slotOf = (page: Page, location: string) => page.locator(`[data-ad-slot="${location}"]`);
/** Runs what was already due when the clock was paused. */
const settle = (page: Page) => page.clock.runFor(0);
async function shownIn(slot: Locator): Promise<string[]> {
  await settle(slot.page());
  return slot.locator('[data-ticket]:visible').allInnerTexts();
}

/** Opens a page with a clock paused `ahead` milliseconds from now. */
async function openStill(path: string, options: PageOptions = {}, ahead = 0): Promise<Page> {
  const page = await openPage({ origin: site.url, ...options });
  await stopClock(page, Date.now() + ahead);
  const turns = page.waitForResponse(/rotate-ads/);
  await openAt(page, path);
  await (await turns).finished();
  return page;
}

describe('ads in one slot', () => {
  it('rotate every 30 seconds and start over after the last', async () => {
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

  it('keep their HTML when the article has the same', async () => {
    const text = 'These words are in the ad and in the article. '.repeat(4).trim();
    const html = `<p>${text}</p>`;
    await addArticle(site.db, { slug: 'same-words', content: html });
    await addAd('Same', { html, locations: ['article-sidebar'] });
    // Fails on the errors of a failed hydration.
    const page = await openPage({ origin: site.url });
    await page.goto('/article/same-words');
    await waitForHydration(page);
    expect(await slotOf(page, 'article-sidebar').locator('[data-ticket]').innerText()).toBe(text);
    expect(await page.locator('.article__body').innerText()).toContain(text);
  });

  it('start with the first on another page', async () => {
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

  it('pause under the pointer and with the keyboard focus', async () => {
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

  it('are skipped once they end, even on a cached page, and leave their space', async () => {
    await addAd('Over', { ends: HOUR });
    await addAd('Lasting', { locations: ['homepage-hero'] });
    const page = await openStill('/', {}, 2 * HOUR);
    await expect.poll(() => shownIn(slotOf(page, 'homepage-hero'))).toEqual(['Lasting']);
    const footer = slotOf(page, 'footer');
    await expect.poll(() => shownIn(footer)).toEqual([]);
    expect(await footer.evaluate((slot) => slot.getBoundingClientRect().height)).toBeGreaterThan(90);
  });

  it('have loaded their image before their rotation', async () => {
    await addAd('First');
    await addAd('Second', { image: 1 });
    const page = await openStill('/');
    const image = slotOf(page, 'homepage-hero').locator('img');
    expect(await image.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(
      false,
    );
    await page.clock.runFor(TURN - 1000);
    await expect
      .poll(async () => {
        await settle(page);
        return image.evaluate((image: HTMLImageElement) => image.naturalWidth);
      })
      .toBe(728);
    expect(await image.isVisible()).toBe(false);
  });
});

describe('without JavaScript', () => {
  it('shows only the first ad, labeled, and opens it in a new tab without a referrer', async () => {
    await addAd('First', { image: 1, link: '/newsletter' });
    await addAd('Second');
    const page = await openPage({ origin: site.url, javaScript: false });
    await page.goto('/');
    const slot = slotOf(page, 'homepage-hero');
    expect(await slot.getByText('Advertisement').isVisible()).toBe(true);
    expect(await slot.locator('[data-ticket]:visible').count()).toBe(1);
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
  ])('shifts nothing on %s during three rotations', async (path) => {
    await addAd('An image', { image: 1, link: '/newsletter' });
    await addAd('Words', { html: `<p>${'Words and words. '.repeat(40)}</p>` });
    await addAd('An image of another shape', { image: 2 });
    const page = await openPage({ origin: site.url, width, height: 6_000, expected: [/\.woff2/] });
    // Without web fonts, which may load while shifts are measured; layout.test.ts covers them.
    await page.route('**/*.woff2', (route) => route.abort());
    await watchShifts(page);
    await page.clock.install();
    await page.goto(path);
    await hydrated(page);
    const slots = page.locator('[data-ad-slot]');
    expect(await slots.count()).toBeGreaterThan(0);
    const turn = () => slots.first().locator('[data-ticket]:not([hidden])').getAttribute('data-ticket');
    for (let round = 0; round < 3; round += 1) {
      const before = await turn();
      await page.clock.runFor(TURN);
      await expect.poll(turn).not.toBe(before);
    }
    await expectNoLayoutShifts(page);
  });
});

describe.each([
  { width: 390, theme: 'dark' },
  { width: 1280, theme: 'light' },
] as const)('at $width px, $theme', ({ width, theme }) => {
  it('has no axe violations on the ad and call-to-action screens', async () => {
    const category = await addCategory(site.db, 'tools');
    await addAd('Bench and Ledger', { image: 1, link: 'https://sponsor.example/', ends: HOUR });
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
      await openAt(page, path);
      expect(await findAxeViolations(page), path).toEqual([]);
    }
    await openAt(page, '/admin/ads');
    for (const width of [390, 768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overhang, `${width} px`).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width, height: 900 });
    await openAt(page, '/admin/ads?new');
    await page.getByRole('button', { name: 'Save Ad' }).click();
    await page.getByRole('alert').waitFor();
    expect(await findAxeViolations(page), 'refused').toEqual([]);
  });
});

describe('ad editor', () => {
  it('creates an ad with an image and recommends its size', async () => {
    const page = await openAsAdmin(site, { reducedMotion: true, expected: [/status of 422/] });
    await openAt(page, '/admin/ads');
    await page.getByRole('link', { name: 'New Ad' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create New Ad' });
    await dialog.getByText('Recommended size for a banner ad: 728x90').waitFor();
    await dialog.getByLabel('Type').selectOption('sidebar');
    await dialog.getByText('Recommended size for a sidebar ad: 300x250').waitFor();
    const buffer = Buffer.from(await drawImage('png', { width: 300, height: 250 }));
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
