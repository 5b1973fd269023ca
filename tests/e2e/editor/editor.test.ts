// The article editor: drafts are kept while typing, during uploads, after a lost session and when another
// person saves.
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { follow, openAt } from '../../support/browser/browser';
import { htmlOf, paste, waitForEditor } from '../../support/browser/rich-text';
import { addAccount, addArticle, emptyMagazine, PASSWORD } from '../../support/factory';
import { gate } from '../../support/gate';
import { drawImage } from '../../support/images';
import { ADMIN_EMAIL, adminSiteTest, openAsAdmin, signInAs } from '../../support/site/admin-site';

const { it, site } = adminSiteTest(async () => {
  const image = Buffer.from(await drawImage('png'));
  return {
    pageCache: 'off',
    publicFetch: () => new Response(image, { headers: { 'content-type': 'image/png' } }),
  };
});
beforeEach(() => emptyMagazine(site.db));

const count = async (table: string) =>
  Number((await site.db.query(`select count(*) from ${table}`)).rows[0].count);
const summaries = async () =>
  (await site.db.query('select summary from articles')).rows.map(({ summary }) => summary);

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Article' });
const waitForText = (page: Page, text: string) => page.getByText(text).first().waitFor();

async function openArticle(page: Page): Promise<string> {
  const id = await addArticle(site.db, { title: 'Fees', content: '<p>Begin.</p>', summary: 'Before' });
  await page.goto(`/admin/articles/${id}/edit`);
  return id;
}

