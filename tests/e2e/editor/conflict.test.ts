// Save conflicts: text typed before, during and after a save is on the page or offered there.
import type { Page } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { openAt, waitForHydration } from '../../support/browser/browser';
import { holdPosts } from '../../support/browser/hold-posts';
import { htmlOf, waitForEditor } from '../../support/browser/rich-text';
import { addArticle, emptyMagazine } from '../../support/factory';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });

beforeEach(() => emptyMagazine(site.db));

const summary = (page: Page) => page.getByLabel('Summary');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toast = (page: Page, words: string) => page.locator('.toast', { hasText: words }).first().waitFor();
const conflict = (page: Page) => page.getByRole('heading', { name: /saved this article/ }).waitFor();
const stored = async () => (await site.db.query('select title, summary from articles')).rows;
const theirs = (title = 'Theirs') => site.db.query('update articles set title = $1', [title]);
const copies = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /copy/.test(key)));

/** The page has reloaded the article and shows this text. */
const showsText = (page: Page, words: string) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const { __remixRouter: router } = window as unknown as {
          __remixRouter: { state: { revalidation: string; loaderData: unknown } };
        };
        return `${router.state.revalidation} ${JSON.stringify(router.state.loaderData)}`;
      }),
    )
    .toMatch(new RegExp(`^idle .*${words}`));

async function open(page: Page): Promise<string> {
  const id = await addArticle(site.db, { title: 'Fees', content: '<p>Begin.</p>', summary: 'Before' });
  await openAt(page, `/admin/articles/${id}/edit`);
  await waitForEditor(page);
  return id;
}

/** Closes the tab with the unsaved summary `Left here`, and opens the article in the returned one. */
async function reopenWithDraft(page: Page): Promise<Page> {
  const id = await open(page);
  await page.context().setOffline(true);
  await summary(page).fill('Left here');
  await page.getByText('No connection. Saved in this browser').waitFor();
  await page.context().setOffline(false);
  const later = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  await openAt(later, `/admin/articles/${id}/edit`);
  await waitForEditor(later);
  return later;
}

/** Creates a conflict in the title and the summary `Mine` while the article is open in the returned tab. */
async function conflictBesideAnotherTab(page: Page): Promise<Page> {
  const id = await open(page);
  const other = await page.context().newPage();
  await openAt(other, `/admin/articles/${id}/edit`);
  await waitForEditor(other);
  await page.reload();
  await page.getByText('This article is open in another tab').waitFor();
  await theirs();
  await summary(page).fill('Mine');
  await button(page, 'Save Article').click();
  await conflict(page);
  return other;
}

it('keeps text typed during a save and offers it after the conflict is resolved', async () => {
  const page = await openAsAdmin(site, { expected: [/status of 409/] });
  await open(page);
  await summary(page).fill('Sent');
  const posts = await holdPosts(page, '/admin/articles/');
  await button(page, 'Save Article').click();
  await posts.first;
  await theirs();
  await summary(page).fill('Sent, and typed on');
  posts.release();
  await conflict(page);
  await button(page, 'Save Article').click();
  await toast(page, 'Article updated successfully');
  expect(await stored()).toEqual([{ title: 'Fees', summary: 'Sent' }]);
  await page.getByText('This browser has an unsaved draft').waitFor();
  await button(page, 'Restore').click();
  expect(await summary(page).inputValue()).toBe('Sent, and typed on');
  await button(page, 'Save Article').click();
  await conflict(page);
  await button(page, 'Save Article').click();
  await expect.poll(stored).toEqual([{ title: 'Fees', summary: 'Sent, and typed on' }]);
  await page.getByText('Saved just now').waitFor();
  await expect.poll(() => copies(page)).toEqual([]);
});

it('leaves no draft after the conflict is resolved, even if it is resolved twice', async () => {
  const page = await openAsAdmin(site, { expected: [/status of 409/] });
  await open(page);
  await site.db.query("update articles set status = 'draft'");
  await page.reload();
  await waitForEditor(page);
  await page.getByLabel('Publish at').fill('2031-05-04T09:30');
  await theirs();
  // This closes the field above.
  await page.getByLabel('Status').selectOption('published');
  await button(page, 'Save Article').click();
  await conflict(page);
  await page.getByRole('group', { name: 'Title' }).getByLabel('Theirs').check();
  await theirs('Theirs again');
  await button(page, 'Save Article').click();
  // Another conflict, which no longer concerns the title.
  await page.getByRole('group', { name: 'Title' }).waitFor({ state: 'detached' });
  await conflict(page);
  await button(page, 'Save Article').click();
  await toast(page, 'Article updated successfully');
  await page.getByText('Saved just now').waitFor();
  expect((await stored())[0].title).toBe('Theirs again');
  await expect.poll(() => copies(page)).toEqual([]);
  expect(await page.getByText('This browser has an unsaved draft').count()).toBe(0);
});

