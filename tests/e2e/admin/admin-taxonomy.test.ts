// Tags, categories, the content dashboard and the settings in a browser: dialogs, keyboard, typed text, keys.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { hydrated, type PageOptions, pathOf } from '../../support/browser/browser';
import { addArticle, PASSWORD, withoutTable } from '../../support/factory';
import { ADMIN_EMAIL, adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });
let articleId: string;
let tagId: string;
let categoryId: string;

beforeAll(async () => {
  articleId = await addArticle(site.db, { title: 'A story', category: 'tools', tags: ['alpha', 'beta'] });
  const idOf = async (table: string, name: string) =>
    (await site.db.query(`select id from ${table} where name = $1`, [name])).rows[0].id;
  await site.db.query('update tags set name = initcap(name)');
  tagId = await idOf('tags', 'Alpha');
  categoryId = await idOf('categories', 'Tools');
});

async function enter(path: string, options: PageOptions = {}): Promise<Page> {
  const page = await openAsAdmin(site, options);
  await page.goto(path);
  if (options.javaScript !== false) await hydrated(page);
  return page;
}
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: it } = document;
    return it?.getAttribute('name') ?? it?.textContent?.trim() ?? '';
  });
const waitForToast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).waitFor();
const closed = (page: Page) => page.locator('dialog').waitFor({ state: 'detached' });

