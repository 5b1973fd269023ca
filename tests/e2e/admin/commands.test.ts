// The command palette and the list of keyboard shortcuts, with keyboard and pointer.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { hydrated, openAt, pathOf } from '../../support/browser/browser';
import { findOverflow } from '../../support/browser/overflow';
import { waitForEditor } from '../../support/browser/rich-text';
import { addAccount, addArticle } from '../../support/factory';
import { adminSiteTest, openAsAdmin, signInAs } from '../../support/site/admin-site';

const { it, site } = adminSiteTest();

beforeAll(async () => {
  await addArticle(site.db, { title: 'Retainers explained', status: 'draft' });
  await addAccount(site.db, { email: 'sales@example.com', role: 'sales' });
});

const button = (page: Page) => page.getByRole('button', { name: 'Commands' });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands' });
const field = (page: Page) => palette(page).getByRole('combobox');
const selected = (page: Page) => palette(page).locator('[aria-selected="true"] .palette__label').innerText();
const names = (page: Page) => palette(page).locator('.palette__label').allInnerTexts();

async function openPalette(page: Page) {
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
}

describe.each([
  { width: 1440, theme: 'light' },
  { width: 1440, theme: 'dark' },
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const)('the palette at $width px, $theme', ({ width, theme }) => {
  it('opens a screen with the keyboard alone', async () => {
    const page = await openAsAdmin(site, { width, theme });
    await page.goto('/admin/articles');
    await hydrated(page);
    expect(await findOverflow(page)).toEqual([]);
    await openPalette(page);
    expect(await selected(page)).toBe('Dashboard');
    await page.keyboard.press('ArrowUp');
    expect(await selected(page)).toBe('Invite Person');
    await page.keyboard.press('ArrowDown');
    expect(await selected(page)).toBe('Dashboard');
    await page.keyboard.press('End');
    expect(await selected(page)).toBe('Invite Person');
    const option = palette(page).locator('[aria-selected="true"]');
    expect(await field(page).getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'));
    expect(await option.evaluate((element) => element.checkVisibility())).toBe(true);
    await page.keyboard.press('Home');
    expect(await selected(page)).toBe('Dashboard');
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.type('new tag');
    expect(await names(page)).toEqual(['New Tag']);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/tags?new');
    await page.getByRole('dialog', { name: 'Create Tag' }).waitFor();
  });

  it('finds articles, and says when nothing matches', async () => {
    const page = await openAsAdmin(site, { width, theme });
    await page.goto('/admin');
    await hydrated(page);
    await openPalette(page);
    await page.keyboard.type('zzqq');
    await palette(page).getByText('No matches').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await findOverflow(page)).toEqual([]);
    await field(page).fill('retainers');
    await expect.poll(() => names(page)).toEqual(['Retainers explained']);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Edit Article' }).waitFor();
  });
});

describe('the palette in the editors', () => {
  it('lists the actions of the screen, opens find and replace, saves, and starts and leaves focus mode', async () => {
    const page = await openAsAdmin(site);
    const id = await addArticle(site.db, { title: 'Conflict checks', status: 'draft' });
    await page.goto(`/admin/articles/${id}/edit`);
    const editor = await waitForEditor(page);
    await openPalette(page);
    const own = ['History', 'Related', 'Share', 'Preview', 'Focus Mode', 'Save Article'];
    expect((await names(page)).slice(0, 9)).toEqual([
      ...own,
      'Find and Replace',
      'Duplicate Article',
      'Save as Template',
    ]);
    await page.keyboard.type('find and');
    await page.keyboard.press('Enter');
    await page.getByLabel('Find', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Title', { exact: true }).fill('Conflict checks at intake');
    await openPalette(page);
    await page.keyboard.type('save art');
    expect(await selected(page)).toBe('Save Article');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await site.db.query('select title from articles where id = $1', [id])).rows)
      .toEqual([{ title: 'Conflict checks at intake' }]);
    await openPalette(page);
    await page.keyboard.type('focus');
    await page.keyboard.press('Enter');
    await page.getByText('Focus mode is on.').waitFor({ state: 'attached' });
    await editor.focus();
    await page.keyboard.press('Escape');
    await page.getByText('Focus mode is on.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Focus', exact: true }).click();
    await page.getByLabel('Title', { exact: true }).focus();
    await openPalette(page);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.type('leave');
    await page.keyboard.press('Enter');
    await page.getByText('Focus mode is on.').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Back to Articles' }).click();
    await page.getByRole('heading', { name: 'Articles', exact: true }).waitFor();
    await openPalette(page);
    expect((await names(page))[0]).toBe('Dashboard');
  });

  it('leaves out the actions of a part that is not open on a phone', async () => {
    const page = await openAsAdmin(site, { width: 390 });
    const id = await addArticle(site.db, { title: 'Engagement terms', status: 'draft' });
    await page.goto(`/admin/articles/${id}/edit`);
    await waitForEditor(page);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await openPalette(page);
    expect(await names(page)).toContain('Save Article');
    expect(await names(page)).not.toContain('Find and Replace');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Content' }).click();
    await openPalette(page);
    expect(await names(page)).toContain('Find and Replace');
  });

  it('offers the actions of a static page', async () => {
    const page = await openAsAdmin(site);
    await page.goto('/admin/pages/new');
    await waitForEditor(page);
    await page.getByLabel('Title', { exact: true }).fill('Fees');
    await openPalette(page);
    await page.keyboard.type('save');
    expect(await selected(page)).toBe('Save Page');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'View Page' }).waitFor();
    await openPalette(page);
    expect((await names(page)).slice(0, 2)).toEqual(['View Page', 'Save Page']);
  });
});