it('returns when saving its resolution fails, with the choices reset but no text lost', async () => {
  const page = await openAsAdmin(site, { expected: [/status of 409/, /status of 503/] });
  await open(page);
  await theirs();
  await summary(page).fill('Mine');
  await button(page, 'Save Article').click();
  await conflict(page);
  await page.getByRole('group', { name: 'Title' }).getByLabel('Theirs').check();
  await site.withoutDatabase(async () => {
    await button(page, 'Save Article').click();
    await page.getByText('The magazine cannot reach its database right now.').first().waitFor();
  });
  expect(await summary(page).inputValue()).toBe('Mine');
  await button(page, 'Save Article').click();
  await conflict(page);
  await page.getByRole('group', { name: 'Title' }).getByLabel('Theirs').check();
  await button(page, 'Save Article').click();
  await expect.poll(stored).toEqual([{ title: 'Theirs', summary: 'Mine' }]);
});

it('never replaces text typed in this tab with a recovered draft', async () => {
  const page = await openAsAdmin(site, { expected: [/INTERNET_DISCONNECTED/] });
  const later = await reopenWithDraft(page);
  await summary(later).fill('Typed before I saw that');
  await button(later, 'Restore').click();
  expect(await summary(later).inputValue()).toBe('Left here');
  await button(later, 'Save Article').click();
  await later.getByText('Saved just now').waitFor();
  await openAt(later, later.url());
  await button(later, 'Restore').click();
  expect(await summary(later).inputValue()).toBe('Typed before I saw that');
});

it('in a recovered draft ends with the chosen text, not with the draft', async () => {
  const page = await openAsAdmin(site, { expected: [/status of 409/, /INTERNET_DISCONNECTED/] });
  const later = await reopenWithDraft(page);
  await button(later, 'Restore').click();
  await summary(later).fill('Left here, and gone on with');
  await theirs();
  await button(later, 'Save Article').click();
  await conflict(later);
  await later.getByRole('group', { name: 'Title' }).getByLabel('Theirs').check();
  await button(later, 'Keep Editing').click();
  await later.getByText('The form shows your choices').waitFor();
  expect(await summary(later).inputValue()).toBe('Left here, and gone on with');
  expect(await later.getByLabel('Title', { exact: true }).inputValue()).toBe('Theirs');
  await button(later, 'Save Article').click();
  await toast(later, 'Article updated successfully');
  await later.getByText('Saved just now').waitFor();
  expect(await stored()).toEqual([{ title: 'Theirs', summary: 'Left here, and gone on with' }]);
});

it('stays on the screen when closing another tab reloads the article', async () => {
  const page = await openAsAdmin(site, { expected: [/status of 409/] });
  const other = await conflictBesideAnotherTab(page);
  await theirs('Theirs again');
  await other.close({ runBeforeUnload: false });
  await showsText(page, 'Theirs again');
  await page.getByText('Your changes are still here').waitFor();
  await button(page, 'Keep Editing').click();
  await page.getByText('The form shows your choices').waitFor();
  expect(await summary(page).inputValue()).toBe('Mine');
  expect(await htmlOf(page)).toBe('<p>Begin.</p>');
});

it('ends when the chosen parts match what is stored by then', async () => {
  const page = await openAsAdmin(site, { expected: [/status of 409/] });
  const other = await conflictBesideAnotherTab(page);
  await site.db.query("update articles set summary = 'Mine'");
  await other.close({ runBeforeUnload: false });
  await showsText(page, '"Mine"');
  await page.getByRole('group', { name: 'Title' }).getByLabel('Theirs').check();
  await button(page, 'Save Article').click();
  await toast(page, 'Article updated successfully');
  await page.getByText('Saved just now').waitFor();
  expect(await summary(page).inputValue()).toBe('Mine');
});

