// The menu on small screens.
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { browserTest as it, openAt, openPage, pathOf } from '../../support/browser/browser';

const toggle = (page: Page) => page.getByRole('banner').locator('summary');
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' });

describe('on a small screen', () => {
  it('replaces the category bar with a menu of all categories, Subscribe, Search and the theme', async () => {
    const page = await openPage({ width: 390 });
    await openAt(page, '/');
    expect(await page.getByRole('navigation', { name: 'Categories' }).isVisible()).toBe(false);
    expect(await menu(page).isVisible()).toBe(false);
    expect(await toggle(page).innerText()).toContain('Menu');
    await toggle(page).click();
    await menu(page).waitFor();
    expect(await menu(page).getByRole('listitem').allInnerTexts()).toEqual([
      'AI & Automation',
      'Digital Marketing',
      'Growth Strategy',
      'Operations',
      'Remote Talent',
      'Tools',
    ]);
    for (const name of ['Subscribe', 'Search']) {
      expect(await menu(page).getByRole('link', { name }).isVisible(), name).toBe(true);
    }
    expect(await menu(page).getByRole('button', { name: /theme/i }).isVisible()).toBe(true);
    expect(await menu(page).getByRole('link', { name: 'Account' }).count()).toBe(0);
    expect(await menu(page).getByRole('link', { name: 'Member Login' }).getAttribute('href')).toBe('/auth');
  });

  it('opens the chosen category and closes the menu', async () => {
    const page = await openPage({ width: 390 });
    await openAt(page, '/');
    await toggle(page).click();
    await menu(page).getByRole('link', { name: 'Remote Talent' }).click();
    await page.getByRole('heading', { level: 1, name: 'Remote Talent' }).waitFor();
    await menu(page).waitFor({ state: 'hidden' });
  });

  it('closes the menu on Escape, with the focus on its button, and on a click outside', async () => {
    const page = await openPage({ width: 390 });
    await openAt(page, '/newsletter');
    await toggle(page).focus();
    await page.keyboard.press('Enter');
    await menu(page).waitFor();
    await page.keyboard.press('Tab');
    const focused = await menu(page)
      .getByRole('link')
      .first()
      .evaluate((link) => link === document.activeElement);
    expect(focused).toBe(true);
    await page.keyboard.press('Escape');
    await menu(page).waitFor({ state: 'hidden' });
    expect(await toggle(page).evaluate((summary) => summary === document.activeElement)).toBe(true);
    await toggle(page).click();
    await menu(page).waitFor();
    await page.mouse.click(20, 880);
    await menu(page).waitFor({ state: 'hidden' });
  });

  it('opens the search dialog from the menu', async () => {
    const page = await openPage({ width: 390 });
    await openAt(page, '/');
    await toggle(page).click();
    await menu(page).getByRole('link', { name: 'Search' }).click();
    await page.getByRole('dialog', { name: 'Search Articles' }).getByRole('searchbox').waitFor();
    expect(await menu(page).isVisible()).toBe(false);
    expect(pathOf(page)).toBe('/');
  });

  it('shows the menu and the search without JavaScript', async () => {
    const page = await openPage({ width: 390, javaScript: false });
    await page.goto('/');
    await toggle(page).click();
    await menu(page).getByRole('link', { name: 'Tools' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor();
    expect(await menu(page).isVisible()).toBe(false);
    await toggle(page).click();
    // No gap where scripts show the theme button.
    const widthOf = async (name: string) =>
      (await menu(page).getByRole('link', { name }).boundingBox())?.width;
    expect(await widthOf('Search')).toBe(await widthOf('Subscribe'));
    await menu(page).getByRole('link', { name: 'Search' }).click();
    await page.getByRole('main').getByRole('searchbox').waitFor();
    expect(pathOf(page)).toBe('/search');
  });
});

describe('on a large screen', () => {
  it('shows the category bar and no menu', async () => {
    const page = await openPage({ width: 1280 });
    await openAt(page, '/');
    expect(await page.getByRole('navigation', { name: 'Categories' }).isVisible()).toBe(true);
    expect(await toggle(page).isVisible()).toBe(false);
  });
});
