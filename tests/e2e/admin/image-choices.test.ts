// A form's image: typed text stays when the library or an upload changes something, and the latest choice
// counts.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { openAt, type PageOptions, stopClock } from '../../support/browser/browser';
import { gate } from '../../support/gate';
import { drawImage } from '../../support/images';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';
import { visit as visitor } from '../../support/visitor';

const { it, site } = adminSiteTest({ pageCache: 'off' });
let stored: string;

beforeAll(async () => {
  const admin = visitor(site);
  await admin.signIn('boss@example.com');
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(await drawImage('png'))], { type: 'image/png' }), 'stored.png');
  const answer = await admin.post('/admin/media/upload', form);
  ({ url: stored } = (await answer.json()) as { url: string });
});

const WORDS = 'Bench and Ledger';
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Create New Ad' });
const library = (page: Page) => page.getByRole('dialog', { name: 'Choose an image' });
const addressOf = (page: Page) => page.getByLabel('Image URL', { exact: true }).inputValue();

/** Opens a new ad and types its name. */
async function typeAd(options: PageOptions = {}, hasStillClock = false): Promise<Page> {
  const page = await openAsAdmin(site, { reducedMotion: true, ...options });
  if (hasStillClock) await stopClock(page, Date.now());
  await openAt(page, '/admin/ads?new');
  await dialogOf(page).getByLabel('Name').fill(WORDS);
  return page;
}

const openLibrary = (page: Page) => page.getByRole('button', { name: 'Choose from Library' }).click();

/**
 * The library says why it is empty. After `repair` and a retry it shows its images, and the form is
 * unchanged.
 */
async function expectTextAndLibrary(page: Page, why: string, repair: () => Promise<unknown>): Promise<void> {
  await library(page).getByRole('alert').filter({ hasText: why }).waitFor();
  expect(await dialogOf(page).getByLabel('Name').inputValue()).toBe(WORDS);
  expect(await findAxeViolations(page)).toEqual([]);
  await repair();
  await library(page).getByRole('button', { name: 'Try Again' }).click();
  await library(page).getByRole('button', { name: 'stored.png' }).click();
  expect(await addressOf(page)).toBe(stored);
  expect(await dialogOf(page).getByLabel('Name').inputValue()).toBe(WORDS);
}

describe('image library over a form', () => {
  it('reports that the database is unavailable and keeps typed text', async () => {
    const page = await typeAd({ expected: [/status of 503/] });
    await site.loseDatabase();
    try {
      await openLibrary(page);
      await expectTextAndLibrary(page, 'We couldn’t load the library', () => site.restoreDatabase());
    } catch (error) {
      await site.restoreDatabase().catch(() => {});
      throw error;
    }
  });

  it('reports that the session ended and keeps typed text', async () => {
    const page = await typeAd();
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await openLibrary(page);
    await library(page).getByRole('link', { name: 'Sign in' }).waitFor();
    await expectTextAndLibrary(page, 'You are signed out', () => page.context().addCookies(cookies));
  });

  it('reports that no answer arrived', async () => {
    const page = await typeAd({}, true);
    const [held, release] = gate();
    await page.route('**/admin/media/choices*', async (route) => {
      await held;
      // The page has aborted the request.
      await route.abort().catch(() => {});
    });
    await openLibrary(page);
    await library(page).waitFor();
    await page.clock.runFor(20_000);
    await page.clock.resume();
    await expectTextAndLibrary(page, 'We couldn’t load the library', async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      release();
    });
  });
});

describe('late upload', () => {
  const LATE = '/stock/tools-800.webp';

  /** Starts an upload; the returned function completes it. */
  async function uploadSlowly(page: Page, status = 201): Promise<() => Promise<void>> {
    const [held, release] = gate();
    await page.route('**/admin/media/upload', async (route) => {
      await held;
      await route.fulfill({
        status,
        json: status === 201 ? { url: LATE, width: 64, height: 48, alt: 'Late' } : {},
      });
    });
    const buffer = Buffer.from(await drawImage('png'));
    await dialogOf(page)
      .getByLabel('Image', { exact: true })
      .setInputFiles({ name: 'late.png', mimeType: 'image/png', buffer });
    await page.getByRole('progressbar', { name: 'Uploading late.png' }).waitFor();
    return async () => {
      release();
      const words = status === 201 ? 'Image uploaded successfully' : 'Failed to upload image';
      await page.locator('.toast').filter({ hasText: words }).waitFor();
    };
  }

  it('does not replace an image chosen in the meantime', async () => {
    const page = await typeAd();
    const arrive = await uploadSlowly(page);
    await openLibrary(page);
    await library(page).getByRole('button', { name: 'stored.png' }).click();
    await arrive();
    expect(await addressOf(page)).toBe(stored);
  });

  it('does not return after it was removed', async () => {
    const page = await typeAd();
    await page.getByLabel('Image URL', { exact: true }).fill(stored);
    const arrive = await uploadSlowly(page);
    await page.getByRole('button', { name: 'Remove Image' }).click();
    await arrive();
    expect(await addressOf(page)).toBe('');
  });

  it('is used if nothing else was chosen', async () => {
    const page = await typeAd();
    await page.getByLabel('Image URL', { exact: true }).fill(stored);
    await (await uploadSlowly(page))();
    expect(await addressOf(page)).toBe(LATE);
  });

  it('that fails holds back the save', async () => {
    const page = await typeAd({ expected: [/status of 500/] });
    await page.getByRole('checkbox', { name: 'Home' }).first().check();
    const arrive = await uploadSlowly(page, 500);
    await page.getByRole('button', { name: 'Save Ad' }).click();
    await page.getByRole('button', { name: 'Uploading images...' }).waitFor();
    await arrive();
    await page.getByRole('button', { name: 'Save Ad' }).waitFor();
    await dialogOf(page).getByText('Upload Error: Failed to upload image').waitFor();
    expect((await site.db.query('select name from ads where name = $1', [WORDS])).rows).toEqual([]);
  });

  it('that fails does not concern an image chosen in the meantime', async () => {
    const page = await typeAd({ expected: [/status of 500/] });
    const arrive = await uploadSlowly(page, 500);
    await page.getByLabel('Image URL', { exact: true }).fill(stored);
    await arrive();
    expect(await dialogOf(page).getByText('Upload Error: Failed to upload image').count()).toBe(0);
  });
});
