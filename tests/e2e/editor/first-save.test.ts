// The first save of a new article gives it a URL without interrupting the editor.
import type { Page } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { openAt, pathOf } from '../../support/browser/browser';
import { holdPosts } from '../../support/browser/hold-posts';
import { waitForEditor } from '../../support/browser/rich-text';
import { emptyMagazine } from '../../support/factory';
import { drawImage } from '../../support/images';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest(async () => {
  const image = Buffer.from(await drawImage('png'));
  return {
    pageCache: 'off',
    publicFetch: () => new Response(image, { headers: { 'content-type': 'image/png' } }),
  };
});
beforeEach(() => emptyMagazine(site.db));

const label = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save Article' }).click();
const toast = (page: Page, words: string) => page.locator('.toast', { hasText: words }).first().waitFor();
const stored = async () =>
  (await site.db.query('select title, summary, content, version from articles')).rows;

async function begin(page: Page): Promise<void> {
  await openAt(page, '/admin/articles/new');
  const text = await waitForEditor(page);
  await label(page, 'Title').fill('House rules');
  await label(page, 'Author').fill('Dana Whitfield');
  await text.pressSequentially('Begun.');
}

it('keeps text typed during the save: unsaved, kept as a draft, and saved over that version', async () => {
  const page = await openAsAdmin(site);
  await begin(page);
  const posts = await holdPosts(page, '/admin/articles/new');
  await save(page);
  await posts.first;
  const text = await waitForEditor(page);
  await label(page, 'Title').fill('House rules, and ours');
  await text.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' And ended.');
  posts.release();
  await page.waitForURL(/\/edit$/);
  await toast(page, 'Article created successfully');
  await page.getByRole('heading', { name: 'Edit Article' }).waitFor();
  expect(await label(page, 'Title').inputValue()).toBe('House rules, and ours');
  expect(await text.innerText()).toBe('Begun. And ended.');
  expect(await label(page, 'URL Slug').inputValue()).toBe('house-rules');
  expect(await stored()).toMatchObject([{ title: 'House rules', content: '<p>Begun.</p>', version: 1 }]);
  await page.getByText('Draft saved').waitFor();
  expect(await page.getByText('You have an unsaved draft').count()).toBe(0);

  // Another tab, in case this one crashes.
  const another = await page.context().newPage();
  await openAt(another, pathOf(page));
  await another.getByText('This article is open in another tab').waitFor();
  await another.close();

  await save(page);
  await toast(page, 'Article updated successfully');
  const all = { title: 'House rules, and ours', content: '<p>Begun. And ended.</p>', version: 2 };
  expect(await stored()).toMatchObject([all]);
  expect((await site.db.query('select 1 from article_drafts')).rows).toEqual([]);
  await page.getByText('Saved just now').waitFor();
});

it('keeps the undo history, and Back leads to another new article', async () => {
  const page = await openAsAdmin(site);
  await begin(page);
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/edit$/);
  await page.getByText('Saved just now').waitFor();
  const text = await waitForEditor(page);
  await page.keyboard.press('Control+z');
  await expect.poll(() => text.innerText()).not.toContain('Begun');
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => text.innerText()).toBe('Begun.');
  await page.getByText('Saved just now').waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Create Article' }).waitFor();
  expect(pathOf(page)).toBe('/admin/articles/new');
  expect(await label(page, 'Title').inputValue()).toBe('');
  expect(await (await waitForEditor(page)).innerText()).not.toContain('Begun');
  await page.goForward();
  await page.getByRole('heading', { name: 'Edit Article' }).waitFor();
  expect(await label(page, 'Title').inputValue()).toBe('House rules');
});

it('shows what the save created: the URL, the summary and the downloaded image', async () => {
  const page = await openAsAdmin(site);
  await begin(page);
  const missing = page.getByText('There is no summary');
  await missing.waitFor();
  const preview = page.locator('.seo__result-text').first();
  expect(await preview.textContent()).toBe('Generated from the content when you save.');
  await label(page, 'Image URL').fill('https://cdn.publisher.com/a.png');
  await page.getByText('The image is downloaded from this URL when you save.').waitFor();
  await save(page);
  await page.waitForURL(/\/edit$/);
  await page.getByText('Saved just now').waitFor();
  await page.getByRole('img', { name: 'Preview' }).waitFor();
  expect(await label(page, 'Image URL').inputValue()).toMatch(/^\/media\//);
  expect(await label(page, 'Summary').inputValue()).toBe('Begun.');
  await missing.waitFor({ state: 'detached' });
  expect(await preview.textContent()).toBe('Begun.');
  await page.getByText('The featured image has no description.').waitFor();
  const previewLink = page.getByRole('link', { name: /^Preview/ }).first();
  expect(await previewLink.innerText()).toBe('Preview');
  await label(page, 'Summary').fill('Begun again.');
  await expect.poll(() => previewLink.innerText()).toBe('Preview Saved Version');
  await save(page);
  await expect.poll(() => previewLink.innerText()).toBe('Preview');
  // These are not unsaved changes.
  await page.getByRole('link', { name: 'Back to Articles' }).click();
  await page.getByRole('heading', { name: 'Articles', exact: true }).waitFor();
});
