// Scheduling a draft in the editor: what the form shows after each save, and the list.
import type { Page } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { openAt } from '../../support/browser/browser';
import { waitForEditor } from '../../support/browser/rich-text';
import { addArticle, emptyMagazine } from '../../support/factory';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });
beforeEach(() => emptyMagazine(site.db));

const label = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const stored = async () => (await site.db.query('select status, publish_at, version from articles')).rows;

async function save(page: Page, version: number): Promise<void> {
  await page.getByRole('button', { name: 'Save Article' }).click();
  await expect.poll(stored).toMatchObject([{ version }]);
  await page.getByText('Saved just now').waitFor();
}

it('says when a draft will be published, and does not schedule it again after it was published', async () => {
  const page = await openAsAdmin(site);
  await openAt(page, '/admin/articles/new');
  await waitForEditor(page);
  await label(page, 'Title').fill('Patience');
  await label(page, 'Author').fill('Dana Whitfield');
  const moment = label(page, 'Publish at');
  await moment.fill('2030-11-30T08:00');
  await save(page, 1);
  const toast = page.locator('.toast', { hasText: 'Article created successfully' });
  await toast.getByText('Scheduled for Nov 30, 2030, 8:00 AM.').waitFor();

  // Changing the status back before saving keeps the time.
  await label(page, 'Status').selectOption('Published');
  await label(page, 'Status').selectOption('Draft');
  expect(await moment.inputValue()).toBe('2030-11-30T08:00');

  await label(page, 'Status').selectOption('Published');
  await save(page, 2);
  await expect.poll(() => moment.inputValue()).toBe('');
  await label(page, 'Status').selectOption('Draft');
  expect(await moment.isDisabled()).toBe(false);
  await save(page, 3);
  expect(await stored()).toMatchObject([{ status: 'draft', publish_at: null }]);
});

it.each([1440, 390])('shows in the list when a draft will be published, at %d px', async (width) => {
  const id = await addArticle(site.db, { title: 'Patience', status: 'draft', category: 'tools' });
  await addArticle(site.db, { title: 'Second thoughts', status: 'draft' });
  await site.db.query("update articles set publish_at = '2030-11-30T13:00Z' where id = $1", [id]);
  const page = await openAsAdmin(site, { width });
  await openAt(page, '/admin/articles');
  const status = page.locator('tr', { hasText: 'Patience' }).locator('.articles__status');
  expect((await status.innerText()).replace(/\s+/g, ' ')).toBe('Draft Scheduled for Nov 30, 2030, 8:00 AM');
  // Text for screen readers only is one pixel wide.
  const words = await status.getByText('Scheduled for').last().boundingBox();
  expect(words?.width).toBeGreaterThan(50);
  expect(await page.getByText('Scheduled for').count()).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