it('in a new article stays if the resolution is never received', async () => {
  const page = await openAsAdmin(site, { expected: [/status of 409/, /ERR_FAILED/] });
  await openAt(page, '/admin/articles/new');
  await waitForEditor(page);
  await page.getByLabel('Title', { exact: true }).fill('Fees');
  await page.getByLabel('Author', { exact: true }).fill('Dana Whitfield');
  /** Drops the next form, or its answer. */
  const lose = (what: 'form' | 'answer') =>
    page.route(
      ({ pathname }) => pathname.endsWith('.data'),
      async (route) => {
        if (route.request().method() === 'POST' && what === 'answer') await route.fetch();
        await (route.request().method() === 'POST' ? route.abort() : route.fallback());
      },
    );
  await lose('answer');
  await button(page, 'Save Article').click();
  await toast(page, 'The server could not be reached');
  await page.unrouteAll();
  await summary(page).fill('Typed on');
  await button(page, 'Save Article').click();
  await conflict(page);
  await lose('form');
  const lost = page.waitForEvent('requestfailed');
  await button(page, 'Save Article').click();
  await lost;
  await button(page, 'Save Article').waitFor();
  await conflict(page);
  await page.unrouteAll();
  await button(page, 'Save Article').click();
  await page.getByText('Saved just now').waitFor();
  expect(await stored()).toEqual([{ title: 'Fees', summary: 'Typed on' }]);
});

it('keeps a form submitted without scripts while the database is unavailable, even if buttons are clicked after hydration', async () => {
  const page = await openAsAdmin(site, { expected: [/status of 503/] });
  const id = await open(page);
  await summary(page).fill('Sent early');
  await site.withoutDatabase(async () => {
    await Promise.all([
      page.waitForResponse((answer) => answer.request().method() === 'POST'),
      page.locator('form.editor').evaluate((form) => (form as HTMLFormElement).submit()),
    ]);
    await page.getByText('The magazine cannot reach its database right now.').first().waitFor();
    await waitForHydration(page);
    await waitForEditor(page);
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
    await page.waitForURL(/#content$/);
    expect(await summary(page).inputValue()).toBe('Sent early');
  });
  await button(page, 'Save Article').click();
  await toast(page, 'Article updated successfully');
  expect(await stored()).toEqual([{ title: 'Fees', summary: 'Sent early' }]);
  await page.waitForURL(new RegExp(`/admin/articles/${id}/edit$`));
  await page.getByText('Saved just now').waitFor();
});

it('keeps a recovered draft for another device on which typing continued', async () => {
  const page = await openAsAdmin(site);
  const id = await open(page);
  await summary(page).fill('Typed there');
  await page.getByText('Draft saved').waitFor();
  const [{ id: draft }] = (await site.db.query('select id from article_drafts')).rows;
  const here = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  const beside = await page.context().newPage();
  await openAt(beside, `/admin/articles/${id}/edit`);
  const posts = await holdPosts(here, '/admin/articles/autosave');
  await openAt(here, `/admin/articles/${id}/edit?draft=${draft}`);
  await here.getByText('This article is open in another tab').waitFor();
  // With milliseconds, as the product writes it.
  await site.db.query('update article_drafts set saved_at = $1, fields = fields || $2', [
    new Date(),
    { summary: 'Typed on there' },
  ]);
  await beside.close({ runBeforeUnload: false });
  await showsText(here, 'Typed on there');
  await summary(here).fill('Typed here');
  await button(here, 'Save Article').click();
  await toast(here, 'Article updated successfully');
  const { rows } = await site.db.query("select fields ->> 'summary' as summary from article_drafts");
  expect(rows).toEqual([{ summary: 'Typed on there' }]);
  posts.release();
});

it('is shown on a phone at the end of the short form, too', async () => {
  const id = await addArticle(site.db, { title: 'Mine' });
  const page = await openAsAdmin(site, { width: 390, expected: [/status of 409/] });
  await openAt(page, `/admin-old?tab=articles&edit=${id}`);
  await theirs();
  await summary(page).fill('Typed here');
  await button(page, 'Save Article').click();
  const message = page.getByRole('alert').filter({ hasText: 'Failed to save article' });
  await message.waitFor();
  const isInView = () =>
    message.evaluate((box) => {
      const { top, bottom } = box.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  await expect.poll(isInView).toBe(true);
  expect(await summary(page).inputValue()).toBe('Typed here');
});
