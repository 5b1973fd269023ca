// An article for members in a browser: where it stops for visitors, and how somebody who signs in reads on.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAdminSite } from '../support/admin-site';
import { findBarriers } from '../support/axe';
import { alive, follow, openPage, pathOf, visit } from '../support/browser';
import { addAccount, addArticle, PASSWORD } from '../support/factory';
import { expectStillness, watchShifts } from '../support/layout-shifts';
import type { Site } from '../support/site';

const LINES =
  'Whoever reads this far has read a paragraph of a plausible length, as articles have them. '.repeat(4);
const paragraphs = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `<p>Paragraph ${from + i}. ${LINES}</p>`).join('');

let site: Site;

beforeAll(async () => {
  site = await startAdminSite();
  await addAccount(site.db, { email: 'ann@example.com', fullName: 'Ann Reader' });
  await addArticle(site.db, {
    slug: 'escrow',
    title: 'What escrow costs',
    category: 'tools',
    membersOnly: true,
    content: `${paragraphs(1, 9)}<p>The clause to strike.</p>`,
  });
});
afterAll(() => site.stop());

const hidden = (page: Page) => page.getByText('The clause to strike.');
const note = (page: Page) => page.getByRole('region', { name: 'Members read on' });

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('ann@example.com');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

async function expectNoBarriers(page: Page, what: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      expect(await findBarriers(page), `${what}, ${width} px, ${theme}`).toEqual([]);
    }
  }
}

/** Where the last words stand that everybody may read. */
const endOfBeginning = (page: Page) =>
  page.getByText('Paragraph 3.').evaluate((element) => element.getBoundingClientRect().bottom + scrollY);

describe('an article for members', () => {
  it('stops for a visitor, and goes on after signing in, below what was read', async () => {
    const page = await openPage({ origin: site.url, reducedMotion: true });
    await visit(page, '/article/escrow');
    const before = await endOfBeginning(page);
    expect(await hidden(page).count()).toBe(0);
    await expectNoBarriers(page, 'the note');
    await note(page).getByRole('link', { name: 'Sign In' }).click();
    await page.waitForURL('**/auth?redirect=*');
    await signIn(page);
    await hidden(page).waitFor();
    expect(pathOf(page)).toBe('/article/escrow');
    expect(await note(page).count()).toBe(0);
    expect(await endOfBeginning(page)).toBe(before);
    // The next visit too, which comes from the cache.
    await visit(page, '/article/escrow');
    await hidden(page).waitFor();
    expect(await endOfBeginning(page)).toBe(before);
  });

  it('is read on without JavaScript on a page of its own', async () => {
    const page = await openPage({ origin: site.url, javaScript: false });
    await page.goto('/article/escrow');
    await follow(note(page).getByRole('link', { name: 'Read the whole article' }));
    expect(pathOf(page)).toBe('/auth?redirect=%2Faccount%2Fread%2Fescrow');
    await signIn(page);
    await page.waitForURL('**/account/read/escrow');
    expect(await hidden(page).isVisible()).toBe(true);
    expect(await page.getByText('Paragraph 1.').isVisible()).toBe(true);
  });
});

describe('the reading list', () => {
  it('is filled on an article by whoever is signed in, and emptied on its own page', async () => {
    const page = await openPage({ origin: site.url, reducedMotion: true });
    await page.goto('/auth?redirect=/article/escrow');
    await signIn(page);
    await hidden(page).waitFor();
    const saving = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Saved', exact: true }).waitFor();
    await saving;
    // Said by the next visit too.
    await visit(page, '/article/escrow');
    await page.getByRole('button', { name: 'Saved', exact: true }).waitFor();
    await visit(page, '/account/reading-list');
    await expectNoBarriers(page, 'the list');
    await page.getByRole('button', { name: 'Remove What escrow costs' }).click();
    await page.getByText('Nothing saved yet').waitFor();
    await expectNoBarriers(page, 'the empty list');
  });

  it('asks a visitor without JavaScript to sign in, and then keeps the article', async () => {
    const page = await openPage({ origin: site.url, javaScript: false });
    await page.goto('/article/escrow');
    await follow(page.getByRole('button', { name: 'Save', exact: true }));
    await signIn(page);
    await page.waitForURL('**/account/reading-list?save=escrow');
    await follow(page.getByRole('button', { name: 'Save Article' }));
    expect(await page.getByRole('link', { name: 'What escrow costs' }).isVisible()).toBe(true);
  });
});

