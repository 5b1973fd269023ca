// Typing in a page during and after its save. A save may take many seconds, because it downloads images.
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect } from 'vitest';
import { openAt, pathOf } from '../../support/browser/browser';
import { holdPosts } from '../../support/browser/hold-posts';
import { htmlOf, waitForEditor } from '../../support/browser/rich-text';
import { drawImage } from '../../support/images';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest(async () => {
  const image = Buffer.from(await drawImage('png'));
  return { publicFetch: () => new Response(image, { headers: { 'content-type': 'image/png' } }) };
});

beforeEach(() => site.empty('pages'));

const title = (page: Page) => page.getByLabel('Title', { exact: true });
const summary = (page: Page) => page.getByLabel('Summary');
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const save = (page: Page) => page.getByRole('button', { name: 'Save Page' }).click();
const toast = (page: Page, words: string) => page.locator('.toast', { hasText: words }).first().waitFor();
const stored = async () => (await site.db.query('select slug, summary, content from pages')).rows;

const copies = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('page-copy')));

async function openStored(page: Page, html = '<p>Ours.</p>'): Promise<void> {
  const { rows } = await site.db.query(
    "insert into pages (slug, title, content) values ('fees', 'Fees', $1) returning id",
    [html],
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
    await title(page).fill('House rules');
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

/** Leaves the page, which fails if the browser asks about unsaved changes. */
async function leave(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Back to Pages' }).click();
  await page.getByRole('heading', { name: 'Pages', exact: true }).waitFor();
}

describe('after a save', () => {
  it('typing continues in the same field, and the saved values are shown', async () => {
    const page = await openAsAdmin(site);
    await openStored(page);
    await waitForEditor(page);
    await page.getByLabel('URL Slug').fill('Our Fees');
    await title(page).fill('  Fees   of ours');
    await page.keyboard.press('Enter');
    await toast(page, 'Page updated successfully');
    await expect.poll(() => title(page).inputValue()).toBe('Fees of ours');
    expect(await page.getByLabel('URL Slug').inputValue()).toBe('our-fees');
    await expect.poll(() => copies(page)).toEqual([]);
    await page.keyboard.type('?');
    expect(await title(page).inputValue()).toBe('Fees of ours?');
    await page.getByLabel('URL Slug').fill('');
    expect(await page.getByLabel('URL Slug').getAttribute('placeholder')).toBe('fees-of-ours');
  });

  it('the text keeps its cursor and its undo history, on a new page too', async () => {
    const page = await openAsAdmin(site);
    await openAt(page, '/admin/pages/new');
    const text = await waitForEditor(page);
    await title(page).fill('House rules');
    await text.pressSequentially('Begun.');
    await page.keyboard.press('Control+s');
    await page.waitForURL('**/admin/pages/*/edit');
    await toast(page, 'Page created successfully');
    await page.getByRole('heading', { name: 'Edit Page' }).waitFor();
    await page.keyboard.type(' And ended.');
    expect(await text.innerText()).toBe('Begun. And ended.');
    await page.keyboard.press('Control+s');
    await toast(page, 'Page updated successfully');
    expect((await stored())[0].content).toBe('<p>Begun. And ended.</p>');
    await page.keyboard.press('Control+z');
    await expect.poll(() => text.innerText()).not.toContain('ended');
  });

  it('nothing is unsaved, even if the server cleaned the text', async () => {
    const page = await openAsAdmin(site);
    await openStored(page, '<p onclick="x()">Ours.</p>');
    await waitForEditor(page);
    await summary(page).fill('Begun');
    await save(page);
    await toast(page, 'Page updated successfully');
    expect(await stored()).toEqual([{ slug: 'fees', summary: 'Begun', content: '<p>Ours.</p>' }]);
    await summary(page).fill('Begun, and ended');
    await expect.poll(() => copies(page)).toHaveLength(1);
    await summary(page).fill('Begun');
    await expect.poll(() => copies(page)).toEqual([]);
    await save(page);
    await page.getByRole('button', { name: 'Saving...' }).waitFor({ state: 'detached' });
    await leave(page);
  });

  it('images from other sites are replaced by stored ones, and nothing is unsaved', async () => {
    // The page's Content-Security-Policy blocks images of other sites.
    const page = await openAsAdmin(site, { expected: [/cdn\.publisher\.com/] });
    await openStored(page, '<p>A <img src="https://cdn.publisher.com/a.png" alt="" /></p>');
    await waitForEditor(page);
    await page.getByText('Search and social').click();
    const socialImage = page.getByLabel('Social image URL');
    await socialImage.fill('https://cdn.publisher.com/b.png');
    await save(page);
    await toast(page, 'Page updated successfully');
    await expect.poll(() => htmlOf(page)).toContain('src="/media/');
    await expect.poll(() => socialImage.inputValue()).toMatch(/^\/media\//);
    const card = page.locator('.seo__image');
    await expect.poll(() => card.getAttribute('src')).toContain(await socialImage.inputValue());
    await expect.poll(() => copies(page)).toEqual([]);
    await leave(page);
  });

  it('the text of another person who saved right after is shown, so that it is not replaced', async () => {
    const page = await openAsAdmin(site);
    await openStored(page);
    await waitForEditor(page);
    await summary(page).fill('Begun');
    await page.route('**/edit.data*', async (route) => {
      if (route.request().method() === 'GET')
        await site.db.query("update pages set content = '<p>Theirs.</p>', updated_at = clock_timestamp()");
      return route.fallback();
    });
    await save(page);
    await expect.poll(() => content(page).innerText()).toBe('Theirs.');
    expect(await summary(page).inputValue()).toBe('Begun');
  });

  it('nothing is unsaved if it was rejected before, and a rejection keeps what was typed', async () => {
    const page = await openAsAdmin(site, { expected: [/status of 422/] });
    await openStored(page);
    const text = await waitForEditor(page);
    await title(page).fill('');
    await text.press('End');
    await page.keyboard.type(' More.');
    await page.keyboard.press('Control+s');
    const issue = page.getByText('Title is required').first();
    await issue.waitFor();
    expect(await text.innerText()).toBe('Ours. More.');
    await text.focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => text.innerText()).toBe('Ours.');
    await title(page).fill('Fees');
    await page.keyboard.press('Enter');
    await toast(page, 'Page updated successfully');
    await issue.waitFor({ state: 'detached' });
    await expect.poll(() => copies(page)).toEqual([]);
    await leave(page);
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
