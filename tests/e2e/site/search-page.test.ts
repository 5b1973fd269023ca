// The search page with scripts and without: filters, sorting and pages.
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { follow, browserTest as it, openAt, openPage, pathOf } from '../../support/browser/browser';
import { gate } from '../../support/gate';

const titlesOf = (page: Page) => page.getByRole('main').getByRole('article').getByRole('heading');
const filterOf = (page: Page, name: string) => page.getByRole('main').getByLabel(name, { exact: true });

describe('the search page without JavaScript', () => {
  it('filters, sorts and turns pages as a form and links', async () => {
    const page = await openPage({ javaScript: false });
    await page.goto('/search?q=firm');
    expect(await page.getByRole('main').getByRole('status').innerText()).toMatch(/^\d+ articles for firm$/);
    expect(await titlesOf(page).count()).toBe(20);
    await follow(page.getByRole('link', { name: 'Next' }));
    expect(pathOf(page)).toBe('/search?q=firm&page=2');

    await filterOf(page, 'Category').selectOption('digital-marketing');
    await follow(page.getByRole('button', { name: 'Apply' }));
    expect(pathOf(page)).toBe('/search?q=firm&category=digital-marketing&author=&year=');
    expect(await filterOf(page, 'Category').inputValue()).toBe('digital-marketing');
    const kickers = await page.getByRole('main').locator('.kicker').allInnerTexts();
    expect(new Set(kickers.map((text) => text.toLowerCase()))).toEqual(new Set(['digital marketing']));

    await follow(page.getByRole('link', { name: 'Date', exact: true }));
    expect(pathOf(page)).toBe('/search?q=firm&category=digital-marketing&sort=date');
    const dates = await page
      .getByRole('main')
      .locator('article time')
      .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''));
    expect(dates).toEqual([...dates].sort().reverse());
    await follow(page.getByRole('link', { name: 'Clear filters' }));
    expect(pathOf(page)).toBe('/search?q=firm&sort=date');
  });

  it('offers the typed words after a correction', async () => {
    const page = await openPage({ javaScript: false, width: 390 });
    await page.goto('/search?q=marketng');
    expect(await titlesOf(page).count()).toBeGreaterThan(0);
    await follow(page.getByRole('link', { name: 'Search instead for marketng' }));
    expect(await page.getByRole('heading', { name: 'No articles found' }).isVisible()).toBe(true);
    expect(await page.getByRole('main').getByRole('searchbox').inputValue()).toBe('marketng');
  });
});

describe('the search page with JavaScript', () => {
  it('applies a filter when it is chosen, keeps the focus, and follows Back', async () => {
    const page = await openPage();
    await openAt(page, '/search?q=firm');
    expect(await page.getByRole('button', { name: 'Apply' }).isVisible()).toBe(false);
    await filterOf(page, 'Category').focus();
    await filterOf(page, 'Category').selectOption('operations');
    await page.waitForURL('**/search?q=firm&category=operations&author=&year=');
    await page.getByRole('link', { name: 'Clear filters' }).waitFor();
    expect(await filterOf(page, 'Category').evaluate((select) => select === document.activeElement)).toBe(
      true,
    );
    expect(await filterOf(page, 'Category').inputValue()).toBe('operations');
    await page.goBack();
    await page.waitForURL('**/search?q=firm');
    await expect.poll(() => filterOf(page, 'Category').inputValue()).toBe('');
  });

  it('keeps text that is typed while the results load, and follows Back', async () => {
    const page = await openPage();
    await openAt(page, '/search?q=trust');
    const [go, release] = gate();
    await page.route('**/search.data?*', async (route) => {
      await go;
      await route.continue();
    });
    const field = page.getByRole('main').getByRole('searchbox');
    await field.fill('intake');
    await field.press('Enter');
    await page.keyboard.type(' forms');
    release();
    await page.waitForURL('**/search?q=intake');
    await page.getByRole('main').getByRole('status').getByText('intake').waitFor();
    await page.keyboard.type(' now');
    expect(await field.inputValue()).toBe('intake forms now');
    await field.fill('intake');
    await page.goBack();
    await expect.poll(() => field.inputValue()).toBe('trust');
  });

  it('reports what a search found without filters, and not that a filter left nothing', async () => {
    const page = await openPage();
    await openAt(page, '/search?q=firm&year=1999');
    const first = page.waitForRequest('**/api/search-events');
    await page.getByRole('link', { name: 'Clear filters' }).click();
    expect((await first).postDataJSON()).toEqual({
      query: 'firm',
      total: expect.toSatisfy((total) => total > 0),
    });
  });

  it('does not scroll sideways with a long query', async () => {
    const page = await openPage({ width: 390 });
    await openAt(page, `/search?q=${'x'.repeat(200)}`);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
  });
});
