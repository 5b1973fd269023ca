// Text typed into a page while its save is running. A save may take many seconds, because it downloads
// images.
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect } from 'vitest';
import { openAt, pathOf } from '../../support/browser/browser';
import { holdPosts } from '../../support/browser/hold-posts';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest();

beforeEach(() => site.empty('pages'));

const summary = (page: Page) => page.getByLabel('Summary');
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const save = (page: Page) => page.getByRole('button', { name: 'Save Page' }).click();
const toast = (page: Page, words: string) => page.locator('.toast', { hasText: words }).first().waitFor();
const stored = async () => (await site.db.query('select slug, summary, content from pages')).rows;

async function openStored(page: Page): Promise<void> {
  const { rows } = await site.db.query(
    "insert into pages (slug, title, content) values ('fees', 'Fees', '<p>Ours.</p>') returning id",
  );
  await openAt(page, `/admin/pages/${rows[0].id}/edit`);
}

async function keepTyping(page: Page): Promise<void> {
  await summary(page).fill('Begun, and ended');
  await content(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' More.');
}

async function typeDuringSave(page: Page): Promise<void> {
  const posts = await holdPosts(page, '/admin/pages/');
  await save(page);
  await posts.first;
  await keepTyping(page);
  posts.release();
}

async function expectTyped(page: Page): Promise<void> {
  expect(await summary(page).inputValue()).toBe('Begun, and ended');
  expect(await content(page).innerText()).toContain('More.');
}

describe('text typed during a save', () => {
  it('stays after the save, is unsaved, and is saved over that version', async () => {
    const page = await openAsAdmin(site);
    await openStored(page);
    await summary(page).fill('Begun');
    await page.getByLabel('URL Slug').fill('Our Fees');
    await typeDuringSave(page);
    await toast(page, 'Page updated successfully');
    await expect.poll(() => page.getByLabel('URL Slug').inputValue()).toBe('our-fees');
    await expectTyped(page);
    expect(await stored()).toEqual([{ slug: 'our-fees', summary: 'Begun', content: '<p>Ours.</p>' }]);
    let question = '';
    page.once('dialog', async (asked) => {
      question = asked.message();
      await asked.dismiss();
    });
    await page.getByRole('link', { name: 'Back to Pages' }).click();
    await expect.poll(() => question).toContain('Leave without saving?');
    await save(page);
    const all = { slug: 'our-fees', summary: 'Begun, and ended', content: '<p>Ours. More.</p>' };
    await expect.poll(stored).toEqual([all]);
  });

  it("gets a warning about another person's save in between", async () => {
    const page = await openAsAdmin(site, { expected: [/status of 409/] });
    await openStored(page);
    await summary(page).fill('Begun');
    await typeDuringSave(page);
    await toast(page, 'Page updated successfully');
    await expect.poll(async () => (await stored())[0].summary).toBe('Begun');
    await site.db.query("update pages set summary = 'Theirs', updated_at = clock_timestamp()");
    await save(page);
    await page.getByText('Two versions of this page').waitFor();
    await expectTyped(page);
    expect((await stored())[0].summary).toBe('Theirs');
  });

  it('stays when the save is rejected because another person changed or deleted the page', async () => {
    const page = await openAsAdmin(site, { expected: [/status of 409/, /status of 404/] });
    await openStored(page);
    await summary(page).fill('Begun');
    const [stale, gone] = [await holdPosts(page, '/admin/pages/'), 'delete from pages'];
    await save(page);
    await stale.first;
    await site.db.query("update pages set summary = 'Theirs', updated_at = clock_timestamp()");
    await keepTyping(page);
    stale.release();
    await page.getByText('Two versions of this page').waitFor();
    await expectTyped(page);
    const late = await holdPosts(page, '/admin/pages/');
    await save(page);
    await late.first;
    await site.db.query(gone);
    await page.getByLabel('URL Slug').fill('typed-late');
    late.release();
    await page.getByText('Your text is still below').waitFor();
    await expectTyped(page);
    expect(await page.getByLabel('URL Slug').inputValue()).toBe('typed-late');
    await save(page);
    await page.waitForURL('**/admin/pages/*/edit');
    await expect
      .poll(stored)
      .toEqual([{ slug: 'typed-late', summary: 'Begun, and ended', content: '<p>Ours. More.</p>' }]);
  });

  it('stays on a new page', async () => {
    const page = await openAsAdmin(site);
    await openAt(page, '/admin/pages/new');
    await page.getByLabel('Title', { exact: true }).fill('House rules');
    await content(page).waitFor();
    await typeDuringSave(page);
    await page.waitForURL('**/admin/pages/*/edit');
    await toast(page, 'Page created successfully');
    await page.getByRole('heading', { name: 'Edit Page' }).waitFor();
    await expectTyped(page);
    await save(page);
    const all = { slug: 'house-rules', summary: 'Begun, and ended', content: '<p> More.</p>' };
    await expect.poll(stored).toEqual([{ ...all, content: expect.stringContaining('More.') }]);
    // Back leads to the form of another new page.
    await toast(page, 'Page updated successfully');
    await page.goBack();
    await page.getByRole('heading', { name: 'New Page' }).waitFor();
    expect(pathOf(page)).toBe('/admin/pages/new');
    expect(await summary(page).inputValue()).toBe('');
  });
});

it('Ctrl+S saves a page, with Caps Lock too, and Ctrl+Shift+S is left to the browser', async () => {
  const page = await openAsAdmin(site);
  await openStored(page);
  await summary(page).fill('Begun');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await stored())[0].summary).toBe('Begun');
  await page.getByRole('button', { name: 'Save Page' }).waitFor();
  await summary(page).fill('Ended');
  // Without Shift, as with Caps Lock.
  await page.keyboard.press('Control+S');
  await expect.poll(async () => (await stored())[0].summary).toBe('Ended');
  await page.evaluate(() => {
    window.addEventListener('keydown', (event) =>
      document.body.setAttribute('data-prevented', String(event.defaultPrevented)),
    );
  });
  await page.keyboard.press('Control+Shift+S');
  expect(await page.locator('body').getAttribute('data-prevented')).toBe('false');
});
