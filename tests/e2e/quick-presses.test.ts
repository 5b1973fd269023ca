// A switch that is pressed again before the first press was answered: what it says in the end is what is stored.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAsAdmin, startAdminSite } from '../support/admin-site';
import { visit } from '../support/browser';
import { addArticle } from '../support/factory';
import { gate } from '../support/gate';
import type { Site } from '../support/site';

let site: Site;

beforeAll(async () => {
  site = await startAdminSite({ pageCache: 'off' });
  await addArticle(site.db, { slug: 'escrow', title: 'What escrow costs' });
});
afterAll(() => site.stop());

/** Presses twice, with the first press held back until every other one that was sent has been answered. */
async function pressTwice(page: Page, door: string, press: () => Promise<void>): Promise<void> {
  const [held, letGo] = gate();
  const answers: Promise<void>[] = [];
  let answered = 0;
  await page.route(door, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const isFirst = answers.length === 0;
    const answer = async () => {
      if (isFirst) await held;
      await route.fulfill({ response: await route.fetch() });
      answered += 1;
    };
    answers.push(answer());
  });
  await press();
  await expect.poll(() => answers.length).toBe(1);
  await press();
  // Asked after the second press: when this is answered, a request of that press is known.
  await page.evaluate(() => fetch('/healthz'));
  await Promise.all(answers.slice(1));
  letGo();
  await expect.poll(() => answered).toBe(2);
}

/** Somebody whose browser knows that it is a member's. */
async function openAsMember(): Promise<Page> {
  const page = await openAsAdmin(site, { reducedMotion: true });
  await page.context().addCookies([{ name: 'member', value: '1', url: site.url }]);
  await visit(page, '/article/escrow');
  return page;
}

it('the reading list holds what the button says', async () => {
  const page = await openAsMember();
  const button = page.locator('.save-form[data-saved] button');
  await button.waitFor();
  await pressTwice(page, '**/api/articles/escrow/mine', () => button.click());
  expect(await button.innerText()).toBe('Save');
  await visit(page, '/account/reading-list');
  await page.getByText('Nothing saved yet').waitFor();
});

it('the account holds the theme that is shown', async () => {
  const page = await openAsMember();
  const button = page.getByRole('banner').getByRole('button', { name: 'Dark theme' });
  await pressTwice(page, '**/account/theme', () => button.click());
  expect(await button.getAttribute('aria-pressed')).toBe('false');
  await visit(page, '/article/escrow');
  expect(await button.getAttribute('aria-pressed')).toBe('false');
});
