// Writing in the editor: kept while typed, through an upload under way, a lost session, and whoever else saves.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN_EMAIL, openAsAdmin, startAdminSite } from '../support/admin-site';
import { findBarriers } from '../support/axe';
import { follow, visit } from '../support/browser';
import { addArticle, emptyMagazine, PASSWORD } from '../support/factory';
import { gate } from '../support/gate';
import { drawPicture } from '../support/pictures';
import { editorOf, htmlOf, paste } from '../support/rich-text';
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

const count = async (table: string) =>
  Number((await site.db.query(`select count(*) from ${table}`)).rows[0].count);
const summaries = async () =>
  (await site.db.query('select summary from articles')).rows.map(({ summary }) => summary);

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Article' });
const said = (page: Page, words: string) => page.getByText(words).first().waitFor();

async function openArticle(page: Page): Promise<string> {
  const id = await addArticle(site.db, { title: 'Fees', content: '<p>Begin.</p>', summary: 'Before' });
  await page.goto(`/admin/articles/${id}/edit`);
  return id;
}

describe('what was typed before the scripts came', () => {
  it('stays, is kept as it would be later, and is saved', async () => {
    const page = await openAsAdmin(site);
    const [go, letGo] = gate();
    await page.route('**/assets/*.js', async (route) => {
      await go;
      await route.continue();
    });
    const id = await addArticle(site.db, { title: 'Fees', content: '<p>Begin.</p>', summary: 'Before' });
    await page.goto(`/admin/articles/${id}/edit`, { waitUntil: 'commit' });
    await page.locator('[name=title]').fill('Flat Fees');
    await page.locator('[name=summary]').fill('After');
    await page.locator('[name=slug]').fill('flat-fees');
    await page.locator('[name=content]').fill('<p>Begin early.</p>');
    await page.locator('[name=isFeatured]').check();
    letGo();
    const editor = await editorOf(page);
    expect(await editor.innerText()).toBe('Begin early.');
    expect(await page.locator('[name=title]').inputValue()).toBe('Flat Fees');
    expect(await page.locator('[name=summary]').inputValue()).toBe('After');
    expect(await page.locator('[name=slug]').inputValue()).toBe('flat-fees');
    // Without a further key.
    await said(page, 'Draft kept');
    await saveButton(page).click();
    await said(page, 'Article updated successfully');
    const { rows } = await site.db.query('select title, summary, slug, content, is_featured from articles');
    expect(rows).toEqual([
      {
        title: 'Flat Fees',
        summary: 'After',
        slug: 'flat-fees',
        content: '<p>Begin early.</p>',
        is_featured: true,
      },
    ]);
  });

  it('is all that is lost when what keeps it cannot be fetched: the page comes to life', async () => {
    const absent = /early-words.*\.js/;
    const page = await openAsAdmin(site, {
      expected: [
        new RegExp(`^request failed: .*${absent.source} net::ERR_FAILED`),
        new RegExp(`^console error: Failed to load resource: net::ERR_FAILED .*${absent.source}`),
      ],
    });
    await page.route(absent, (route) => route.abort());
    await visit(page, '/admin/categories?new');
    const dialog = page.getByRole('dialog', { name: 'Create Category' });
    await dialog.getByLabel('Name *').fill('Trust Accounts');
    await dialog.getByLabel('Description').fill('Money that is not yours.');
    await dialog.getByRole('button', { name: 'Save Category' }).click();
    await said(page, 'Category created successfully');
    await dialog.waitFor({ state: 'detached' });
    const { rows } = await site.db.query('select name, description from categories');
    expect(rows).toEqual([{ name: 'Trust Accounts', description: 'Money that is not yours.' }]);
  });
});

describe('what takes a while', () => {
  it('is said: the editor loads, the article is being saved', async () => {
    const page = await openAsAdmin(site);
    const holds: (() => void)[] = [];
    const letGo = () => {
      for (const go of holds.splice(0)) go();
    };
    const hold = () => new Promise<void>((go) => holds.push(go));
    await page.route('**/assets/rich-editor*', async (route) => {
      await hold();
      await route.continue();
    });
    await openArticle(page);
    await said(page, 'Loading editor...');
    letGo();
    await editorOf(page);
    expect(await page.getByText('Loading editor...').count()).toBe(0);
    await page.route('**/edit.data*', async (route) => {
      if (route.request().method() === 'POST') await hold();
      await route.continue();
    });
    await saveButton(page).click();
    const saving = page.getByRole('button', { name: 'Saving...' });
    await saving.waitFor();
    expect(await saving.isDisabled()).toBe(true);
    letGo();
    await said(page, 'Article updated successfully');
  });
});

