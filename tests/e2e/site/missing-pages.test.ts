// Missing pages, and pages that cannot be shown.
import { beforeAll, describe, expect } from 'vitest';
import { readDemoArticles } from '../../../db/seed/demo-texts';
import { openAt, openPage, pathOf } from '../../support/browser/browser';
import { addArticle } from '../../support/factory';
import { browserSiteTest } from '../../support/site/admin-site';

const { it, site } = browserSiteTest();

describe('unknown path', () => {
  it.each([true, false])('is a 404 with a link home and a search (scripts: %s)', async (javaScript) => {
    const page = await openPage({ javaScript, expected: [/status of 404/] });
    const answer = await page.goto('/no/such/path');
    expect(answer?.status()).toBe(404);
    const main = page.getByRole('main');
    expect(await main.getByText('404', { exact: true }).isVisible()).toBe(true);
    expect(await main.getByRole('heading', { level: 1 }).innerText()).toBe('Oops! Page not found');
    await main.getByRole('searchbox').fill('trust');
    await main.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL('**/search?q=trust');
    await page.goBack();
    await main.getByRole('link', { name: 'Return to Home' }).click();
    await page.getByRole('region', { name: 'Latest Stories' }).waitFor();
    expect(pathOf(page)).toBe('/');
  });
});

describe.each([
  {
    path: '/article/no-such-article',
    title: 'Article not found',
    text: "The article you're looking for doesn't exist",
  },
  {
    path: '/category/no-such-category',
    title: 'Category not found',
    text: "The category you're looking for doesn't exist",
  },
])('$path', ({ path, title, text }) => {
  it('says what is missing and links home', async () => {
    const page = await openPage({ expected: [/status of 404/] });
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    const main = page.getByRole('main');
    expect(await main.getByRole('heading', { level: 1 }).innerText()).toBe(title);
    expect(await main.innerText()).toContain(text);
    expect(await main.getByRole('link', { name: 'Try Again' }).count()).toBe(0);
    await main.getByRole('link', { name: 'Back to Home' }).click();
    await page.getByRole('region', { name: 'Latest Stories' }).waitFor();
  });
});

describe('draft', () => {
  it('does not exist for readers', async () => {
    const page = await openPage({ expected: [/status of 404/] });
    const draft = readDemoArticles().find(({ status }) => status === 'draft');
    const answer = await page.goto(`/article/${draft?.slug}`);
    expect(answer?.status()).toBe(404);
  });
});

describe('without the database', () => {
  beforeAll(async () => {
    await addArticle(site.db, { slug: 'a-story', title: 'A story', category: 'tools' });
  });

  it('reports it, asks to try later, and recovers', async () => {
    const page = await openPage({ origin: site.url, expected: [/status of 503/] });
    await openAt(page, '/');
    const card = page.getByRole('link', { name: 'A story' }).first();
    await card.waitFor();
    await site.loseDatabase();
    await card.click();
    const retry = page.getByRole('main').getByRole('link', { name: 'Try Again' });
    await retry.waitFor();
    expect(await page.getByRole('main').getByRole('heading', { level: 1 }).innerText()).toBe(
      'Failed to fetch article',
    );
    await Promise.all([page.waitForResponse(/a-story/), retry.click()]);
    await retry.waitFor();
    await site.restoreDatabase();
    await retry.click();
    await page.getByRole('heading', { level: 1, name: 'A story' }).waitFor();
    expect(pathOf(page)).toBe('/article/a-story');
  });

  it.each([
    '/tag/intake',
    '/author/dana-whitfield',
    '/page/about',
  ])('says that %s cannot be shown, not that it is missing', async (path) => {
    await site.withoutDatabase(async () => {
      const answer = await site.get(path);
      const html = await answer.text();
      expect(answer.status).toBe(503);
      expect(html).toContain('Error Loading Content');
      expect(html).not.toMatch(/not found/i);
    });
  });
});

describe('image that fails to load', () => {
  it('is replaced by a placeholder', async () => {
    const page = await openPage({ expected: [/status of 404/] });
    await page.route('**/media/**', (route) => route.fulfill({ status: 404, body: '' }));
    await openAt(page, '/category/tools');
    const image = page.getByRole('main').getByRole('article').first().locator('img');
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.currentSrc)).toContain('/stock/');
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  });
});
