// An article for members in a browser: where it stops for visitors, and how somebody who signs in reads on.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAdminSite } from '../support/admin-site';
import { findBarriers } from '../support/axe';
import { follow, openPage, pathOf, visit } from '../support/browser';
import { addAccount, addArticle, PASSWORD } from '../support/factory';
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
