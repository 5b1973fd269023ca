// The data of the next page cannot be loaded: no network, or a proxy answers for the server.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { openAt, openPage, pathOf, waitForHydration } from '../../support/browser/browser';
import { addArticle } from '../../support/factory';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });
const FAILED = [/status of 502|ERR_FAILED/];

beforeAll(async () => {
  for (let number = 1; number <= 12; number += 1)
    await addArticle(site.db, { slug: `story-${number}`, title: `Story ${number}`, category: 'tools' });
});

const FAILURES = [
  { name: 'the network is down', status: null },
  { name: 'a proxy answers 502', status: 502 },
];

/** Data requests fail until the returned function is called. */
async function failData(page: Page, status: number | null): Promise<() => Promise<void>> {
  const isData = ({ pathname }: URL) => pathname.endsWith('.data');
  await page.waitForLoadState('networkidle');
  await page.route(isData, (route) =>
    status
      ? route.fulfill({ status, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
      : route.abort(),
  );
  return () => page.unroute(isData);
}

describe.each(FAILURES)('$name', ({ status }) => {
  it.each([
    { link: 'Story 12', path: '/article/story-12', failure: 'Failed to fetch article', heading: 'Story 12' },
    { link: 'Tools', path: '/category/tools', failure: 'Failed to fetch category', heading: 'Tools' },
  ])('keeps header and footer, and says $failure', async ({ link, path, failure, heading }) => {
    const page = await openPage({ origin: site.url, expected: FAILED });
    await openAt(page, '/category/all');
    const restore = await failData(page, status);
    const main = page.getByRole('main');
    const title = main.getByRole('heading', { level: 1 });
    await page.getByRole('link', { name: link }).first().click();
    await expect.poll(() => title.innerText()).toBe(failure);
    expect(await main.innerText()).not.toMatch(/doesn't exist/);
    expect(await page.title()).toBe('Error Loading Content');
    expect(await page.getByRole('banner').getByRole('link', { name: 'Subscribe' }).isVisible()).toBe(true);
    expect(await page.getByRole('contentinfo').getByRole('link', { name: 'Member Login' }).isVisible()).toBe(
      true,
    );

    const retry = main.getByRole('link', { name: 'Try Again' });
    await Promise.all([page.waitForRequest(/\.data/), retry.click()]);
    await expect.poll(() => title.innerText()).toBe(failure);
    await restore();
    await retry.click();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(pathOf(page)).toBe(path);
  });

  it('keeps the sidebar, and says which screen failed to load', async () => {
    const page = await openAsAdmin(site, { expected: FAILED });
    await openAt(page, '/admin/articles');
    const restore = await failData(page, status);
    const sidebar = page.getByRole('navigation', { name: 'Admin' }).first();
    await sidebar.getByRole('link', { name: 'Leads' }).click();
    await page.getByRole('alert').getByText('Failed to load leads').waitFor();
    await page.getByRole('heading', { name: 'Failed to load leads' }).waitFor();
    expect(await page.title()).toBe('Leads');
    expect(await sidebar.isVisible()).toBe(true);
    await restore();
    await page.getByRole('main').getByRole('link', { name: 'Try Again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
  });

  it('keeps the rows of a list, and says in a toast that it failed to load', async () => {
    const page = await openAsAdmin(site, { expected: FAILED });
    await openAt(page, '/admin/articles');
    const restore = await failData(page, status);
    const rows = page.locator('tbody tr');
    expect(await rows.count()).toBe(10);
    const second = page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name: '2' });
    await second.click();
    await page.getByRole('alert').getByText('Failed to load articles').waitFor();
    expect(await rows.count()).toBe(10);
    await restore();
    await second.click();
    await expect.poll(() => rows.count()).toBe(2);
  });
});

describe('without a network', () => {
  it('keeps the page when signing out fails, and signs out later', async () => {
    const page = await openAsAdmin(site, { expected: [/ERR_INTERNET_DISCONNECTED/] });
    await openAt(page, '/admin/articles');
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    const button = page.getByRole('button', { name: 'Sign Out' });
    await button.click();
    await page.getByRole('alert').getByText('The server could not be reached').waitFor();
    expect(pathOf(page)).toBe('/admin/articles');
    expect(await page.locator('tbody tr').count()).toBe(10);
    await page.context().setOffline(false);
    await button.click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByText('Signed out').first().waitFor();
  });

  it('says that an article failed to load, also before any article was opened', async () => {
    const page = await openPage({ origin: site.url, expected: [/ERR_INTERNET_DISCONNECTED/] });
    await openAt(page, '/category/all');
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Story 12' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Failed to fetch article' }).waitFor();
    expect(await page.getByRole('contentinfo').isVisible()).toBe(true);
    await page.context().setOffline(false);
    await page.getByRole('main').getByRole('link', { name: 'Try Again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Story 12' }).waitFor();
  });

  it('keeps the header and footer even if the visit began on the sign-in page', async () => {
    const page = await openPage({ origin: site.url, expected: [/ERR_INTERNET_DISCONNECTED/] });
    await page.goto('/auth');
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Back to site' }).click();
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Tools' }).first();
    await link.waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await link.click();
    await page.getByRole('main').getByRole('link', { name: 'Try Again' }).waitFor();
    expect(await page.getByRole('contentinfo').isVisible()).toBe(true);
  });
});

it('keeps the sidebar and the rows while the database is unavailable', async () => {
  const page = await openAsAdmin(site, { expected: [/status of 503/] });
  await openAt(page, '/admin/articles');
  await page.waitForLoadState('networkidle');
  await site.withoutDatabase(async () => {
    await page.getByLabel('Status').selectOption('Draft');
    await page.getByRole('alert').getByText('Failed to load articles').waitFor();
    expect(await page.locator('tbody tr').count()).toBe(10);
    expect(await page.getByRole('navigation', { name: 'Admin' }).first().isVisible()).toBe(true);
  });
});
