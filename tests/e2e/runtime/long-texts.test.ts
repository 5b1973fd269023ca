// No text is too long for readers' pages: words without spaces break, and nothing is wider than the window.
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { openPage } from '../../support/browser/browser';
import { findOverflow } from '../../support/browser/overflow';
import { fillWithLongTexts } from '../../support/long-texts';
import { ADMIN_EMAIL, adminSiteTest, signInAs } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });
beforeAll(() => fillWithLongTexts(site.db));

const WIDTHS = [390, 768, 1440];

it('fits readers’ pages', async () => {
  const page = await openPage({ origin: site.url, expected: [/status of 404/] });
  await signInAs(site, page.context(), ADMIN_EMAIL);
  await site.db.query("update profiles set full_name = repeat('Unbreakable', 10)");
  const found = await findWidePages(page, [
    '/',
    '/article/article-2',
    '/article/article-3',
    '/category/all',
    '/category/category-3',
    '/tag/tag-2',
    '/author/author-2',
    '/search?q=unbreakablewordwithoutanyspace',
    '/search?q=text',
    '/newsletter',
    '/newsletter/archive',
    '/subscribe',
    '/page/page-2',
    '/no/such/page',
    '/account',
    '/account/security',
    '/account/delete',
  ]);
  expect(found).toEqual([]);
});

/** The first elements that overflow, of each page and width. */
async function findWidePages(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await findOverflow(page);
      if (overflow.length > 0) found.push(`${path} at ${width} px: ${overflow.slice(0, 5).join(', ')}`);
    }
  }
  return found;
}
