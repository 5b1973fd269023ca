// The specification's sizes and colors as a browser renders them.
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { openAt, openPage } from '../../support/browser/browser';
import { waitForEditor } from '../../support/browser/rich-text';
import { addAccount, addArticle } from '../../support/factory';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest();

const TOOLS_ARTICLE = '/article/choosing-a-practice-management-system-with-a-scored-trial';

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not drawn.');
  const rounded = (value: number) => Math.round(value);
  return { x: rounded(box.x), y: rounded(box.y), width: rounded(box.width), height: rounded(box.height) };
}

async function sizesOf(all: Locator): Promise<string[]> {
  const sizes: string[] = [];
  for (const one of await all.all()) {
    const { width, height } = await boxOf(one);
    sizes.push(`${width}x${height}`);
  }
  return sizes;
}

/** The rendered hue in degrees, and the saturation from 0 to 1, which separates gray from colors. */
function colorOf(locator: Locator) {
  return locator.evaluate((element) => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('There is no canvas.');
    context.fillStyle = getComputedStyle(element).color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map(
      (part) => part / 255,
    );
    const most = Math.max(red, green, blue);
    const spread = most - Math.min(red, green, blue);
    const turn =
      most === red
        ? (green - blue) / spread
        : most === green
          ? 2 + (blue - red) / spread
          : 4 + (red - green) / spread;
    return { hue: spread === 0 ? 0 : (turn * 60 + 360) % 360, strength: spread };
  });
}

it.each([360, 375, 390, 1280])('the header has a visible Subscribe button at %i px', async (width) => {
  const page = await openPage({ width });
  await openAt(page, '/');
  const { x, width: wide } = await boxOf(
    page.getByRole('banner').getByRole('link', { name: 'Subscribe' }).first(),
  );
  expect([x >= 0, x + wide <= width, wide > 40]).toEqual([true, true, true]);
});

describe('home page', () => {
  const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  it.each([
    [390, 844],
    [768, 1024],
    [1280, 900],
    [1440, 900],
  ])('has a hero that ends with the first screen at %d by %d, and says what follows', async (width, height) => {
    const page = await openPage({ width, height });
    await openAt(page, '/');
    const hero = await boxOf(page.locator('main section').first());
    expect(hero.width).toBe(width);
    expect(hero.y + hero.height).toBe(height);
    expect(hero.y).toBe((await boxOf(page.getByRole('banner'))).height);
    const next = page.getByRole('link', { name: 'Latest Stories', exact: true });
    const hint = await boxOf(next);
    expect(hint.y + hint.height).toBeLessThanOrEqual(height);
    await next.click();
    await expect
      .poll(async () => (await boxOf(section(page, 'Latest Stories').getByRole('heading').first())).y)
      .toBeLessThan(height / 2);
  });

  it('has AI & Automation and Remote Talent in three columns, Operations in two', async () => {
    const page = await openPage({ width: 1440 });
    await openAt(page, '/');
    const columnsOf = async (name: string) => {
      const lefts: number[] = [];
      for (const item of await section(page, name).locator('ul > li').all())
        lefts.push((await boxOf(item)).x);
      return new Set(lefts).size;
    };
    expect(await columnsOf('AI & Automation')).toBe(3);
    expect(await columnsOf('Remote Talent')).toBe(3);
    expect(await columnsOf('Operations')).toBe(2);
  });

  it('has Digital Marketing as one main article with a list beside it', async () => {
    const page = await openPage({ width: 1440 });
    await openAt(page, '/');
    const cards = section(page, 'Digital Marketing').getByRole('article');
    const [main, ...rest] = await Promise.all((await cards.all()).map(boxOf));
    if (!main) throw new Error('There is no main article.');
    expect(rest.length).toBeGreaterThan(2);
    for (const [index, { x, y, width }] of rest.entries()) {
      expect(x).toBeGreaterThanOrEqual(main.x + main.width);
      expect(width).toBeLessThan(main.width);
      const above = rest[index - 1];
      if (above) expect(y).toBeGreaterThanOrEqual(above.y + above.height);
      expect(x).toBe(rest[0]?.x);
    }
    expect(rest[0]?.y).toBeLessThan(main.y + main.height);
  });

  it('has the first featured article larger than its related coverage', async () => {
    const page = await openPage({ width: 1440 });
    await openAt(page, '/');
    const cards = section(page, 'Featured Articles').getByRole('article');
    const [first, ...rest] = await Promise.all((await cards.all()).map(boxOf));
    expect(rest.length).toBeGreaterThan(0);
    for (const { width, y } of rest) {
      expect(width).toBeLessThan((first?.width ?? 0) / 2);
      expect(y).toBeGreaterThanOrEqual((first?.y ?? 0) + (first?.height ?? 0));
    }
    const [title = 0, ...others] = await cards
      .getByRole('heading')
      .evaluateAll((all) => all.map((heading) => Number.parseFloat(getComputedStyle(heading).fontSize)));
    expect(title).toBeGreaterThan(Math.max(...others));
  });

  it.each([390, 1440])('has a carousel with cards 320 pixels apart at %d px', async (width) => {
    const page = await openPage({ width });
    await openAt(page, '/');
    const cards = section(page, 'Growth Strategy').getByRole('list').getByRole('listitem');
    const first = await boxOf(cards.nth(0));
    const second = await boxOf(cards.nth(1));
    expect(second.x - first.x).toBe(320);
    expect(second.y).toBe(first.y);
  });

  it('has ad slots of 728 by 90', async () => {
    const page = await openPage({ width: 1440 });
    await openAt(page, '/');
    for (const place of ['homepage-hero', 'footer'])
      expect(await sizesOf(page.locator(`[data-ad-slot=${place}] .ad-slot__box`)), place).toEqual(['728x90']);
    expect(await sizesOf(page.locator('[data-ad-slot=homepage-sidebar] .ad-slot__box'))).toEqual(['300x250']);
  });
});

