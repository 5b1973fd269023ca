// The admin sidebar: collapsed or expanded, as its user left it.
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { follow, hydrated, pathOf } from '../../support/browser/browser';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const TAGS = '/admin/tags?search=billing';
const { it, site } = adminSiteTest();

const toggle = (page: Page) => page.getByRole('button', { name: 'Sidebar' });
const widthOf = async (page: Page) => (await page.locator('.admin__sidebar').boundingBox())?.width ?? 0;
const nameOfTags = (page: Page) => page.locator('.admin__sidebar').getByText('Tags', { exact: true });

async function expectOpen(page: Page) {
  expect(await widthOf(page)).toBeGreaterThan(200);
  expect(await nameOfTags(page).isVisible()).toBe(true);
  expect(await toggle(page).getAttribute('aria-expanded')).toBe('true');
}

async function expectIcons(page: Page) {
  expect(await widthOf(page)).toBeLessThan(80);
  expect(await nameOfTags(page).isVisible()).toBe(false);
  // Icons keep their accessible names and links.
  expect(await page.locator('.admin__sidebar').getByRole('link', { name: 'Tags' }).isVisible()).toBe(true);
  expect(await toggle(page).getAttribute('aria-expanded')).toBe('false');
}

describe('sidebar', () => {
  it('collapses to icons with a key, and stays collapsed on the next page and later', async () => {
    const page = await openAsAdmin(site);
    await page.goto('/admin');
    await hydrated(page);
    await expectOpen(page);
    await toggle(page).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => widthOf(page)).toBeLessThan(80);
    await expectIcons(page);
    expect(await toggle(page).evaluate((button) => button === document.activeElement)).toBe(true);
    // Before any script has run: nothing shifts when they do.
    const later = await page.context().newPage();
    await later.route('**/assets/*.js', () => {}); // never answered
    await later.goto('/admin/tags', { waitUntil: 'commit' });
    await later.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
    // The text may arrive before the styles.
    await expect.poll(() => widthOf(later)).toBeLessThan(80);
    await expectIcons(later);
    await later.close();
    await page.goto('/admin-old');
    await hydrated(page);
    await expectIcons(page);
    await toggle(page).click();
    await expect.poll(() => widthOf(page)).toBeGreaterThan(200);
    await page.reload();
    await expectOpen(page);
  });

  it('collapses without JavaScript, too, and returns to the same page', async () => {
    const page = await openAsAdmin(site, { javaScript: false });
    await page.goto(TAGS);
    await expectOpen(page);
    await follow(toggle(page));
    expect(pathOf(page)).toBe(TAGS);
    await expectIcons(page);
    await follow(toggle(page));
    await expectOpen(page);
  });

  it('is a menu with labels on a phone, even if collapsed on a desktop', async () => {
    const page = await openAsAdmin(site, { width: 390 });
    await page.context().addCookies([{ name: 'admin-sidebar', value: 'collapsed', url: site.url }]);
    await page.goto('/admin');
    await hydrated(page);
    expect(await page.locator('.admin__sidebar').isVisible()).toBe(false);
    await page.locator('.admin__menu summary').click();
    const way = page.locator('.admin__menu').getByRole('link', { name: 'Tags' });
    expect(await way.getByText('Tags', { exact: true }).isVisible()).toBe(true);
    await way.click();
    await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
    await expect.poll(() => way.isVisible()).toBe(false);
  });
});
