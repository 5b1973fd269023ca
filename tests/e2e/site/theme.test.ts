// Light and dark theme: the system's, until the reader chooses one.
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { browserTest as it, openAt, openPage } from '../../support/browser/browser';

/** 0 is black, 1 is white. */
async function brightness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [red = 0, green = 0, blue = 0] =
      getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
    return (red + green + blue) / (3 * 255);
  });
}

const themeButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /theme/i });

async function expectDark(page: Page, dark: boolean): Promise<void> {
  await expect.poll(async () => (await brightness(page)) < 0.5).toBe(dark);
  await expect.poll(() => themeButton(page).getAttribute('aria-pressed')).toBe(String(dark));
}

describe('theme', () => {
  it.each(['light', 'dark'] as const)('is %s when the system is', async (theme) => {
    const page = await openPage({ theme });
    await openAt(page, '/');
    await expectDark(page, theme === 'dark');
  });

  it('follows the system while the page is open', async () => {
    const page = await openPage();
    await openAt(page, '/newsletter');
    await expectDark(page, false);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectDark(page, true);
  });

  it("is the reader's choice on the next page, after a reload and when the system's theme changes", async () => {
    const page = await openPage();
    await openAt(page, '/');
    await themeButton(page).click();
    await expectDark(page, true);
    await page.getByRole('banner').getByRole('link', { name: 'Tools' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor();
    await expectDark(page, true);
    await page.reload();
    await expectDark(page, true);
    await page.emulateMedia({ colorScheme: 'dark' });
    await themeButton(page).click();
    await expectDark(page, false);
    await page.reload();
    await expectDark(page, false);
  });

  it('applies before the first paint, also on a cached page', async () => {
    const page = await openPage();
    await openAt(page, '/page/about');
    await themeButton(page).click();
    await expectDark(page, true);
    // The page's scripts are blocked, so the dark theme does not depend on them.
    await page.route('**/assets/*.js', () => {});
    await page.goto('/page/about', { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => brightness(page)).toBeLessThan(0.5);
  });

  it("is the system's without JavaScript, without a button that does nothing", async () => {
    const page = await openPage({ theme: 'dark', javaScript: false });
    await page.goto('/');
    expect(await brightness(page)).toBeLessThan(0.5);
    expect(await themeButton(page).count()).toBe(0);
  });
});