describe('text typed before hydration', () => {
  it('stays, is kept as a draft, and is saved', async () => {
    const page = await openAsAdmin(site);
    const [go, release] = gate();
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
    release();
    const editor = await waitForEditor(page);
    expect(await editor.innerText()).toBe('Begin early.');
    expect(await page.locator('[name=title]').inputValue()).toBe('Flat Fees');
    expect(await page.locator('[name=summary]').inputValue()).toBe('After');
    expect(await page.locator('[name=slug]').inputValue()).toBe('flat-fees');
    // Without another keystroke.
    await waitForText(page, 'Draft saved');
    await saveButton(page).click();
    await waitForText(page, 'Article updated successfully');
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

  it('loses only early input if the draft scripts fail to load; the page still hydrates', async () => {
    const absent = /early-input.*\.js/;
    const page = await openAsAdmin(site, {
      expected: [
        new RegExp(`^request failed: .*${absent.source} net::ERR_FAILED`),
        new RegExp(`^console error: Failed to load resource: net::ERR_FAILED .*${absent.source}`),
      ],
    });
    await page.route(absent, (route) => route.abort());
    await openAt(page, '/admin/categories?new');
    const dialog = page.getByRole('dialog', { name: 'Create Category' });
    await dialog.getByLabel('Name *').fill('Trust Accounts');
    await dialog.getByLabel('Description', { exact: true }).fill('Money that is not yours.');
    await dialog.getByRole('button', { name: 'Save Category' }).click();
    await waitForText(page, 'Category created successfully');
    await dialog.waitFor({ state: 'detached' });
    const { rows } = await site.db.query('select name, description from categories');
    expect(rows).toEqual([{ name: 'Trust Accounts', description: 'Money that is not yours.' }]);
  });
});

describe('progress', () => {
  it('is shown while the editor loads and while the article is saved', async () => {
    const page = await openAsAdmin(site);
    const pendingRequests: (() => void)[] = [];
    const release = () => {
      for (const go of pendingRequests.splice(0)) go();
    };
    const holdRequest = () => new Promise<void>((go) => pendingRequests.push(go));
    await page.route('**/assets/rich-editor*', async (route) => {
      await holdRequest();
      await route.continue();
    });
    await openArticle(page);
    await waitForText(page, 'Loading editor...');
    release();
    await waitForEditor(page);
    expect(await page.getByText('Loading editor...').count()).toBe(0);
    await page.route('**/edit.data*', async (route) => {
      if (route.request().method() === 'POST') await holdRequest();
      await route.continue();
    });
    await saveButton(page).click();
    const saving = page.getByRole('button', { name: 'Saving...' });
    await saving.waitFor();
    expect(await saving.isDisabled()).toBe(true);
    release();
    await waitForText(page, 'Article updated successfully');
  });
});

describe('a new article', () => {
  it('starts in the title, also when opened from the list', async () => {
    const page = await openAsAdmin(site);
    const isInTitle = () =>
      page.evaluate(() => document.activeElement?.getAttribute('name') === 'title' && scrollY === 0);
    await openAt(page, '/admin/articles/new');
    await expect.poll(isInTitle).toBe(true);
    await page.keyboard.type('Typed straight away');
    await page.getByLabel('Author', { exact: true }).fill('Dana Whitfield');
    await page.keyboard.press('Control+s');
    await waitForText(page, 'Article created successfully');
    await page.getByRole('link', { name: 'Back to Articles' }).click();
    await page.getByRole('link', { name: 'Typed straight away' }).first().waitFor();
    expect(await isInTitle()).toBe(false);
    await page.getByRole('link', { name: 'New Article' }).click();
    await expect.poll(isInTitle).toBe(true);
  });
});

describe('typed text', () => {
  it('is kept on the server, triggers a warning before leaving, and is saved by keyboard', async () => {
    const page = await openAsAdmin(site);
    await page.goto('/admin/articles/new');
    await waitForEditor(page);
    await page.getByLabel('Title', { exact: true }).fill('Typed in a browser');
    await page.getByText('Unsaved changes').waitFor();
    await page.getByText('Draft saved').waitFor();
    expect(await count('article_drafts')).toBe(1);
    const dialogMessages: string[] = [];
    page.on('dialog', (dialog) => {
      dialogMessages.push(dialog.message());
      void dialog.dismiss();
    });
    await page.getByRole('link', { name: 'Back to Articles' }).click();
    await expect.poll(() => dialogMessages).toEqual(['You have unsaved changes. Leave anyway?']);
    await page.getByLabel('Author', { exact: true }).fill('Dana Whitfield');
    await page.keyboard.press('Control+s');
    await waitForText(page, 'Article created successfully');
    await page.getByText('Saved just now').waitFor();
    expect(await count('article_drafts')).toBe(0);
  });

  it('stays while the server is unreachable, is kept in the browser, and can be saved later', async () => {
    const page = await openAsAdmin(site, { expected: [/INTERNET_DISCONNECTED/] });
    await page.goto('/admin/articles/new');
    await waitForEditor(page);
    await page.getByLabel('Title', { exact: true }).fill('Typed on a train');
    await page.getByLabel('Author', { exact: true }).fill('Dana Whitfield');
    await page.context().setOffline(true);
    await saveButton(page).click();
    await waitForText(page, 'The server could not be reached');
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Typed on a train');
    const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
    await expect.poll(kept).toContain('Typed on a train');
    await page.context().setOffline(false);
    await saveButton(page).click();
    await waitForText(page, 'Article created successfully');
  });

  it('is offered only to the person who typed it, and deleted for others after 30 days', async () => {
    const page = await openAsAdmin(site, { expected: [/INTERNET_DISCONNECTED/] });
    await addAccount(site.db, { email: 'bea@example.com', role: 'admin', fullName: 'Bea Stone' });
    const id = await openArticle(page);
    await waitForEditor(page);
    await page.context().setOffline(true);
    await page.getByLabel('Title', { exact: true }).fill('Only for Alex');
    await page.getByText('No connection. Saved in this browser').waitFor();
    await page.close({ runBeforeUnload: false });
    const context = page.context();
    await context.setOffline(false);
    const next = await context.newPage();
    const offer = next.getByText('This browser has an unsaved draft: Only for Alex');
    const openAs = async (email: string) => {
      await signInAs(site, context, email);
      await next.goto(`/admin/articles/${id}/edit`);
      await waitForEditor(next);
    };
    const copyKeys = () => next.evaluate(() => Object.keys(localStorage).filter((key) => /copy/.test(key)));
    await openAs('bea@example.com');
    expect(await offer.count()).toBe(0);
    await openAs(ADMIN_EMAIL);
    await offer.waitFor();
    const [key = ''] = await copyKeys();
    await next.evaluate((copy) => {
      const savedAt = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000).toISOString();
      localStorage.setItem(
        copy,
        JSON.stringify({ ...JSON.parse(localStorage.getItem(copy) ?? ''), savedAt }),
      );
    }, key);
    await next.reload();
    await offer.waitFor();
    await openAs('bea@example.com');
    await expect.poll(copyKeys).toEqual([]);
  });

  it('can be saved after the session ended: sign in in another tab and save again', async () => {
    const page = await openAsAdmin(site, { expected: [/status of 401/] });
    await openArticle(page);
    await (await waitForEditor(page)).press('End');
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
    await waitForText(page, 'Article updated successfully');
    const { rows } = await site.db.query('select summary, content from articles');
    expect(rows).toEqual([
      { summary: 'Typed before the session ended', content: '<p>Begin. And go on.</p>' },
    ]);
  });

  it('can be saved after the session ended without JavaScript, too', async () => {
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
    await waitForText(page, 'Article updated successfully');
    expect(await summaries()).toEqual(['Typed without scripts']);
  });
});

describe('a new article', () => {
  it('begins with title and text, has slug and summary in its side panel, and one line for all drafts', async () => {
    const page = await openAsAdmin(site, { width: 1280, height: 900 });
    await site.db.query(
      `insert into article_drafts (id, user_id, base_version, fields)
       select gen_random_uuid(), user_id, 0, jsonb_build_object('title', 'Draft ' || n)
       from profiles, generate_series(1, 3) n`,
    );
    await openAt(page, '/admin/articles/new');
    const text = await (await waitForEditor(page)).boundingBox();
    expect(text?.y).toBeLessThan(480);
    for (const label of ['URL Slug', 'Summary']) {
      const box = await page.getByLabel(label).boundingBox();
      expect(box?.x, label).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0));
    }
    const offers = page.getByText('You have an unsaved draft');
    expect(await offers.filter({ visible: true }).count()).toBe(1);
    await page.getByText('2 more drafts').click();
    await expect.poll(() => offers.filter({ visible: true }).count()).toBe(3);
  });
});

