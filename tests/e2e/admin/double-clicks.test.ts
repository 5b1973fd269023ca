// A switch that is clicked again before the first request is answered ends in the state that is stored.
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { openAt } from '../../support/browser/browser';
import { addArticle } from '../../support/factory';
import { gate } from '../../support/gate';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });

beforeAll(async () => {
  await addArticle(site.db, { slug: 'escrow', title: 'What escrow costs' });
});

/** Clicks twice and delays the first request until every other request has been answered. */
async function pressTwice(page: Page, route: string, press: () => Promise<void>): Promise<void> {
  const [held, release] = gate();
  const answers: Promise<void>[] = [];
  let answered = 0;
  await page.route(route, async (route) => {
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
  // Sent after the second click: once this is answered, a request of that click has been recorded.
  await page.evaluate(() => fetch('/healthz'));
  await Promise.all(answers.slice(1));
  release();
  await expect.poll(() => answered).toBe(2);
}

/** A signed-in member. */
async function openAsMember(): Promise<Page> {
  const page = await openAsAdmin(site, { reducedMotion: true });
  await page.context().addCookies([{ name: 'member', value: '1', url: site.url }]);
  await openAt(page, '/article/escrow');
  return page;
}

it('stores the reading list state that the button shows', async () => {
  const page = await openAsMember();
  const button = page.locator('.save-form[data-saved] button');
  await button.waitFor();
  await pressTwice(page, '**/api/articles/escrow/mine', () => button.click());
  expect(await button.innerText()).toBe('Save');
  await openAt(page, '/account/reading-list');
  await page.getByText('Nothing saved yet').waitFor();
});

it('stores the theme that is shown', async () => {
  const page = await openAsMember();
  const button = page.getByRole('banner').getByRole('button', { name: 'Dark theme' });
  await pressTwice(page, '**/account/theme', () => button.click());
  expect(await button.getAttribute('aria-pressed')).toBe('false');
  await openAt(page, '/article/escrow');
  expect(await button.getAttribute('aria-pressed')).toBe('false');
});
