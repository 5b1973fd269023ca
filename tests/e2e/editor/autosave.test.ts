// Autosaved drafts, when requests are slow or lost: the newest text is never replaced by an older one.
import type { Page } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { openAt, pathOf } from '../../support/browser/browser';
import { waitForEditor } from '../../support/browser/rich-text';
import { addArticle, emptyMagazine } from '../../support/factory';
import { gate } from '../../support/gate';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });
beforeEach(() => emptyMagazine(site.db));

const AUTOSAVE = '**/admin/articles/autosave';
const title = (page: Page) => page.getByLabel('Title', { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const localOffer = (page: Page, words: string) =>
  page.getByText(`This browser has an unsaved draft: ${words}`);
const drafts = async () =>
  (await site.db.query("select fields ->> 'title' as title from article_drafts")).rows.map(
    (draft) => draft.title,
  );
const localCopies = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => /copy/.test(key))
      .map(([, copy]) => JSON.parse(copy).fields.title),
  );

async function open(page: Page): Promise<string> {
  const id = await addArticle(site.db, { title: 'Fees', content: '<p>Begin.</p>', summary: 'Before' });
  await openAt(page, `/admin/articles/${id}/edit`);
  await waitForEditor(page);
  return id;
}

/** Closes the tab and opens the same article in the returned one. */
async function reopen(page: Page): Promise<Page> {
  const later = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  await openAt(later, pathOf(page));
  await waitForEditor(later);
  return later;
}

/** Lets the first autosave fail when the test calls the returned function. */
async function failFirst(page: Page): Promise<{ first: Promise<void>; fail: () => void }> {
  const [first, markSent] = gate();
  const [failed, fail] = gate();
  await page.route(
    AUTOSAVE,
    async (route) => {
      markSent();
      await failed;
      await route.abort();
    },
    { times: 1 },
  );
  return { first, fail };
}

it('fails late without replacing newer text', async () => {
  const page = await openAsAdmin(site, { expected: [/ERR_FAILED/] });
  await open(page);
  const { first, fail } = await failFirst(page);
  await title(page).fill('Older');
  await first;
  await title(page).fill('Newer');
  await expect.poll(async () => [...(await drafts()), ...(await localCopies(page))]).toContain('Newer');
  fail();
  await page.getByText('No connection. Saved in this browser').waitFor();
  const later = await reopen(page);
  await later.getByText(/unsaved draft: Newer/).waitFor();
  expect(await later.getByText(/unsaved draft: Older/).count()).toBe(0);
});

it('sends one request at a time, and in the end the newest text', async () => {
  const page = await openAsAdmin(site);
  await open(page);
  let [running, most] = [0, 0];
  const [first, markSent] = gate();
  const [answered, answer] = gate();
  await page.route(AUTOSAVE, async (route) => {
    running += 1;
    most = Math.max(most, running);
    markSent();
    await answered;
    const response = await route.fetch();
    running -= 1;
    await route.fulfill({ response });
  });
  await title(page).fill('Older');
  await first;
  await title(page).fill('Newer');
  await expect.poll(async () => most > 1 || (await localCopies(page)).includes('Newer')).toBe(true);
  answer();
  await expect.poll(drafts).toEqual(['Newer']);
  await page.getByText('Draft saved').waitFor();
  expect(most).toBe(1);
  expect(await localCopies(page)).toEqual([]);
});

it('keeps the text in this browser when no answer arrives', async () => {
  const page = await openAsAdmin(site);
  await page.addInitScript(() => {
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (time) => timeout.call(AbortSignal, time / 10);
  });
  await open(page);
  await page.route(AUTOSAVE, () => {});
  await title(page).fill('Typed in a tunnel');
  await page.getByText('No connection. Saved in this browser').waitFor();
  expect(await localCopies(page)).toEqual(['Typed in a tunnel']);
});

it('keeps text that equals a draft from before the last save', async () => {
  const page = await openAsAdmin(site);
  await open(page);
  await title(page).fill('First');
  await page.getByText('Draft saved').waitFor();
  await title(page).fill('Second');
  await button(page, 'Save Article').click();
  await page.getByText('Saved just now').waitFor();
  const path = pathOf(page);
  await page.route(AUTOSAVE, () => {});
  await title(page).fill('First');
  page.once('dialog', (dialog) => dialog.accept());
  await openAt(page, '/admin/articles');
  await openAt(page, path);
  await localOffer(page, 'First').waitFor();
});

it('offers a newer draft beside an older copy in this browser, and keeps it when that is restored', async () => {
  const page = await openAsAdmin(site, { expected: [/INTERNET_DISCONNECTED/] });
  const id = await open(page);
  await page.context().setOffline(true);
  await title(page).fill('Older');
  await page.getByText('No connection. Saved in this browser').waitFor();
  await page.context().setOffline(false);
  const copyId = await page.locator('[name=copy]').first().inputValue();
  await site.db.query(
    `insert into article_drafts (id, user_id, article_id, base_version, fields, saved_at)
     select $1, user_id, $2, 1, '{"title": "Newer"}', now() + interval '1 minute' from profiles`,
    [copyId, id],
  );
  const later = await reopen(page);
  await localOffer(later, 'Older').waitFor();
  await later.getByText('1 more draft').click();
  await later.getByText('You have an unsaved draft: Newer').waitFor();
  await button(later, 'Restore').first().click();
  await later.getByText('Draft saved').waitFor();
  expect((await drafts()).sort()).toEqual(['Newer', 'Older']);
});
