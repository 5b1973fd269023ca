// One article from sign-in to its return from the Trash, with and without JavaScript.
import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect } from 'vitest';
import { follow, openPage, type PageOptions } from '../../support/browser/browser';
import { waitForEditor } from '../../support/browser/rich-text';
import { emptyMagazine, PASSWORD } from '../../support/factory';
import { drawImage } from '../../support/images';
import { ADMIN_EMAIL, adminSiteTest } from '../../support/site/admin-site';

const CONFLICT = /status of 409/;
const { it, site } = adminSiteTest();

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.db.query("insert into tags (name, slug) values ('Billing', 'billing')");
});

interface Editor {
  page: Page;
  /** Clicks, and without JavaScript waits for the next document. */
  press(button: Locator): Promise<void>;
}

async function signIn(options: PageOptions): Promise<Editor> {
  const page = await openPage({ ...options, origin: site.url });
  const press = options.javaScript ? (button: Locator) => button.click() : follow;
  await page.goto('/auth');
  await page.getByLabel('Email', { exact: true }).fill(ADMIN_EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page.getByRole('button', { name: 'Sign In', exact: true }));
  await page.waitForURL('**/admin');
  return { page, press };
}

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Article' });
const versionOf = (page: Page) => page.locator('.editor input[name=version]');

/** Waits until the form contains the saved version. */
async function save({ page, press }: Editor, version: number, message = 'Article updated successfully') {
  await press(saveButton(page));
  await expect.poll(() => versionOf(page).inputValue()).toBe(String(version));
  await page.getByText(message).first().waitFor();
}

async function openArticle({ page }: Editor, id: string, version: number) {
  await page.goto(`/admin/articles/${id}/edit`);
  await expect.poll(() => versionOf(page).inputValue()).toBe(String(version));
}

async function ready(page: Page, javaScript: boolean) {
  if (javaScript) await waitForEditor(page);
}

describe.each([
  { name: 'with JavaScript', javaScript: true },
  { name: 'without JavaScript', javaScript: false },
])('$name', ({ javaScript }) => {
  it('writes, tags, illustrates, publishes, edits in two sessions, reverts and deletes an article', async () => {
    const mine = await signIn({ javaScript, expected: [CONFLICT] });
    const { page, press } = mine;
    // Each run has its own slug, because the page cache outlives the emptied database.
    const slug = javaScript ? 'fees-with-scripts' : 'fees-without-scripts';
    const path = `/article/${slug}`;
    const live = async () => (await site.get(path)).status;
    const reader = await openPage({ javaScript, origin: site.url });
    const headline = async () => {
      await reader.goto(path);
      return reader.getByRole('heading', { level: 1 }).innerText();
    };

    // Create it with a tag and an image.
    await page.goto('/admin/articles/new');
    await ready(page, javaScript);
    await page.getByLabel('Title', { exact: true }).fill('What a fee is for');
    await page.getByLabel('URL Slug').fill(slug);
    const words = 'Time is the smallest part of it.';
    if (javaScript) await (await waitForEditor(page)).pressSequentially(words);
    else await page.getByLabel('Content', { exact: true }).fill(`<p>${words}</p>`);
    await page.getByLabel('Author', { exact: true }).fill('Dana Whitfield');
    await page.getByLabel('Billing', { exact: true }).check();
    const buffer = Buffer.from(await drawImage('jpeg'));
    await page
      .locator('input[name=imageFile]')
      .setInputFiles({ name: 'ledger.jpg', mimeType: 'image/jpeg', buffer });
    const imageUrl = page.getByLabel('Image URL', { exact: true });
    if (javaScript) await expect.poll(() => imageUrl.inputValue()).toMatch(/^\/media\//);
    await page.getByLabel('Image description').fill('An open ledger');
    await save(mine, 1, 'Article created successfully');
    await page.waitForURL(/\/admin\/articles\/[0-9a-f-]{36}\/edit/);
    expect(await imageUrl.inputValue()).toMatch(/^\/media\//);
    expect(await page.getByLabel('Billing', { exact: true }).isChecked()).toBe(true);
    const id = /articles\/([^/]+)\/edit/.exec(page.url())?.[1] ?? '';
    expect(await live()).toBe(404);

    // Publish it and open it.
    await page.getByLabel('Status').selectOption('Published');
    await save(mine, 2);
    await expect.poll(live).toBe(200);
    expect(await headline()).toBe('What a fee is for');
    await reader.getByText(words).first().waitFor();
    await reader.getByRole('img', { name: 'An open ledger' }).waitFor();
    await reader.getByRole('link', { name: 'Billing' }).first().waitFor();

    // Saved on another device in between: both versions are shown, and nothing is lost.
    const theirs = await signIn({ javaScript });
    await openArticle(theirs, id, 2);
    await ready(theirs.page, javaScript);
    await theirs.page.getByLabel('Title', { exact: true }).fill('What a fee pays for');
    await save(theirs, 3);
    await page.getByLabel('Summary').fill('On the price of judgment');
    await press(saveButton(page));
    await page.getByRole('heading', { name: 'You saved this article elsewhere' }).waitFor();
    await page.getByRole('group', { name: 'Title' }).getByLabel('Saved elsewhere').check();
    await save(mine, 4);
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('What a fee pays for');
    expect(await page.getByLabel('Summary').inputValue()).toBe('On the price of judgment');
    await expect.poll(headline).toBe('What a fee pays for');

    // Revert to an earlier version.
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'Version 4' }).waitFor();
    await page.locator('a[href$="?version=2"]').click();
    await page.getByRole('heading', { name: 'Version 2' }).waitFor();
    await press(page.getByRole('button', { name: 'Restore This Version' }));
    await expect.poll(() => versionOf(page).inputValue()).toBe('5');
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('What a fee is for');
    await expect.poll(headline).toBe('What a fee is for');

    // Delete and restore it.
    await page.goto('/admin/articles');
    const row = page.locator('tbody tr').filter({ hasText: 'What a fee is for' });
    await press(row.getByRole('link', { name: 'Delete' }));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Are you sure you want to delete this article?').waitFor();
    await press(dialog.getByRole('button', { name: 'Delete', exact: true }));
    // A toast stays under the pointer.
    await page.getByText('Article deleted successfully').hover();
    await expect.poll(live).toBe(404);
    await press(page.getByRole('button', { name: 'Undo', exact: true }));
    await page.getByText('Article restored successfully').waitFor();
    await row.waitFor();
    await expect.poll(live).toBe(200);
  });
});