describe('two tabs with one article', () => {
  const draftOffer = (page: Page) => page.getByText('You have an unsaved draft');
  const title = (page: Page) => page.getByLabel('Title', { exact: true });
  /** Opens the same article in another tab, once both are editable. */
  async function openBeside(one: Page): Promise<Page> {
    await waitForEditor(one);
    const two = await one.context().newPage();
    await two.goto(one.url());
    await waitForEditor(two);
    return two;
  }

  it("keep their own text: a closed tab's draft is offered in the other, and the second save shows both", async () => {
    const one = await openAsAdmin(site, { expected: [/status of 409/] });
    const id = await openArticle(one);
    await waitForEditor(one);
    await title(one).fill('Typed in one');
    await one.getByText('Draft saved').waitFor();
    const two = await openBeside(one);
    // Typing continues in the other tab.
    await waitForText(two, 'This article is open in another tab');
    expect(await draftOffer(two).count()).toBe(0);
    await title(two).fill('Typed in two');
    await two.getByText('Draft saved').waitFor();
    expect(await count('article_drafts')).toBe(2);
    await one.close({ runBeforeUnload: false });
    await waitForText(two, 'You have an unsaved draft: Typed in one');
    expect(await two.getByText('This article is open in another tab').count()).toBe(0);
    // After the warning, this tab may replace the version that it started from. Any newer one is a conflict.
    await site.db.query("update articles set title = 'Saved elsewhere'");
    await two.getByRole('button', { name: 'Discard' }).click();
    await draftOffer(two).waitFor({ state: 'detached' });
    expect(await title(two).inputValue()).toBe('Typed in two');
    await saveButton(two).click();
    await two.getByRole('heading', { name: 'Another editor saved this article' }).waitFor();
    await waitForText(two, 'Saved elsewhere');
    await two.getByRole('button', { name: 'Save Article' }).click();
    await waitForText(two, 'Article updated successfully');
    const { rows } = await site.db.query('select id, title from articles');
    expect([rows, await count('article_drafts')]).toEqual([[{ id, title: 'Typed in two' }], 0]);
    const kept = await two.evaluate(() => Object.keys(localStorage).filter((key) => /copy/.test(key)));
    expect(kept).toEqual([]);
  });

  it("offer a closed tab's text when the failing server recovers", async () => {
    const one = await openAsAdmin(site, { expected: [/ERR_FAILED/] });
    await openArticle(one);
    const two = await openBeside(one);
    await title(one).fill('Typed in one');
    await one.getByText('Draft saved').waitFor();
    let failuresLeft = 2;
    await two.route(two.url(), (route) => {
      const isFailing = route.request().method() === 'HEAD' && failuresLeft > 0;
      if (!isFailing) return route.fallback();
      failuresLeft -= 1;
      return route.abort();
    });
    await one.close({ runBeforeUnload: false });
    await draftOffer(two).waitFor();
    expect(failuresLeft).toBe(0);
  });

  it("offer a crashed tab's text without the server", async () => {
    const one = await openAsAdmin(site, { expected: [/INTERNET_DISCONNECTED/] });
    await openArticle(one);
    const two = await openBeside(one);
    await one.context().setOffline(true);
    await title(one).fill('Left on a train');
    await one.getByText('No connection. Saved in this browser').waitFor();
    const before = await title(two).inputValue();
    await one.close({ runBeforeUnload: false });
    // The other tab finds the draft while the server is unreachable, and does not change.
    await waitForText(two, 'This browser has an unsaved draft: Left on a train');
    expect(await title(two).inputValue()).toBe(before);
    await two.context().setOffline(false);
    await two.getByRole('button', { name: 'Restore' }).click();
    expect(await title(two).inputValue()).toBe('Left on a train');
    await saveButton(two).click();
    await waitForText(two, 'Article updated successfully');
    await two.reload();
    await waitForEditor(two);
    expect(await title(two).inputValue()).toBe('Left on a train');
    expect(await two.getByText('This browser has an unsaved draft').count()).toBe(0);
  });
});