describe('other public pages', () => {
  it('have ad slots of 300 by 250 beside an article and on a category, and of 728 by 90 below one', async () => {
    const page = await openPage({ width: 1440 });
    await openAt(page, TOOLS_ARTICLE);
    expect(await sizesOf(page.locator('[data-ad-slot=article-sidebar] .ad-slot__box'))).toEqual(['300x250']);
    expect(await sizesOf(page.locator('[data-ad-slot=article-bottom] .ad-slot__box'))).toEqual(['728x90']);
    await openAt(page, '/category/tools');
    expect(await sizesOf(page.locator('[data-ad-slot=category-sidebar] .ad-slot__box'))).toEqual(['300x250']);
  });

  it("have a category's image darkened by half", async () => {
    const page = await openPage({ width: 1440 });
    await openAt(page, '/category/operations');
    const overlay = await page
      .locator('.category-head__inner')
      .evaluate((inner) => getComputedStyle(inner, '::before').backgroundImage);
    expect(overlay).toMatch(/rgba\(\d+, \d+, \d+, 0\.5\)/);
  });
});

describe('admin', () => {
  beforeAll(async () => {
    const imageUrl = '/stock/operations-800.webp';
    await addArticle(site.db, { title: 'Ash', status: 'published', imageUrl });
    await addArticle(site.db, { title: 'Beech', status: 'draft', imageUrl });
    await addArticle(site.db, { title: 'Cedar', status: 'archived', imageUrl });
  });

  it.each([390, 1280])('has thumbnails of 80 by 60 at %d px', async (width) => {
    const page = await openAsAdmin(site, { width });
    await openAt(page, '/admin/articles');
    expect(await sizesOf(page.locator('tbody img'))).toEqual(['80x60', '80x60', '80x60']);
  });

  it.each(['light', 'dark'] as const)('has badges in green, yellow and gray, %s', async (theme) => {
    const page = await openAsAdmin(site, { theme });
    await openAt(page, '/admin/articles');
    const badge = (title: string) => page.locator('tbody tr').filter({ hasText: title }).locator('.status');
    const published = await colorOf(badge('Ash'));
    expect(published.hue).toBeGreaterThan(90);
    expect(published.hue).toBeLessThan(170);
    const draft = await colorOf(badge('Beech'));
    expect(draft.hue).toBeGreaterThan(35);
    expect(draft.hue).toBeLessThan(65);
    expect(published.strength).toBeGreaterThan(0.15);
    expect(draft.strength).toBeGreaterThan(0.15);
    expect((await colorOf(badge('Cedar'))).strength).toBeLessThan(0.15);
  });

  it.each(['light', 'dark'] as const)('has badges of other states in blue, %s', async (theme) => {
    const email = `${theme}@example.com`;
    await addAccount(site.db, { email, verified: false, fullName: email, role: 'author' });
    await site.db.query('update users set invited_at = now() where email = $1', [email]);
    const page = await openAsAdmin(site, { theme });
    await openAt(page, '/admin/people');
    const { hue, strength } = await colorOf(
      page.getByRole('table').getByText('Invited', { exact: true }).first(),
    );
    expect(hue).toBeGreaterThan(195);
    expect(hue).toBeLessThan(255);
    expect(strength).toBeGreaterThan(0.15);
  });

  it.each([390, 1280])('has an editor of at least 200 pixels at %d px', async (width) => {
    const page = await openAsAdmin(site, { width });
    await openAt(page, '/admin/articles/new');
    expect((await boxOf(await waitForEditor(page))).height).toBeGreaterThanOrEqual(200);
  });
});
