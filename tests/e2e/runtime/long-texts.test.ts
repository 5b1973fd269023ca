// No text is too long for a page: words without spaces break, nothing is wider than the window, and axe finds nothing.
import { projectRoot } from 'dev/startup/settings';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { expectNoAxeViolations, nthAxeView } from '../../support/browser/axe';
import { openPage } from '../../support/browser/browser';
import { findOverflow } from '../../support/browser/overflow';
import { fillWithLongTexts } from '../../support/long-texts';
import { listRoutes } from '../../support/routes';
import { ADMIN_EMAIL, adminSiteTest, signInAs } from '../../support/site/admin-site';
import { visit } from '../../support/visitor';

const { it, site } = adminSiteTest({ pageCache: 'off' });

/** axe checks one page of each kind; all pages must fit. */
interface Paths {
  checkedByAxe: string[];
  others: string[];
}

let readers: Paths;
let screens: Paths;

beforeAll(async () => {
  await fillWithLongTexts(site.db);
  await site.db.query("update profiles set full_name = repeat('Unbreakable', 10)");
  readers = await listReadersPages();
  screens = await listScreens();
});

const WIDTHS = [390, 768, 1024, 1440];

it('fits readers’ pages, without axe violations', async () => {
  const page = await openPage({ origin: site.url, expected: [/status of 404/, /status of 410/] });
  await signInAs(site, page.context(), ADMIN_EMAIL);
  expect(await findProblems(page, readers)).toEqual([]);
});

it('fits the admin, without axe violations', async () => {
  const page = await openPage({ origin: site.url, expected: [/status of 404.*(media\/\d\.png|no-such)/] });
  await signInAs(site, page.context(), ADMIN_EMAIL);
  expect(await findProblems(page, screens)).toEqual([]);
});

describe('this file', () => {
  it('leaves out no page except those for signing in, which show no stored texts', () => {
    const paths = [readers, screens].flatMap(({ checkedByAxe, others }) => [...checkedByAxe, ...others]);
    const isVisited = (pattern: string) => {
      const form = new RegExp(`^${pattern.replace(/:\w+/g, '[^/?]+').replace('*', '.+')}(\\?|$)`);
      return paths.some((path) => form.test(path));
    };
    const pages = listRoutes(projectRoot).filter(
      ({ isPage, pattern }) => isPage && !/^\/auth\b/.test(pattern),
    );
    expect(pages.length).toBeGreaterThan(60);
    expect(pages.map(({ pattern }) => pattern).filter((pattern) => !isVisited(pattern))).toEqual([]);
  });
});

async function listReadersPages(): Promise<Paths> {
  const admin = visit(site);
  await admin.signIn(ADMIN_EMAIL);
  const draft = await idOf('articles', "status = 'draft'");
  const shared = await (await admin.post(`/admin/articles/${draft}/share`, { intent: 'share' })).text();
  const { rows } = await site.db.query(
    "select issue_date::text as day from newsletter_issues where status = 'sent'",
  );
  return {
    checkedByAxe: [
      '/',
      '/article/article-2',
      /\/preview\/[\w.-]+/.exec(shared)?.[0] ?? '',
      '/category/category-3',
      '/author/author-2',
      '/search?q=text',
      `/newsletter/archive/${rows[0].day}`,
      '/account/reading-list?save=article-2',
    ],
    others: [
      '/article/article-3',
      '/category/all',
      '/tag/tag-2',
      '/search?q=unbreakablewordwithoutanyspace',
      '/newsletter',
      '/newsletter/archive',
      '/newsletter/confirm?token=none',
      '/newsletter/preferences?token=none',
      '/newsletter/unsubscribe?token=none',
      '/subscribe',
      '/page/page-2',
      '/no/such/page',
      '/account',
      '/account/delete',
      '/account/export',
      '/account/newsletter',
      '/account/read/article-2',
      '/account/reading',
      '/account/security',
    ],
  };
}

async function listScreens(): Promise<Paths> {
  const article = `/admin/articles/${await idOf('articles', "slug = 'article-2'")}`;
  return {
    checkedByAxe: [
      '/admin',
      '/admin/articles',
      `${article}/edit`,
      `${article}/related`,
      '/admin/media',
      '/admin/people',
      '/admin/search',
      `/admin/search/synonyms?edit=${await idOf('search_synonyms')}`,
      `/admin/newsletter/${await idOf('newsletter_issues', "status = 'sent'")}`,
      `/admin/webhooks/outgoing/${await idOf('webhook_endpoints')}`,
    ],
    others: [
      '/admin-old',
      '/admin/no-such',
      '/admin/ads',
      `/admin/ads/${await idOf('ads')}/report`,
      '/admin/api',
      '/admin/articles?tab=categories',
      '/admin/articles?tab=tags',
      ...['duplicate', 'readership', 'revisions', 'share'].map((name) => `${article}/${name}`),
      '/admin/articles/templates',
      `/admin/articles/new?template=${await idOf('article_templates')}`,
      '/admin/audit',
      '/admin/authors',
      '/admin/authors/me',
      '/admin/categories',
      '/admin/ctas',
      `/admin/ctas/${await idOf('ctas')}/report`,
      '/admin/images',
      '/admin/jobs',
      `/admin/jobs/${await idOf('jobs')}`,
      '/admin/leads',
      '/admin/newsletter',
      `/admin/newsletter/${await idOf('newsletter_issues', "status = 'draft'")}`,
      '/admin/newsletter/settings',
      '/admin/pages',
      '/admin/pages/new',
      `/admin/pages/${await idOf('pages', "slug = 'page-2'")}/edit`,
      '/admin/readership',
      '/admin/readership/settings',
      '/admin/redirects',
      '/admin/repair',
      '/admin/search/synonyms',
      '/admin/settings',
      '/admin/settings/demo',
      '/admin/tags',
      '/admin/transfer',
      `/admin/transfer/${await idOf('transfer_files')}`,
      '/admin/webhooks',
      `/admin/webhooks/${await idOf('webhook_requests')}`,
      '/admin/webhooks/outgoing',
    ],
  };
}

async function idOf(table: string, where = 'true'): Promise<string> {
  const { rows } = await site.db.query<{ id: string }>(`select id from ${table} where ${where} limit 1`);
  return rows[0]?.id ?? '';
}

/** The first elements that overflow, of each page and width, and what axe finds. */
async function findProblems(page: Page, { checkedByAxe, others }: Paths): Promise<string[]> {
  const found: string[] = [];
  for (const [index, path] of [...checkedByAxe, ...others].entries()) {
    const status = (await page.goto(path))?.status() ?? 0;
    if (status >= 400 && !/no.such|token=none/.test(path)) found.push(`${path}: status ${status}`);
    if (path.endsWith('/edit')) await page.locator('.ql-editor').waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await findOverflow(page);
      if (overflow.length > 0) found.push(`${path} at ${width} px: ${overflow.slice(0, 5).join(', ')}`);
    }
    if (index < checkedByAxe.length) await expectNoAxeViolations(page, path, nthAxeView(index));
  }
  return found;
}