describe('what is typed', () => {
  it('is kept on the server, warned about before it is left, and saved by keyboard', async () => {
    const page = await openAsAdmin(site);
    await page.goto('/admin/articles/new');
    await editorOf(page);
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
    await said(page, 'Article created successfully');
    await page.getByText('Saved just now').waitFor();
    expect(await count('article_drafts')).toBe(0);
  });

  it('stays when the server cannot be reached, is copied as before, and can be saved when it is back', async () => {
    const page = await openAsAdmin(site, { expected: [/INTERNET_DISCONNECTED/] });
    await page.goto('/admin/articles/new');
    await editorOf(page);
    await page.getByLabel('Title', { exact: true }).fill('Typed on a train');
    await page.getByLabel('Author').fill('Dana Whitfield');
    await page.context().setOffline(true);
    await saveButton(page).click();
    await said(page, 'The server could not be reached');
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Typed on a train');
    const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
    await expect.poll(kept).toContain('Typed on a train');
    await page.context().setOffline(false);
    await saveButton(page).click();
    await said(page, 'Article created successfully');
  });

  it('can be saved after the session ended: sign in beside it, and save again', async () => {
    const page = await openAsAdmin(site, { expected: [/status of 401/] });
    await openArticle(page);
    await (await editorOf(page)).press('End');
    await page.keyboard.type(' And go on.');
    await page.getByLabel('Summary').fill('Typed before the session ended');
    await site.db.query('update sessions set revoked_at = now()');
    await saveButton(page).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'You are signed out.' });
    const [signIn] = await Promise.all([
      page.waitForEvent('popup'),
      refusal.getByRole('link', { name: 'Sign in' }).click(),
    ]);
    const back = page.url();
    await signIn.getByLabel('Email', { exact: true }).fill(ADMIN_EMAIL);
    await signIn.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await signIn.getByRole('button', { name: 'Sign In', exact: true }).click();
    await signIn.waitForURL(back);
    await signIn.close();
    await saveButton(page).click();
    await said(page, 'Article updated successfully');
    const { rows } = await site.db.query('select summary, content from articles');
    expect(rows).toEqual([
      { summary: 'Typed before the session ended', content: '<p>Begin. And go on.</p>' },
    ]);
  });

  it('can be saved after the session ended without scripts, too', async () => {
    const page = await openAsAdmin(site, { javaScript: false, expected: [/status of 401/] });
    await openArticle(page);
    await page.getByLabel('Summary').fill('Typed without scripts');
    await page.context().clearCookies();
    await follow(saveButton(page));
    expect(await page.getByLabel('Summary').inputValue()).toBe('Typed without scripts');
    const [signIn] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('alert').getByRole('link', { name: 'Sign in' }).click(),
    ]);
    await signIn.waitForLoadState('domcontentloaded');
    await signIn.getByLabel('Email', { exact: true }).fill(ADMIN_EMAIL);
    await signIn.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await follow(signIn.getByRole('button', { name: 'Sign In', exact: true }));
    await follow(saveButton(page));
    await said(page, 'Article updated successfully');
    expect(await summaries()).toEqual(['Typed without scripts']);
  });
});

