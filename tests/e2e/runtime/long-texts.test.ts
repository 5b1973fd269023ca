// No text is too long for a screen: words without spaces break, and nothing is wider than the window.
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { openPage } from '../../support/browser/browser';
import { findOverflow } from '../../support/browser/overflow';
import { fillWithLongTexts } from '../../support/long-texts';
import { ADMIN_EMAIL, adminSiteTest, openAsAdmin, signInAs } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });
beforeAll(() => fillWithLongTexts(site.db));

const WIDTHS = [390, 768, 1440];

async function idOf(table: string): Promise<string> {
  return (await site.db.query(`select id from ${table} where starts_with(${NAMES[table]}, '2')`)).rows[0].id;
}
const NAMES: Record<string, string> = {
  articles: 'title',
  ads: 'name',
  ctas: 'title',
  categories: 'name',
  authors: 'name',
  pages: 'title',
  media: 'name',
  leads: 'email',
  newsletter_issues: 'subject',
};

it('fits readers’ pages', async () => {
  const page = await openPage({ origin: site.url, expected: [/status of 404/] });
  await signInAs(site, page.context(), ADMIN_EMAIL);
  await site.db.query("update profiles set full_name = repeat('Unbreakable', 10)");
  for (const path of [
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
  ])
    await expectFit(page, path);
});

it('fits the admin', async () => {
  // The media library's files do not exist.
  const page = await openAsAdmin(site, { expected: [/status of 404/] });
  const article = await idOf('articles');
  for (const path of [
    '/admin',
    '/admin/articles',
    `/admin/articles/${article}/edit`,
    `/admin/articles/${article}/related`,
    `/admin/articles/${article}/readership`,
    '/admin/categories',
    `/admin/categories?delete=${await idOf('categories')}`,
    '/admin/tags',
    '/admin/authors',
    `/admin/authors?edit=${await idOf('authors')}`,
    '/admin/pages',
    `/admin/pages/${await idOf('pages')}/edit`,
    '/admin/media',
    `/admin/media?edit=${await idOf('media')}`,
    '/admin/images',
    '/admin/ads',
    `/admin/ads?preview=${await idOf('ads')}`,
    `/admin/ads/${await idOf('ads')}/report`,
    '/admin/ctas',
    `/admin/ctas/${await idOf('ctas')}/report`,
    '/admin/leads',
    `/admin/leads?delete=${await idOf('leads')}`,
    '/admin/newsletter',
    `/admin/newsletter/${await idOf('newsletter_issues')}`,
    '/admin/people?who=all',
    '/admin/search',
    '/admin/redirects',
    '/admin/readership',
    '/admin/audit',
    '/admin-old?tab=articles',
  ])
    await expectFit(page, path);
});

async function expectFit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect(await findOverflow(page), `${path} at ${width} px`).toEqual([]);
  }
}
