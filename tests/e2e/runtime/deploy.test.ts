// A new build is deployed during editing: scripts that were not loaded yet are gone, but no typed text is
// lost.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { waitForEditor } from '../../support/browser/rich-text';
import { addArticle } from '../../support/factory';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });

/** Scripts answer 404 until a page of the new build is loaded. */
async function deploy(page: Page): Promise<void> {
  let isGone = true;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isGone = false;
  });
  await page.route('**/assets/*.js', (route) =>
    isGone ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
  );
}

it('saves text typed before the deployment, and recovers text that was not saved', async () => {
  const id = await addArticle(site.db, { title: 'Fees', content: '<p>Begin.</p>', summary: 'Before' });
  const page = await openAsAdmin(site, {
    expected: [/status of 404/, /Error loading route module/, /dynamically imported module/],
  });
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`/admin/articles/${id}/edit`);
  await waitForEditor(page);
  await deploy(page);
  const summary = page.getByLabel('Summary');
  await summary.fill('Typed before the deploy');
  await page.getByRole('button', { name: 'Save Article' }).click();
  await page.getByText('Article updated successfully').first().waitFor();
  const { rows } = await site.db.query('select summary from articles where id = $1', [id]);
  expect(rows).toEqual([{ summary: 'Typed before the deploy' }]);

  await summary.fill('Not saved yet');
  await page.getByText('Draft saved').waitFor();
  // The list's script is gone: the page loads from the new build and offers the typed text.
  await page.getByRole('link', { name: 'Back to Articles' }).click();
  await page.getByText('Restore', { exact: true }).first().click();
  await expect.poll(() => page.getByLabel('Summary').inputValue()).toBe('Not saved yet');
});