describe('two tabs with one article', () => {
  const offer = (page: Page) => page.getByText('You typed something that was not saved');
  const title = (page: Page) => page.getByLabel('Title', { exact: true });
  /** The same article in another tab, once both can be typed in. */
  async function openBeside(one: Page): Promise<Page> {
    await editorOf(one);
    const two = await one.context().newPage();
    await two.goto(one.url());
    await editorOf(two);
    return two;
  }

  it('keep their own words: those of a closed one are offered in the other, and the second to save sees both', async () => {
    const one = await openAsAdmin(site, { expected: [/status of 409/] });
    const id = await openArticle(one);
    await editorOf(one);
    await title(one).fill('Typed in one');
    await one.getByText('Draft kept').waitFor();
    const two = await openBeside(one);
    // Somebody still types there.
    await said(two, 'This article is open in another tab');
    expect(await offer(two).count()).toBe(0);
    await title(two).fill('Typed in two');
    await two.getByText('Draft kept').waitFor();
    expect(await count('article_drafts')).toBe(2);
    await one.close({ runBeforeUnload: false });
    await said(two, 'You typed something that was not saved: Typed in one');
    expect(await two.getByText('This article is open in another tab').count()).toBe(0);
    // Told of it, this tab still saves over the version that it began with, and over no other.
    await site.db.query("update articles set title = 'Saved elsewhere'");
    await two.getByRole('button', { name: 'Discard' }).click();
    await offer(two).waitFor({ state: 'detached' });
    expect(await title(two).inputValue()).toBe('Typed in two');
    await saveButton(two).click();
    await two.getByRole('heading', { name: 'Somebody else saved this article' }).waitFor();
    await said(two, 'Saved elsewhere');
    await two.getByRole('button', { name: 'Save Article' }).click();
    await said(two, 'Article updated successfully');
    const { rows } = await site.db.query('select id, title from articles');
    expect([rows, await count('article_drafts')]).toEqual([[{ id, title: 'Typed in two' }], 0]);
    const kept = await two.evaluate(() => Object.keys(localStorage).filter((key) => /copy/.test(key)));
    expect(kept).toEqual([]);
  });

  it('of which one is closed while the server stumbles: its words are offered when that answers again', async () => {
    const one = await openAsAdmin(site, { expected: [/ERR_FAILED/] });
    await openArticle(one);
    const two = await openBeside(one);
    await title(one).fill('Typed in one');
    await one.getByText('Draft kept').waitFor();
    let stumbles = 2;
    await two.route(two.url(), (route) => {
      const falls = route.request().method() === 'HEAD' && stumbles > 0;
      if (!falls) return route.fallback();
      stumbles -= 1;
      return route.abort();
    });
    await one.close({ runBeforeUnload: false });
    await offer(two).waitFor();
    expect(stumbles).toBe(0);
  });

  it('of which one died without the server: its words are here', async () => {
    const one = await openAsAdmin(site, { expected: [/INTERNET_DISCONNECTED/] });
    await openArticle(one);
    const two = await openBeside(one);
    await one.context().setOffline(true);
    await title(one).fill('Left on a train');
    await one.getByText('No connection: kept in this browser').waitFor();
    const before = await title(two).inputValue();
    await one.close({ runBeforeUnload: false });
    // The other tab learns of it while nobody can be asked, and stays what it is.
    await said(two, 'This browser kept words that were not saved: Left on a train');
    expect(await title(two).inputValue()).toBe(before);
    await two.context().setOffline(false);
    await two.getByRole('button', { name: 'Restore' }).click();
    expect(await title(two).inputValue()).toBe('Left on a train');
    await saveButton(two).click();
    await said(two, 'Article updated successfully');
    await two.reload();
    await editorOf(two);
    expect(await title(two).inputValue()).toBe('Left on a train');
    expect(await two.getByText('This browser kept').count()).toBe(0);
  });
});

