// The first save of a new article: it gets an address of its own, and whoever writes notices nothing else of that.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openAsAdmin, startAdminSite } from '../support/admin-site';
import { pathOf, visit } from '../support/browser';
import { emptyMagazine } from '../support/factory';
import { holdPosts } from '../support/hold-posts';
import { drawPicture } from '../support/pictures';
import { editorOf } from '../support/rich-text';
import type { Site } from '../support/site';

let site: Site;

beforeAll(async () => {
  const picture = Buffer.from(await drawPicture('png'));
  site = await startAdminSite({
    pageCache: 'off',
    outside: () => new Response(picture, { headers: { 'content-type': 'image/png' } }),
  });
});
beforeEach(() => emptyMagazine(site.db));
afterAll(() => site.stop());

const label = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save Article' }).click();
const toast = (page: Page, words: string) => page.locator('.toast', { hasText: words }).first().waitFor();
const stored = async () =>
  (await site.db.query('select title, summary, content, version from articles')).rows;

async function begin(page: Page): Promise<void> {
  await visit(page, '/admin/articles/new');
  const text = await editorOf(page);
  await label(page, 'Title').fill('House rules');
  await label(page, 'Author').fill('Dana Whitfield');
  await text.pressSequentially('Begun.');
}

it('leaves what is typed meanwhile where it is: unsaved, kept, and saved over what that save made', async () => {
  const page = await openAsAdmin(site);
  await begin(page);
  const posts = await holdPosts(page, '/admin/articles/new');
  await save(page);
  await posts.first;
  const text = await editorOf(page);
  await label(page, 'Title').fill('House rules, and ours');
  await text.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' And ended.');
  posts.letGo();
  await page.waitForURL(/\/edit$/);
  await toast(page, 'Article created successfully');
  await page.getByRole('heading', { name: 'Edit Article' }).waitFor();
  expect(await label(page, 'Title').inputValue()).toBe('House rules, and ours');
  expect(await text.innerText()).toBe('Begun. And ended.');
  expect(await label(page, 'URL Slug').inputValue()).toBe('house-rules');
  expect(await stored()).toMatchObject([{ title: 'House rules', content: '<p>Begun.</p>', version: 1 }]);
  await page.getByText('Draft kept').waitFor();
  expect(await page.getByText('You typed something that was not saved').count()).toBe(0);

  // Another tab, should this one die.
  const another = await page.context().newPage();
  await visit(another, pathOf(page));
  await another.getByText('This article is open in another tab').waitFor();
  await another.close();

  await save(page);
  await toast(page, 'Article updated successfully');
  const all = { title: 'House rules, and ours', content: '<p>Begun. And ended.</p>', version: 2 };
  expect(await stored()).toMatchObject([all]);
  expect((await site.db.query('select 1 from article_drafts')).rows).toEqual([]);
  await page.getByText('Saved just now').waitFor();
});

it('ends no writing: what was typed before it can still be undone, and Back leads to another new article', async () => {
  const page = await openAsAdmin(site);
  await begin(page);
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/edit$/);
  await page.getByText('Saved just now').waitFor();
  const text = await editorOf(page);
  await page.keyboard.press('Control+z');
  await expect.poll(() => text.innerText()).not.toContain('Begun');
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => text.innerText()).toBe('Begun.');
  await page.getByText('Saved just now').waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Create Article' }).waitFor();
  expect(pathOf(page)).toBe('/admin/articles/new');
  expect(await label(page, 'Title').inputValue()).toBe('');
  expect(await (await editorOf(page)).innerText()).not.toContain('Begun');
  await page.goForward();
  await page.getByRole('heading', { name: 'Edit Article' }).waitFor();
  expect(await label(page, 'Title').inputValue()).toBe('House rules');
});

it('shows what it made: the address, the summary, the picture that was fetched', async () => {
  const page = await openAsAdmin(site);
  await begin(page);
  const missing = page.getByText('There is no summary');
  await missing.waitFor();
  await label(page, 'Image URL').fill('https://cdn.publisher.com/a.png');
  await page.getByText('The picture is fetched from this address when you save.').waitFor();
  await save(page);
  await page.waitForURL(/\/edit$/);
  await page.getByText('Saved just now').waitFor();
  await page.getByRole('img', { name: 'Preview' }).waitFor();
  expect(await label(page, 'Image URL').inputValue()).toMatch(/^\/media\//);
  expect(await label(page, 'Summary').inputValue()).toBe('Begun.');
  await missing.waitFor({ state: 'detached' });
  await page.getByText('The featured image has no description.').waitFor();
  // None of that was typed by anybody.
  await page.getByRole('link', { name: 'Back to Articles' }).click();
  await page.getByRole('heading', { name: 'Articles', exact: true }).waitFor();
});