describe('reading preferences', () => {
  const bodySize = (page: Page) =>
    page.locator('.article__body').evaluate((body) => Number.parseFloat(getComputedStyle(body).fontSize));
  const look = (page: Page) => page.evaluate(() => ({ ...document.documentElement.dataset }));

  it('are shown while they are chosen, hold on articles from the first paint, and go with the session', async () => {
    const page = await openPage({
      origin: site.url,
      reducedMotion: true,
      // The switch whose answer is lost.
      expected: [/account\/theme/],
    });
    await watchShifts(page);
    await visit(page, '/article/escrow');
    const plain = await bodySize(page);
    await page.goto('/auth?redirect=/account/reading');
    await signIn(page);
    await page.getByRole('heading', { level: 1, name: 'Reading' }).waitFor();
    await alive(page);
    await page.getByLabel('Largest').check();
    await page.getByLabel('Dark', { exact: true }).check();
    const sample = page.locator('.reading-sample .prose');
    await expect
      .poll(() => sample.evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize)))
      .toBeCloseTo(plain * 1.35, 1);
    await page.getByRole('button', { name: 'Save Preferences' }).click();
    await page.getByText('Reading preferences saved').waitFor();
    expect(await look(page)).toMatchObject({ theme: 'dark', reading: 'dark largest' });
    await expectNoBarriers(page, 'the preferences');
    await visit(page, '/article/escrow');
    expect(await bodySize(page)).toBeCloseTo(plain * 1.35, 1);
    await hidden(page).waitFor();
    await expectStillness(page);
    // The page's own scripts are held back: what is dark and large now is so without them.
    await page.route('**/assets/*.js', () => {});
    await page.goto('/article/escrow', { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await look(page)).toMatchObject({ theme: 'dark', reading: 'dark largest' });
    await page.unroute('**/assets/*.js');
    // The switch is the account's now.
    await visit(page, '/account');
    const told = page.waitForResponse('**/account/theme');
    await page.getByRole('banner').getByRole('button', { name: 'Dark theme' }).click();
    expect((await told).status()).toBe(200);
    await visit(page, '/article/escrow');
    expect(await look(page)).toMatchObject({ theme: 'light', reading: 'light largest' });
    // What the account could not take stays on this device.
    await page.route('**/account/theme', (route) => route.abort());
    await page.getByRole('banner').getByRole('button', { name: 'Dark theme' }).click();
    await expect.poll(() => page.evaluate(() => Object.values(localStorage))).toContain('dark');
    await page.evaluate(() => localStorage.clear());
    await visit(page, '/account');
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
    await page.getByText('Signed out').waitFor();
    await visit(page, '/article/escrow');
    const after = await look(page);
    expect([after.theme, after.reading, await bodySize(page)]).toEqual([undefined, undefined, plain]);
  });
});

describe('the pages of an account', () => {
  it('are clear to everybody, also with an error, and without JavaScript', async () => {
    const page = await openPage({ origin: site.url, reducedMotion: true, expected: [/403|422/] });
    await page.goto('/auth?redirect=/account/newsletter');
    await signIn(page);
    await page.getByRole('main').getByRole('button', { name: 'Subscribe', exact: true }).click();
    await page.getByRole('heading', { name: 'Subscribed', exact: true }).waitFor();
    await expectNoBarriers(page, 'the newsletter');
    for (const path of ['/account', '/account/security', '/account/export']) {
      await visit(page, path);
      await expectNoBarriers(page, path);
    }
    await visit(page, '/account/delete');
    await page.getByLabel('Type ann@example.com to confirm').fill('somebody else');
    await page.getByRole('button', { name: 'Delete My Account' }).click();
    await page.getByRole('alert').first().waitFor();
    await expectNoBarriers(page, 'a refused deletion');
    await site.db.query("update users set email_verified_at = null where email = 'ann@example.com'");
    await visit(page, '/account/newsletter');
    await page.getByText('Confirm your address first').waitFor();
    await site.db.query("update users set email_verified_at = now() where email = 'ann@example.com'");

    const plain = await openPage({ origin: site.url, javaScript: false });
    await plain.goto('/auth?redirect=/account');
    await signIn(plain);
    await plain.waitForURL('**/account');
    await follow(plain.getByRole('link', { name: 'Newsletter', exact: true }).last());
    await follow(plain.getByRole('button', { name: 'Unsubscribe' }));
    expect(await plain.getByRole('heading', { name: 'You are unsubscribed' }).isVisible()).toBe(true);
    await plain.goto('/account/reading');
    await plain.getByLabel('Without serifs').check();
    await follow(plain.getByRole('button', { name: 'Save Preferences' }));
    expect(await plain.getByText('Reading preferences saved').isVisible()).toBe(true);
    expect(await plain.getByLabel('Without serifs').isChecked()).toBe(true);
  });
});