describe('tags screen', () => {
  it('reports in a toast that the tags cannot be loaded', async () => {
    const page = await enter('/admin', { expected: [/status of 500/] });
    await withoutTable(site.db, 'tags', async () => {
      await page.getByRole('link', { name: 'Tags', exact: true }).first().click();
      await waitForToast(page, 'Failed to load tags');
      await page.getByRole('heading', { name: 'Failed to load tags' }).waitFor();
    });
    await page.getByRole('link', { name: 'Try Again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
  });

  it('creates, edits and deletes a tag by keyboard, and returns the focus', async () => {
    const page = await enter('/admin/tags');
    const opener = page.getByRole('link', { name: 'New Tag' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create Tag' });
    await dialog.waitFor();
    await expect.poll(() => focused(page)).toBe('name');
    await page.keyboard.press('Escape');
    await closed(page);
    await expect.poll(() => focused(page)).toBe('New Tag');

    await page.keyboard.press('Enter');
    await dialog.getByLabel('Name *').fill('Gamma Rays');
    expect(await dialog.getByLabel('Slug').getAttribute('placeholder')).toBe('gamma-rays');
    await page.keyboard.press('Enter');
    await waitForToast(page, 'Tag created successfully');
    await closed(page);
    const card = page.locator('.tag-card', { hasText: 'Gamma Rays' });
    expect(await card.innerText()).toMatch(/gamma-rays[\s\S]*no articles/);

    await card.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('dialog', { name: 'Edit Tag' }).getByLabel('Name *').fill('Delta');
    await page.getByRole('button', { name: 'Save Tag' }).click();
    await waitForToast(page, 'Tag updated successfully');
    await closed(page);

    await page.locator('.tag-card', { hasText: 'Delta' }).getByRole('link', { name: 'Delete' }).click();
    await page.getByText('Are you sure you want to delete this tag?').waitFor();
    await page.getByRole('button', { name: 'Delete Tag' }).click();
    await waitForToast(page, 'Tag deleted successfully');
    await page.locator('.tag-card', { hasText: 'Delta' }).waitFor({ state: 'detached' });
  });

  it.each([
    { javaScript: true },
    { javaScript: false },
  ])('keeps a new tag when the session ended, and saves it after signing in in another tab, %o', async ({
    javaScript,
  }) => {
    const page = await enter('/admin/tags?new', { javaScript, expected: [/status of 401/] });
    const name = page.getByRole('dialog', { name: 'Create Tag' }).getByLabel('Name *');
    await name.fill(`Typed too long ${javaScript}`);
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save Tag' }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'You are signed out.' });
    const [signIn] = await Promise.all([
      page.waitForEvent('popup'),
      refusal.getByRole('link', { name: 'Sign in' }).click(),
    ]);
    await signIn.getByLabel('Email', { exact: true }).fill(ADMIN_EMAIL);
    await signIn.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await signIn.getByRole('button', { name: 'Sign In', exact: true }).click();
    await signIn.waitForURL((url) => url.pathname === '/admin/tags');
    expect(await name.inputValue()).toBe(`Typed too long ${javaScript}`);
    await page.getByRole('button', { name: 'Save Tag' }).click();
    await waitForToast(page, 'Tag created successfully');
    await site.db.query("delete from tags where name like 'Typed too long%'");
  });

  it('keeps the focus in a dialog and asks before discarding typed text', async () => {
    const page = await enter('/admin/tags');
    await page.getByRole('link', { name: 'New Tag' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Tag' });
    await dialog.getByLabel('Name *').fill('Typed');
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(
          () =>
            document.activeElement === document.body || Boolean(document.activeElement?.closest('dialog')),
        ),
      ).toBe(true);
    }
    for (let presses = 0; presses < 3; presses += 1) {
      const asked = page.waitForEvent('dialog').then((question) => question.dismiss());
      await page.keyboard.press('Escape');
      await asked;
    }
    expect(await dialog.getByLabel('Name *').inputValue()).toBe('Typed');
    let isAsked = false;
    page.once('dialog', (question) => {
      isAsked = true;
      return question.dismiss();
    });
    await dialog.getByLabel('Name *').dispatchEvent('keydown', { key: 'Escape', isComposing: true });
    expect(isAsked).toBe(false);
    page.removeAllListeners('dialog');
    page.once('dialog', (question) => question.accept());
    await page.keyboard.press('Escape');
    await closed(page);
  });

  it('keeps typed text when it is rejected, and focuses the invalid field', async () => {
    const page = await enter('/admin/tags', { expected: [/status of 422/] });
    await page.getByRole('link', { name: 'New Tag' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Tag' });
    await dialog.getByLabel('Slug').fill('my-own-slug');
    await dialog.getByLabel('Name *').fill('Alpha');
    await dialog.getByRole('button', { name: 'Save Tag' }).click();
    await dialog.getByRole('alert').getByText('A tag with this name already exists').waitFor();
    await expect.poll(() => focused(page)).toBe('name');
    expect(await dialog.getByLabel('Slug').inputValue()).toBe('my-own-slug');
  });

  it('reports that another person saved, and overwrites on request', async () => {
    const page = await enter('/admin/tags', { expected: [/status of 409/] });
    await page.locator('.tag-card', { hasText: 'Beta' }).getByRole('link', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Tag' });
    await dialog.getByLabel('Name *').fill('Beta rays');
    await site.db.query("update tags set name = 'Theirs', updated_at = now() where name = 'Beta'");
    await dialog.getByRole('button', { name: 'Save Tag' }).click();
    await dialog
      .getByRole('alert')
      .getByText('Someone else changed this tag while you were editing')
      .waitFor();
    expect(await dialog.getByLabel('Name *').inputValue()).toBe('Beta rays');
    await dialog.getByRole('button', { name: 'Save Tag' }).click();
    await waitForToast(page, 'Tag updated successfully');
    await site.db.query("update tags set name = 'Beta', slug = 'beta' where name = 'Beta rays'");
  });

  it('filters the cards while typing', async () => {
    const page = await enter('/admin/tags');
    await page.getByLabel('Search tags').pressSequentially('alp');
    await page.locator('.tag-card', { hasText: 'Beta' }).waitFor({ state: 'detached' });
    expect(await page.locator('.tag-card').count()).toBe(1);
    expect(await page.locator('.filters__found').innerText()).toBe('1 of 2');
  });

  it('works without JavaScript: dialogs are pages', async () => {
    const page = await enter('/admin/tags?new', { javaScript: false });
    await page.getByLabel('Name *').fill('Plain');
    await page.getByRole('button', { name: 'Save Tag' }).click();
    await page.waitForURL('**/admin/tags');
    expect(await page.locator('.toasts').innerText()).toContain('Tag created successfully');
    await site.db.query("delete from tags where name = 'Plain'");
  });
});

describe('content dashboard', () => {
  const currentSection = (page: Page) =>
    page
      .locator('.admin__sidebar [aria-current="page"]')
      .allInnerTexts()
      .then((texts) => texts.join());

  it('has its tabs in the settings, where none of them is current', async () => {
    const page = await enter('/admin/settings');
    expect(await currentSection(page)).toBe('Settings');
    const tabs = page.getByRole('navigation', { name: 'Content dashboard' });
    expect(await tabs.getByRole('link').count()).toBe(3);
    expect(await tabs.locator('[aria-current="page"]').count()).toBe(0);
    await tabs.getByRole('link', { name: 'Zapier Webhook' }).click();
    await expect.poll(() => tabs.locator('[aria-current="page"]').count()).toBe(1);
    expect(await currentSection(page)).toBe('Settings');
  });

  it('switches tabs and creates a category', async () => {
    const page = await enter('/admin-old');
    const tabs = page.getByRole('navigation', { name: 'Content dashboard' });
    expect(await tabs.locator('[aria-current="page"]').innerText()).toBe('Articles');
    expect(await currentSection(page)).toBe('Articles');
    await tabs.getByRole('link', { name: 'Categories' }).click();
    await page.getByRole('heading', { level: 1, name: 'Categories' }).waitFor();
    expect(pathOf(page)).toBe('/admin-old?tab=categories');
    expect(await currentSection(page)).toBe('Categories');
    await page.getByRole('link', { name: 'New Category' }).click();
    await page.getByRole('dialog', { name: 'Create Category' }).getByLabel('Name *').fill('Interviewing');
    await page.getByRole('button', { name: 'Save Category' }).click();
    await waitForToast(page, 'Category created successfully');
    await closed(page);
    await tabs.getByRole('link', { name: 'Zapier Webhook' }).click();
    await page.getByRole('heading', { level: 1, name: 'Zapier Webhook' }).waitFor();
    expect(await page.locator('.copy-line input').inputValue()).toBe(
      'http://magazine.test/api/zapier-webhook',
    );
    await site.db.query("delete from categories where name = 'Interviewing'");
  });

  it('creates, edits and deletes an article', async () => {
    const page = await enter('/admin-old?tab=articles&new');
    const dialog = page.getByRole('dialog', { name: 'Create Article' });
    expect(await dialog.getByLabel('Status').inputValue()).toBe('published');
    await dialog.getByLabel('Title', { exact: true }).fill('Written inline');
    await dialog.getByLabel('Content').fill('<p>Some words.</p>');
    await dialog.getByLabel('Author', { exact: true }).fill('Dana Whitfield');
    await dialog.getByRole('button', { name: 'Save Article' }).click();
    await waitForToast(page, 'Article created successfully');
    await closed(page);
    const row = page.locator('tr', { hasText: 'Written inline' });
    await row.getByRole('link', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Article' });
    await edit.getByLabel('Status').selectOption('draft');
    await edit.getByRole('button', { name: 'Save Article' }).click();
    await waitForToast(page, 'Article updated successfully');
    await closed(page);
    await row.getByText('draft').waitFor();
    await row.getByRole('link', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete Article' }).click();
    await waitForToast(page, 'Article deleted successfully');
    await row.waitFor({ state: 'detached' });
    await site.db.query("delete from articles where title = 'Written inline'");
  });
});

describe('settings', () => {
  it('show a new key once, focused, and keep typed text', async () => {
    const page = await enter('/admin/settings');
    await page.getByLabel('Magazine name').fill('Half typed');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = page.locator('.new-key__text');
    await key.waitFor();
    expect(await key.innerText()).toMatch(/^[\w-]{32,}$/);
    expect(await page.getByLabel('Magazine name').inputValue()).toBe('Half typed');
    await page.getByRole('button', { name: 'Rotate key' }).waitFor();
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await waitForToast(page, 'Settings saved');
    await key.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Rotate key' }).click();
    await page.getByRole('button', { name: 'Revoke old key' }).click();
    await waitForToast(page, 'Old key revoked');
  });
});

describe('accessibility', () => {
  const screens = () => [
    '/admin/tags',
    '/admin/tags?new',
    `/admin/tags?edit=${tagId}`,
    `/admin/tags?delete=${tagId}`,
    '/admin/tags?merge',
    '/admin/categories',
    '/admin/categories?new',
    `/admin/categories?edit=${categoryId}`,
    `/admin/categories?delete=${categoryId}`,
    '/admin-old',
    '/admin-old?tab=articles&new',
    `/admin-old?tab=articles&edit=${articleId}`,
    `/admin-old?tab=articles&delete=${articleId}`,
    '/admin-old?tab=webhook',
    '/admin/settings',
  ];

  it.each([
    'light',
    'dark',
  ] as const)('has no axe violations on every screen and dialog, %s', async (theme) => {
    const page = await enter('/admin', { theme });
    for (const path of screens()) {
      await page.goto(path);
      await hydrated(page);
      expect(await findAxeViolations(page), path).toEqual([]);
    }
  });

  it('fits a phone', async () => {
    const page = await enter('/admin', { width: 390, height: 844 });
    for (const path of screens()) {
      await page.goto(path);
      await hydrated(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
    }
  });
});
