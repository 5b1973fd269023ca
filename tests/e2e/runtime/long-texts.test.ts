// No text is too long for a page: words without spaces break, and nothing is wider than the window.
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { openPage } from '../../support/browser/browser';
import { findOverflow } from '../../support/browser/overflow';
import { fillWithLongTexts } from '../../support/long-texts';
import { ADMIN_EMAIL, adminSiteTest, signInAs } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });
beforeAll(() => fillWithLongTexts(site.db));

const WIDTHS = [390, 768, 1024, 1440];

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

it('fits the admin', async () => {
  const page = await openPage({ origin: site.url, expected: [/status of 404.*media\/\d\.png/] });
  await signInAs(site, page.context(), ADMIN_EMAIL);
  const idOf = async (table: string, where: string) =>
    (await site.db.query<{ id: string }>(`select id from ${table} where ${where} limit 1`)).rows[0]?.id;
  const article = await idOf('articles', "slug = 'article-2'");
  const found = await findWidePages(page, [
    '/admin',
    '/admin/articles',
    `/admin/articles/${article}/edit`,
    `/admin/articles/${article}/readership`,
    `/admin/articles/${article}/related`,
    `/admin/articles/${article}/revisions`,
    '/admin/articles/templates',
    `/admin/articles/new?template=${await idOf('article_templates', 'true')}`,
    '/admin/articles?tab=categories',
    '/admin/articles?tab=tags',
    '/admin/ads',
    `/admin/ads/${await idOf('ads', 'true')}/report`,
    '/admin/audit',
    '/admin/authors',
    '/admin/categories',
    '/admin/ctas',
    `/admin/ctas/${await idOf('ctas', 'true')}/report`,
    '/admin/images',
    '/admin/jobs',
    '/admin/leads',
    '/admin/media',
    '/admin/newsletter',
    `/admin/newsletter/${await idOf('newsletter_issues', 'true')}`,
    '/admin/pages',
    `/admin/pages/${await idOf('pages', "slug = 'page-2'")}/edit`,
    '/admin/people',
    '/admin/readership',
    '/admin/redirects',
    '/admin/repair',
    '/admin/search',
    '/admin/search/synonyms',
    '/admin/settings',
    '/admin/tags',
    '/admin/transfer',
    '/admin/webhooks',
  ]);
  expect(found).toEqual([]);
});

/** The first elements that overflow, of each page and width. */
async function findWidePages(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    if (path.endsWith('/edit')) await page.locator('.ql-editor').waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await findOverflow(page);
      if (overflow.length > 0) found.push(`${path} at ${width} px: ${overflow.slice(0, 5).join(', ')}`);
    }
  }
  return found;
}