describe('pictures in the text', () => {
  it('that are still on their way are waited for when one saves', async () => {
    const page = await openAsAdmin(site);
    await page.goto('/admin/articles/new');
    const editor = await editorOf(page);
    await page.getByLabel('Title', { exact: true }).fill('With a picture');
    await page.getByLabel('Author').fill('Dana Whitfield');
    const [held, letGo] = gate();
    await page.route('**/admin/media/upload', async (route) => {
      await held;
      const url = '/stock/tools-800.webp';
      await route.fulfill({ status: 201, json: { url, width: 64, height: 48, alt: '' } });
    });
    await paste(editor, { pictures: ['late.png'] });
    await page.getByText('Uploading late.png').waitFor();
    await saveButton(page).click();
    const waiting = page.getByRole('button', { name: 'Uploading pictures...' });
    await waiting.waitFor();
    expect(await waiting.isDisabled()).toBe(true);
    letGo();
    await said(page, 'Article created successfully');
    const { rows } = await site.db.query('select content from articles');
    expect(rows[0].content).toContain('src="/stock/tools-800.webp"');
  });

  it('that came from another site are the stored ones once it is saved, on the screen, too', async () => {
    // The page's own policy lets no picture of another site in.
    const page = await openAsAdmin(site, { expected: [/cdn\.publisher\.com/] });
    const id = await openArticle(page);
    await site.db.query(
      `update articles set content = '<p>A <img src="https://cdn.publisher.com/a.png" alt="" /></p><figure><img src="https://cdn.publisher.com/b.png" alt="" /><figcaption>B</figcaption></figure>' where id = $1`,
      [id],
    );
    await page.reload();
    await editorOf(page);
    await saveButton(page).click();
    await said(page, 'Article updated successfully');
    await expect.poll(() => htmlOf(page)).not.toContain('publisher.com');
    const stored = (await site.db.query('select content from articles')).rows[0].content;
    await page.getByText('Saved just now').waitFor();
    await page.getByLabel('Summary').fill('Nothing is fetched again');
    await page.getByText('Unsaved changes').waitFor();
    await saveButton(page).click();
    await expect.poll(summaries).toEqual(['Nothing is fetched again']);
    expect((await site.db.query('select content from articles')).rows[0].content).toBe(stored);
    expect(await count('media')).toBe(2);
  });
});

describe('for everybody', () => {
  it.each([
    { width: 390, theme: 'dark' },
    { width: 768, theme: 'light' },
    { width: 1280, theme: 'dark' },
  ] as const)('$width pixels wide, $theme, nothing is a barrier', async ({ width, theme }) => {
    const page = await openAsAdmin(site, { width, theme, expected: [/status of 409/] });
    const look = async (what: string) => {
      expect(await findBarriers(page), what).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, what).toBeLessThanOrEqual(0);
    };
    const id = await openArticle(page);
    await site.db.query("update articles set content = repeat('<p>A paragraph.</p>', 60)");
    await page.reload();
    const editor = await editorOf(page);
    await look('the editor');
    // The tools stay in sight, below what else stays, however many rows that has.
    await editor.locator('p').nth(40).scrollIntoViewIfNeeded();
    await editor.locator('p').nth(40).click();
    const boxOf = async (what: string) => (await page.locator(what).boundingBox()) ?? { y: -1, height: 0 };
    const [head, tools] = [await boxOf('.editor__head'), await boxOf('.rich-toolbar')];
    expect(Math.abs(head.y + head.height - tools.y)).toBeLessThanOrEqual(1);
    if (width < 1120) {
      for (const tab of ['Settings', 'SEO & Media', 'Content']) {
        await page.getByRole('tab', { name: tab }).click();
        await page.getByRole('tabpanel', { name: tab }).waitFor();
        await look(tab);
      }
    }
    await page.getByLabel('Summary').fill('Mine');
    await saveButton(page).click();
    await said(page, 'Article updated successfully');
    await site.db.query("update articles set title = 'Changed by another hand'");
    await page.getByLabel('Summary').fill('Mine again');
    await saveButton(page).click();
    await page.getByRole('heading', { name: 'Somebody else saved this article' }).waitFor();
    await look('two versions');
    await page.getByRole('button', { name: 'Save Article' }).click();
    await said(page, 'Article updated successfully');
    await page.getByRole('link', { name: 'History' }).locator('visible=true').click();
    await page.waitForURL(`**/admin/articles/${id}/revisions`);
    await page.getByRole('heading', { name: 'Version' }).first().waitFor();
    await look('the history');
    await site.db.query("update articles set status = 'draft'");
    await page.goto(`/admin/articles/${id}/share`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await look('sharing');
  });

  it('has no moment to publish at but for a draft, and says why', async () => {
    const page = await openAsAdmin(site);
    await openArticle(page);
    await editorOf(page);
    const moment = page.getByLabel('Publish at');
    expect(await moment.isDisabled()).toBe(true);
    await page.getByText('Only a draft waits for its moment').waitFor();
    await page.getByLabel('Status').selectOption('Draft');
    expect(await moment.isDisabled()).toBe(false);
  });
});