describe('images in the text', () => {
  it('that are still uploading delay the save', async () => {
    const page = await openAsAdmin(site);
    await page.goto('/admin/articles/new');
    const editor = await waitForEditor(page);
    await page.getByLabel('Title', { exact: true }).fill('With an image');
    await page.getByLabel('Author', { exact: true }).fill('Dana Whitfield');
    const [held, release] = gate();
    await page.route('**/admin/media/upload', async (route) => {
      await held;
      const url = '/stock/tools-800.webp';
      await route.fulfill({ status: 201, json: { url, width: 64, height: 48, alt: '' } });
    });
    await paste(editor, { images: ['late.png'] });
    await page.getByText('Uploading late.png').waitFor();
    await saveButton(page).click();
    const waiting = page.getByRole('button', { name: 'Uploading images...' });
    await waiting.waitFor();
    expect(await waiting.isDisabled()).toBe(true);
    release();
    await waitForText(page, 'Article created successfully');
    const { rows } = await site.db.query('select content from articles');
    expect(rows[0].content).toContain('src="/stock/tools-800.webp"');
  });

  it('from another site are replaced by stored copies after saving, on the screen too', async () => {
    // The page's Content-Security-Policy blocks images of other sites.
    const page = await openAsAdmin(site, { expected: [/cdn\.publisher\.com/] });
    const id = await openArticle(page);
    await site.db.query(
      `update articles set content = '<p>A <img src="https://cdn.publisher.com/a.png" alt="" /></p><figure><img src="https://cdn.publisher.com/b.png" alt="" /><figcaption>B</figcaption></figure>' where id = $1`,
      [id],
    );
    await page.reload();
    await waitForEditor(page);
    await saveButton(page).click();
    await waitForText(page, 'Article updated successfully');
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

describe('accessibility', () => {
  it.each([
    { width: 390, theme: 'dark' },
    { width: 768, theme: 'light' },
    { width: 1280, theme: 'dark' },
  ] as const)('has no axe violations at $width px, $theme', async ({ width, theme }) => {
    const page = await openAsAdmin(site, { width, theme, expected: [/status of 409/] });
    const look = async (what: string) => {
      expect(await findAxeViolations(page), what).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, what).toBeLessThanOrEqual(0);
    };
    const id = await openArticle(page);
    await site.db.query("update articles set content = repeat('<p>A paragraph.</p>', 60)");
    await page.reload();
    const editor = await waitForEditor(page);
    await look('the editor');
    // The toolbar stays visible below other sticky elements, however many rows they have.
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
    await waitForText(page, 'Article updated successfully');
    await site.db.query("update articles set title = 'Changed by another hand'");
    await page.getByLabel('Summary').fill('Mine again');
    await saveButton(page).click();
    await page.getByRole('heading', { name: 'Another editor saved this article' }).waitFor();
    await look('two versions');
    await page.getByRole('button', { name: 'Save Article' }).click();
    await waitForText(page, 'Article updated successfully');
    await page.getByRole('link', { name: 'History' }).locator('visible=true').click();
    await page.waitForURL(`**/admin/articles/${id}/revisions`);
    await page.getByRole('heading', { name: 'Version' }).first().waitFor();
    await look('the history');
    await site.db.query("update articles set status = 'draft'");
    await page.goto(`/admin/articles/${id}/share`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await look('sharing');
  });

  it('offers a publish date for drafts only, and says why', async () => {
    const page = await openAsAdmin(site);
    await openArticle(page);
    await waitForEditor(page);
    const moment = page.getByLabel('Publish at');
    expect(await moment.isDisabled()).toBe(true);
    await page.getByText('Scheduling works for drafts').waitFor();
    await page.getByLabel('Status').selectOption('Draft');
    expect(await moment.isDisabled()).toBe(false);
  });
});
