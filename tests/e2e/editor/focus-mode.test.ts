// Focus mode of the article editor, with the keyboard and with its button.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { hydrated } from '../../support/browser/browser';
import { expectNoLayoutShifts, watchShifts } from '../../support/browser/layout-shifts';
import { findOverflow } from '../../support/browser/overflow';
import { htmlOf, waitForEditor } from '../../support/browser/rich-text';
import { addArticle } from '../../support/factory';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });

const TEXT = `<p>start</p>${'<p>A line of text.</p>'.repeat(60)}<p>end</p>`;

const button = (page: Page) => page.getByRole('button', { name: 'Focus', exact: true });
const isOn = async (page: Page) => (await button(page).getAttribute('aria-pressed')) === 'true';
const hidden = (page: Page) =>
  page.evaluate(() =>
    ['.admin__header', '.editor__side', '.editor__about'].every(
      (name) => !document.querySelector(name)?.checkVisibility(),
    ),
  );
const topOf = (page: Page, text: string) =>
  page.locator('.ql-editor p', { hasText: text }).evaluate((line) => line.getBoundingClientRect().top);

it.each([
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const)('hides all but the text, and keeps its place at $width px, $theme', async (view) => {
  const page = await openAsAdmin(site, view);
  const id = await addArticle(site.db, { content: TEXT, status: 'draft' });
  await page.goto(`/admin/articles/${id}/edit`);
  await (await waitForEditor(page)).press('Control+End');
  const before = await topOf(page, 'end');
  await page.keyboard.press('Control+Shift+Enter');
  await expect.poll(() => isOn(page)).toBe(true);
  expect(await hidden(page)).toBe(true);
  expect(Math.abs((await topOf(page, 'end')) - before)).toBeLessThan(view.width > 1000 ? 2 : 400);
  expect(await htmlOf(page)).toBe(TEXT);
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await findOverflow(page)).toEqual([]);
  await page.getByRole('button', { name: 'Bold' }).or(page.getByLabel('Text style')).first().focus();
  expect(await page.locator('.rich-toolbar').evaluate((tools) => getComputedStyle(tools).opacity)).toBe('1');
  await page.keyboard.press('Escape');
  await expect.poll(() => isOn(page)).toBe(false);
  expect(await hidden(page)).toBe(false);
});

it('is remembered for the tab without a shift, and Escape first closes what is open', async () => {
  const page = await openAsAdmin(site);
  await watchShifts(page);
  const id = await addArticle(site.db, { content: '<p></p>', status: 'draft' });
  await page.goto(`/admin/articles/${id}/edit`);
  await waitForEditor(page);
  await button(page).press('Enter');
  await expect.poll(() => isOn(page)).toBe(true);
  await page.reload({ waitUntil: 'commit' });
  await page.locator('.editor__head').waitFor();
  expect(await hidden(page)).toBe(true);
  await hydrated(page);
  await expect.poll(() => isOn(page)).toBe(true);
  await (await waitForEditor(page)).focus();
  await expectNoLayoutShifts(page, 0.1);
  await page.keyboard.type('/');
  await page.getByRole('listbox', { name: 'Blocks' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('listbox', { name: 'Blocks' }).waitFor({ state: 'detached' });
  expect(await isOn(page)).toBe(true);
  await page.keyboard.press('Control+f');
  await page.getByRole('search', { name: 'Find and replace' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('search', { name: 'Find and replace' }).waitFor({ state: 'detached' });
  expect(await isOn(page)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => isOn(page)).toBe(false);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await hydrated(other);
  expect(await isOn(other)).toBe(false);
});

it('ends when the editor is left', async () => {
  const page = await openAsAdmin(site);
  await page.goto('/admin/articles/new');
  await waitForEditor(page);
  await button(page).press('Enter');
  await expect.poll(() => isOn(page)).toBe(true);
  await page.goto('/admin/articles');
  await hydrated(page);
  expect(await page.locator('.admin__header').isVisible()).toBe(true);
});

it('opens the text from another tab, and ends when a save is refused', async () => {
  const page = await openAsAdmin(site, { width: 390, expected: [/422/] });
  const id = await addArticle(site.db, { content: '<p>text</p>', status: 'draft' });
  await page.goto(`/admin/articles/${id}/edit`);
  await waitForEditor(page);
  await page.getByRole('tab', { name: 'Settings' }).press('Enter');
  expect(await page.locator('.outline').isVisible()).toBe(false);
  await page.keyboard.press('Control+Shift+Enter');
  const title = page.getByLabel('Title', { exact: true });
  await title.fill('');
  await title.press('Control+s');
  await page.getByRole('alert').waitFor();
  await expect.poll(() => isOn(page)).toBe(false);
});
