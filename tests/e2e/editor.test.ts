// Writing an article in a browser, with scripts and without: created, kept while typed, merged, brought back.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findBarriers } from '../support/axe';
import { follow, openPage, type PageOptions } from '../support/browser';
import { addAccount, emptyAccounts, PASSWORD } from '../support/factory';
import { type Site, startSite } from '../support/site';

let site: Site;

beforeAll(async () => {
  site = await startSite({ databaseServer: inject('databaseServer') });
  await emptyAccounts(site.db);
  await addAccount(site.db, { email: 'ann@example.com', role: 'admin', fullName: 'Ann Archer' });
});
afterAll(() => site.stop());

/** Signed in, at the editor. */
async function openEditor(path: string, options: PageOptions = {}): Promise<Page> {
  const page = await openPage({ origin: site.url, ...options });
  const token = await signIn();
  await page.context().addCookies(token);
  await page.goto(path);
  if (options.javaScript !== false) await page.getByRole('toolbar').first().waitFor();
  return page;
}

async function signIn() {
  const answer = await site.get('/auth', {
    method: 'POST',
    headers: { origin: site.url },
    body: new URLSearchParams({ intent: 'sign-in', email: 'ann@example.com', password: PASSWORD }),
  });
  return answer.headers.getSetCookie().flatMap((line) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    return name.includes('session')
      ? [{ name, value, url: site.url.replace('http:', 'https:'), secure: true }]
      : [];
  });
}

const count = async (table: string) =>
  Number((await site.db.query(`select count(*) from ${table}`)).rows[0].count);

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Article' });

describe('the editor', () => {
  it('creates and saves without scripts', async () => {
    const page = await openEditor('/admin/articles/new', { javaScript: false });
    await page.getByLabel('Title', { exact: true }).fill('Written by hand');
    await page.getByLabel('Author').fill('Dana Whitfield');
    await page.getByLabel('Content', { exact: true }).fill('<p>Plain words.</p>');
    await follow(saveButton(page));
    await page.getByText('Article created successfully').waitFor();
    await page.getByLabel('Summary').fill('A second thought');
    await follow(saveButton(page));
    await page.getByText('Article updated successfully').waitFor();
    expect(await page.getByLabel('Summary').inputValue()).toBe('A second thought');
  });

  it('keeps what is typed, warns before it is left, saves by keyboard, and merges what somebody else saved', async () => {
    const page = await openEditor('/admin/articles/new', { expected: [/status of 409/] });
    await page.getByLabel('Title', { exact: true }).fill('Typed in a browser');
    await page.getByText('Unsaved changes').waitFor();
    await page.getByText('Draft kept').waitFor();
    expect(await count('article_drafts')).toBe(1);
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void dialog.dismiss();
    });
    await page.getByRole('link', { name: 'Back to Articles' }).click();
    await expect.poll(() => questions).toEqual(['You have unsaved changes. Leave anyway?']);
    await page.getByLabel('Author').fill('Dana Whitfield');
    await page.keyboard.press('Control+s');
    await page.getByText('Article created successfully').waitFor();
    await page.getByText('Saved just now').waitFor();
    expect(await count('article_drafts')).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await site.db.query(
      "update articles set title = 'Changed by another hand' where title = 'Typed in a browser'",
    );
    await page.getByLabel('Summary').fill('Mine');
    await saveButton(page).click();
    await page.getByRole('heading', { name: 'Somebody else saved this article' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('group', { name: 'Title' }).getByLabel('Theirs').check();
    await saveButton(page).click();
    await page.getByText('Article updated successfully').waitFor();
    const { rows } = await site.db.query("select title, summary from articles where summary = 'Mine'");
    expect(rows).toEqual([{ title: 'Changed by another hand', summary: 'Mine' }]);
  });
});