const shortcuts = (page: Page) => page.getByRole('dialog', { name: 'Keyboard Shortcuts' });

describe.each([
  { width: 1440, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const)('the shortcuts at $width px, $theme', ({ width, theme }) => {
  it('open with ? outside of fields, and close with Escape', async () => {
    const page = await openAsAdmin(site, { width, theme });
    await page.goto('/admin/articles');
    await hydrated(page);
    const search = page.getByLabel('Search', { exact: true });
    await search.focus();
    await page.keyboard.type('?');
    expect(await search.inputValue()).toBe('?');
    expect(await shortcuts(page).count()).toBe(0);
    const link = page.getByRole('link', { name: 'New Article' }).first();
    await link.focus();
    await page.keyboard.type('?');
    await shortcuts(page).waitFor();
    for (const text of ['Commands', 'Add or change a link', 'Pull quote'])
      expect(await shortcuts(page).getByText(text, { exact: true }).isVisible()).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await findOverflow(page)).toEqual([]);
    // A second dialog does not open over the first.
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await expect.poll(() => shortcuts(page).count()).toBe(0);
    expect(await palette(page).count()).toBe(0);
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe('the shortcuts', () => {
  it('open from the palette', async () => {
    const page = await openAsAdmin(site);
    await page.goto('/admin');
    await hydrated(page);
    await openPalette(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await shortcuts(page).waitFor();
    expect(await palette(page).count()).toBe(0);
    await shortcuts(page).getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => shortcuts(page).count()).toBe(0);
  });

  it('no longer open with ? when that is turned off, on this device until it is turned on', async () => {
    const page = await openAsAdmin(site);
    await page.goto('/admin');
    await hydrated(page);
    await page.keyboard.type('?');
    const choice = shortcuts(page).getByRole('checkbox', {
      name: 'Open this list with ?',
    });
    await choice.press('Space');
    await page.keyboard.press('Escape');
    await expect.poll(() => shortcuts(page).count()).toBe(0);
    await page.reload();
    await hydrated(page);
    await page.keyboard.type('?');
    await openPalette(page);
    expect(await shortcuts(page).count()).toBe(0);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await choice.isChecked()).toBe(false);
    await choice.press('Space');
    await page.keyboard.press('Escape');
    await expect.poll(() => shortcuts(page).count()).toBe(0);
    await page.keyboard.type('?');
    await shortcuts(page).waitFor();
  });

  it('are typed into the text of the editor, and list only what the account may use', async () => {
    const page = await openAsAdmin(site);
    await openAt(page, '/admin/articles/new');
    await (await waitForEditor(page)).pressSequentially('Why?');
    expect(await shortcuts(page).count()).toBe(0);
    await signInAs(site, page.context(), 'sales@example.com');
    page.once('dialog', (dialog) => dialog.accept());
    await page.goto('/admin');
    await hydrated(page);
    await page.keyboard.type('?');
    await shortcuts(page).waitFor();
    expect(await shortcuts(page).getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['Everywhere']);
  });
});

describe('the palette', () => {
  it('opens with its button, closes with Escape or a click outside it, and returns the focus', async () => {
    const page = await openAsAdmin(site);
    await page.goto('/admin/articles');
    await hydrated(page);
    const search = page.getByLabel('Search', { exact: true });
    await search.focus();
    await openPalette(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => palette(page).count()).toBe(0);
    expect(await search.evaluate((element) => element === document.activeElement)).toBe(true);
    await button(page).click();
    await field(page).waitFor();
    await page.mouse.click(5, 5);
    await expect.poll(() => palette(page).count()).toBe(0);
    expect(await button(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await button(page).click();
    await palette(page).getByRole('option', { name: 'Redirects', exact: true }).click();
    await page.waitForURL('**/admin/redirects');
  });

  it('leaves Ctrl+K to links in the rich-text editor, and stays closed while another dialog is open', async () => {
    const page = await openAsAdmin(site);
    await openAt(page, '/admin/articles/new');
    await (await waitForEditor(page)).pressSequentially('text');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'link' }).waitFor();
    await page.keyboard.press('Control+k');
    expect(await palette(page).count()).toBe(0);
  });

  it('asks before it leaves unsaved text', async () => {
    const page = await openAsAdmin(site);
    await openAt(page, '/admin/articles/new');
    await waitForEditor(page);
    await page.getByLabel('Title', { exact: true }).fill('Unsaved');
    await openPalette(page);
    await page.keyboard.type('categ');
    const asked = page.waitForEvent('dialog');
    await page.keyboard.press('Enter');
    await (await asked).dismiss();
    expect(pathOf(page)).toBe('/admin/articles/new');
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Unsaved');
    await openPalette(page);
    await page.keyboard.type('categories');
    page.once('dialog', (dialog) => dialog.accept());
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/categories');
  });

  it('lists what the account may use, and does not search articles for sales', async () => {
    const page = await openAsAdmin(site);
    await signInAs(site, page.context(), 'sales@example.com');
    await page.goto('/admin');
    await hydrated(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await openPalette(page);
    const actions = [
      'Dashboard',
      'Advertisements',
      'New Ad',
      'CTAs',
      'New CTA',
      'Readership',
      'Your Author Profile',
    ];
    expect(await names(page)).toEqual(actions);
    await page.keyboard.type('retainers');
    await palette(page).getByText('No matches').waitFor();
    expect(asked.filter((url) => url.includes('/articles/choices'))).toEqual([]);
  });

  it('is not offered without JavaScript', async () => {
    const page = await openAsAdmin(site, { javaScript: false });
    await page.goto('/admin');
    expect(await button(page).isVisible()).toBe(false);
  });
});
