// Scheduling a draft in the editor: what the form shows after each save.
import type { Page } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { openAt } from '../../support/browser/browser';
import { waitForEditor } from '../../support/browser/rich-text';
import { emptyMagazine } from '../../support/factory';
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

it('does not schedule a draft again after it was published', async () => {
  const page = await openAsAdmin(site);
  await openAt(page, '/admin/articles/new');
  await waitForEditor(page);
  await label(page, 'Title').fill('Patience');
  await label(page, 'Author').fill('Dana Whitfield');
  const moment = label(page, 'Publish at');
  await moment.fill('2030-11-30T08:00');
  await save(page, 1);

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
