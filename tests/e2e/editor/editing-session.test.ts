// Editing by keyboard at desktop and phone width: the focus is always where work continues.
import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect } from 'vitest';
import { openAt } from '../../support/browser/browser';
import { htmlOf, waitForEditor } from '../../support/browser/rich-text';
import { addArticle, addCategory, emptyMagazine } from '../../support/factory';
import { gate } from '../../support/gate';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });
beforeEach(() => emptyMagazine(site.db));

const hasFocus = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);
const waitForText = (page: Page, text: string) => page.getByText(text).first().waitFor();
const mainHasFocus = (page: Page) => page.evaluate(() => document.activeElement?.id === 'content');

describe.each([1280, 390])('by keyboard at %d px', (width) => {
  it('writes, corrects and saves an article without moving the caret', async () => {
    const page = await openAsAdmin(site, { width, expected: [/status of 422/] });
    await openAt(page, '/admin/articles/new');
    const text = await waitForEditor(page);
    const title = page.getByLabel('Title', { exact: true });
    await title.focus();
    await page.keyboard.type('A title that is longer than one line of any phone, and of most desktops, too');
    const { height } = (await title.boundingBox()) ?? { height: 0 };
    expect(await title.evaluate((field) => field.scrollWidth <= field.clientWidth)).toBe(true);
    expect(
      await title.evaluate((field) => field.scrollHeight <= field.clientHeight + 1),
      `${height} px`,
    ).toBe(true);
    // A title has one line: Enter moves to the text.
    await page.keyboard.press('Enter');
    expect(await hasFocus(text)).toBe(true);
    await page.keyboard.type('Begin and end.');

    // The invalid field is shown and focused, wherever it is.
    await page.keyboard.press('Control+s');
    await page.getByText('Author is required').first().waitFor();
    const author = page.getByLabel('Author', { exact: true });
    await expect.poll(() => hasFocus(author)).toBe(true);
    await page.keyboard.type('Dana Whitfield');
    if (width < 1120) await page.getByRole('tab', { name: 'Content' }).press('Enter');
    await text.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+ArrowRight');
    await page.keyboard.press('Control+s');
    await waitForText(page, 'Article created successfully');
    await page.waitForURL(/\/edit$/);
    await expect.poll(async () => hasFocus(await waitForEditor(page))).toBe(true);
    await page.keyboard.type('X');
    await expect.poll(() => htmlOf(page)).toMatch(/^<p>Begin ?X ?and end\.<\/p>$/);
  });

  it('finds an error on another editor tab, and saves with Ctrl+S from every field', async () => {
    const id = await addArticle(site.db, { title: 'Fees', content: '<p>Begin.</p>' });
    const page = await openAsAdmin(site, { width, expected: [/status of 422/] });
    await openAt(page, `/admin/articles/${id}/edit`);
    await waitForEditor(page);
    const title = page.getByLabel('Title', { exact: true });
    await title.fill('');
    const settings = page.getByRole('tab', { name: 'Settings' });
    if (width < 1120) {
      await settings.press('Enter');
      expect(await title.isVisible()).toBe(false);
    }
    await page.getByLabel('Status').focus();
    await page.keyboard.press('Control+s');
    await page.getByText('Title is required').first().waitFor();
    await expect.poll(() => hasFocus(title)).toBe(true);
    if (width < 1120) await page.getByRole('tab', { name: 'Content needs a change' }).waitFor();
    await page.keyboard.type('Fees again');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('Control+s');
    await waitForText(page, 'Article updated successfully');
  });

  it('opens closed details with an error again after each refused save', async () => {
    const id = await addArticle(site.db, { title: 'Fees', content: '<p>Begin.</p>' });
    const page = await openAsAdmin(site, { width, expected: [/status of 422/] });
    await openAt(page, `/admin/articles/${id}/edit`);
    await waitForEditor(page);
    const tab = (name: string) => page.getByRole('tab', { name }).click();
    const details = page.locator('summary', { hasText: 'Search and social' });
    const original = page.getByLabel('Canonical URL');
    if (width < 1120) await tab('SEO & Media');
    await details.click();
    await original.fill('not a URL');
    for (const _ of [1, 2]) {
      await details.click();
      await original.waitFor({ state: 'hidden' });
      if (width < 1120) await tab('Settings');
      await page.getByLabel('Status').focus();
      const refused = page.waitForResponse(
        (answer) => answer.request().method() === 'POST' && answer.status() === 422,
      );
      await page.keyboard.press('Control+s');
      await refused;
      await expect.poll(() => hasFocus(original)).toBe(true);
    }
  });

  it('shifts nothing while typing and saving, and hides no invalid field behind the header', async () => {
    const content = Array.from({ length: 40 }, (_, index) => `<p>Paragraph ${index}.</p>`).join('');
    const id = await addArticle(site.db, { title: 'Fees', content });
    const page = await openAsAdmin(site, { width, expected: [/status of 422/, /status of 409/] });
    await openAt(page, '/admin/articles/new');
    await waitForEditor(page);
    const topOf = async (locator: Locator) => Math.round((await locator.boundingBox())?.y ?? Number.NaN);
    const save = page.getByRole('button', { name: 'Save Article' });
    const before = await topOf(save);
    await page.getByLabel('Title', { exact: true }).fill('Begun');
    await page.getByText('Unsaved changes').waitFor();
    expect(await topOf(save)).toBe(before);

    await openAt(page, `/admin/articles/${id}/edit`);
    const text = await waitForEditor(page);
    await text.getByText('Paragraph 30.').click();
    await page.keyboard.type('Once more. ');
    const line = text.getByText('Once more.');
    const place = await topOf(line);
    await page.keyboard.press('Control+s');
    await waitForText(page, 'Article updated successfully');
    await page.getByText('Saved just now').waitFor();
    expect(await topOf(line)).toBe(place);

    const author = page.getByLabel('Author', { exact: true });
    if (width < 1120) await page.getByRole('tab', { name: 'Settings' }).click();
    await author.fill('');
    // Scrolled up as far as possible, behind the sticky header.
    await author.evaluate((field) => window.scrollBy(0, field.getBoundingClientRect().top - 10));
    await page.keyboard.press('Control+s');
    await page.getByText('Author is required').first().waitFor();
    await expect.poll(() => hasFocus(author)).toBe(true);
    const { y = 0, height = 0 } = (await page.locator('.editor__head').boundingBox()) ?? {};
    expect(await topOf(author)).toBeGreaterThanOrEqual(Math.floor(y + height));

    // Another person's save is announced at the top, even when the page is scrolled down.
    await author.fill('Dana Whitfield');
    await site.db.query("update articles set version = version + 1, title = 'Fees again' where id = $1", [
      id,
    ]);
    if (width < 1120) await page.getByRole('tab', { name: 'Content' }).click();
    await text.getByText('Paragraph 39.').click();
    await page.keyboard.press('Control+s');
    const heading = page.getByRole('heading', { name: /saved this article/ });
    await expect.poll(() => hasFocus(heading)).toBe(true);
    expect(await topOf(heading)).toBeGreaterThanOrEqual(0);
    const [go, release] = gate();
    await page.route('**/edit.data*', async (route) => {
      if (route.request().method() === 'POST') await go;
      await route.continue();
    });
    await save.click();
    const saving = page.getByRole('button', { name: 'Saving...' });
    await saving.waitFor();
    expect(await saving.isDisabled()).toBe(true);
    release();
    await waitForEditor(page);
  });

  it('keeps the focus on the last selected tag after the first save', async () => {
    await site.db.query("insert into tags (name, slug) values ('Billing', 'billing'), ('Courts', 'courts')");
    const page = await openAsAdmin(site, { width });
    await openAt(page, '/admin/articles/new');
    const text = await waitForEditor(page);
    await page.getByLabel('Title', { exact: true }).fill('Fees');
    await text.pressSequentially('Begin.');
    if (width < 1120) await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByLabel('Author', { exact: true }).fill('Dana Whitfield');
    await page.getByLabel('Courts', { exact: true }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/edit$/);
    const tag = page.getByLabel('Courts', { exact: true });
    await expect.poll(() => hasFocus(tag)).toBe(true);
    expect(await tag.isChecked()).toBe(true);
  });

  it('selects rows, sets their category and deletes them, and keeps the position', async () => {
    await addCategory(site.db, 'operations');
    for (const title of ['Ash', 'Beech', 'Cedar']) await addArticle(site.db, { title });
    const page = await openAsAdmin(site, { width });
    await openAt(page, '/admin/articles?sort=title');
    await page.getByLabel('Select Ash').focus();
    await page.keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('Enter');
    const assign = page.getByRole('button', { name: 'Assign Category' });
    expect(await hasFocus(assign.first())).toBe(true);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    const choice = dialog.getByLabel('Category');
    await choice.waitFor();
    await expect.poll(() => hasFocus(choice)).toBe(true);
    await page.keyboard.type('Ope');
    await dialog.getByRole('button', { name: 'Assign Category' }).press('Enter');
    await waitForText(page, 'Updated 1 articles');
    // The toast stays while the mouse is over it.
    await page.locator('.toast', { hasText: 'Updated' }).hover();
    // The bar is gone; the list's header is next to it.
    await expect.poll(() => hasFocus(page.locator('thead input'))).toBe(true);
    // The toast does not cover the bar for the next selection.
    await page.getByLabel('Select Beech').press('Space');
    const bar = (await page.locator('.bulk-bar').boundingBox()) ?? { y: 0, height: 0 };
    const toast = await page.locator('.toast', { hasText: 'Updated' }).boundingBox();
    const { y = 0, height = 0 } = toast ?? {};
    expect(y + height <= bar.y || y >= bar.y + bar.height).toBe(true);
    await page.getByLabel('Select Beech').uncheck();

    await page.getByRole('link', { name: 'Delete Beech' }).press('Enter');
    await dialog.waitFor();
    // A confirmation focuses the safe choice.
    await expect.poll(() => hasFocus(dialog.getByRole('link', { name: 'Cancel' }))).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Article deleted successfully');
    await expect.poll(() => mainHasFocus(page)).toBe(true);
  });
});
