// The picture of a form: whatever the library or an upload does, what is typed stays, and the latest choice counts.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAsAdmin, startAdminSite } from '../support/admin-site';
import { findBarriers } from '../support/axe';
import { type PageOptions, stopClock, visit } from '../support/browser';
import { gate } from '../support/gate';
import { drawPicture } from '../support/pictures';
import type { Site } from '../support/site';
import { visit as visitor } from '../support/visitor';

let site: Site;
let stored: string;

beforeAll(async () => {
  site = await startAdminSite({ pageCache: 'off' });
  const admin = visitor(site);
  await admin.signIn('boss@example.com');
  const form = new FormData();
  form.set(
    'file',
    new Blob([Uint8Array.from(await drawPicture('png'))], { type: 'image/png' }),
    'stored.png',
  );
  const answer = await admin.post('/admin/media/upload', form);
  ({ url: stored } = (await answer.json()) as { url: string });
});
afterAll(() => site.stop());

const WORDS = 'Bench and Ledger';
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Create New Ad' });
const library = (page: Page) => page.getByRole('dialog', { name: 'Choose an image' });
const addressOf = (page: Page) => page.getByLabel('Image URL').inputValue();

/** An ad whose name is typed. */
async function typeAd(options: PageOptions = {}, hasStillClock = false): Promise<Page> {
  const page = await openAsAdmin(site, { reducedMotion: true, ...options });
  if (hasStillClock) await stopClock(page, Date.now());
  await visit(page, '/admin/ads?new');
  await dialogOf(page).getByLabel('Name').fill(WORDS);
  return page;
}

const openLibrary = (page: Page) => page.getByRole('button', { name: 'Choose from library' }).click();

/** It says why it shows nothing; asked again, it shows what there is, and the form is as it was. */
async function expectWordsAndLibrary(page: Page, why: string, mend: () => Promise<unknown>): Promise<void> {
  await library(page).getByRole('alert').filter({ hasText: why }).waitFor();
  expect(await dialogOf(page).getByLabel('Name').inputValue()).toBe(WORDS);
  expect(await findBarriers(page)).toEqual([]);
  await mend();
  await library(page).getByRole('button', { name: 'Try again' }).click();
  await library(page).getByRole('button', { name: 'stored.png' }).click();
  expect(await addressOf(page)).toBe(stored);
  expect(await dialogOf(page).getByLabel('Name').inputValue()).toBe(WORDS);
}

describe('the library over a form', () => {
  it('says so while the database is away, and leaves what is typed', async () => {
    const page = await typeAd({ expected: [/status of 503/] });
    await site.loseDatabase();
    try {
      await openLibrary(page);
      await expectWordsAndLibrary(page, 'The library cannot be reached', () => site.restoreDatabase());
    } catch (error) {
      await site.restoreDatabase().catch(() => {});
      throw error;
    }
  });

  it('says so when the session ended, and leaves what is typed', async () => {
    const page = await typeAd();
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await openLibrary(page);
    await library(page).getByRole('link', { name: 'Sign in' }).waitFor();
    await expectWordsAndLibrary(page, 'You are signed out', () => page.context().addCookies(cookies));
  });

  it('says so when no answer comes', async () => {
    const page = await typeAd({}, true);
    const [held, letGo] = gate();
    await page.route('**/admin/media/choices*', async (route) => {
      await held;
      // The page has given it up.
      await route.abort().catch(() => {});
    });
    await openLibrary(page);
    await library(page).waitFor();
    await page.clock.runFor(20_000);
    await page.clock.resume();
    await expectWordsAndLibrary(page, 'The library cannot be reached', async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      letGo();
    });
  });
});

describe('a picture that arrives late', () => {
  const LATE = '/stock/tools-800.webp';

  /** An upload is under way; the function lets it arrive. */
  async function uploadSlowly(page: Page): Promise<() => Promise<void>> {
    const [held, letGo] = gate();
    await page.route('**/admin/media/upload', async (route) => {
      await held;
      await route.fulfill({ status: 201, json: { url: LATE, width: 64, height: 48, alt: 'Late' } });
    });
    const buffer = Buffer.from(await drawPicture('png'));
    await dialogOf(page)
      .getByLabel('Image', { exact: true })
      .setInputFiles({ name: 'late.png', mimeType: 'image/png', buffer });
    await page.getByRole('progressbar', { name: 'Uploading late.png' }).waitFor();
    return async () => {
      letGo();
      await page.locator('.toast').filter({ hasText: 'Image uploaded successfully' }).waitFor();
    };
  }

  it('does not replace the one that was chosen meanwhile', async () => {
    const page = await typeAd();
    const arrive = await uploadSlowly(page);
    await openLibrary(page);
    await library(page).getByRole('button', { name: 'stored.png' }).click();
    await arrive();
    expect(await addressOf(page)).toBe(stored);
  });

  it('does not come back once it was removed', async () => {
    const page = await typeAd();
    await page.getByLabel('Image URL').fill(stored);
    const arrive = await uploadSlowly(page);
    await page.getByRole('button', { name: 'Remove image' }).click();
    await arrive();
    expect(await addressOf(page)).toBe('');
  });

  it('is the form’s where nothing else was chosen', async () => {
    const page = await typeAd();
    await page.getByLabel('Image URL').fill(stored);
    await (await uploadSlowly(page))();
    expect(await addressOf(page)).toBe(LATE);
  });
});
