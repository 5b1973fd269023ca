// axe on every public page in both themes, on a phone, a tablet and a desktop, and in one of these views on screens without any data.
import { DEMO_ACCOUNTS } from 'db/seed/demo-accounts';
import { beforeAll, describe, expect } from 'vitest';
import { expectNoAxeViolations, nthAxeView } from '../../support/browser/axe';
import { hydrated, openAt, openPage } from '../../support/browser/browser';
import { expectedOf, PUBLIC_PAGES } from '../../support/public-pages';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

/** Has no data. */
const { it, site } = adminSiteTest({ pageCache: 'off' });

const EMPTY_SCREENS = [
  '/admin',
  '/admin/articles',
  '/admin/articles/templates',
  '/admin/ads',
  '/admin/audit',
  '/admin/media',
  '/admin/newsletter',
  '/admin/people',
  '/admin/search',
  '/admin/search/synonyms',
  '/admin/search/synonyms?new',
  '/admin/settings/demo',
  '/admin/webhooks/outgoing',
  '/account/reading-list',
];

describe('axe finds nothing', () => {
  it.each(PUBLIC_PAGES)('on $name', async (publicPage) => {
    const page = await openPage({ reducedMotion: true, expected: expectedOf(publicPage) });
    await page.goto(publicPage.path);
    await hydrated(page);
    await expectNoAxeViolations(page);
  });

  it('on a rejected subscription', async () => {
    const page = await openPage({ reducedMotion: true, expected: [/status of 422/] });
    await page.goto('/newsletter');
    await hydrated(page);
    await page.getByLabel('Email address to join the newsletter').fill('reader@localhost');
    // Submitted by the browser itself, as without JavaScript, because axe needs JavaScript on the next page.
    await page
      .getByRole('button', { name: 'Join Free' })
      .evaluate((button) => HTMLFormElement.prototype.submit.call(button.closest('form')));
    await page.getByRole('alert').waitFor();
    await expectNoAxeViolations(page);
  });
});

describe('axe finds nothing in the admin of the demo', () => {
  it('on the search report, the synonyms, the related articles and the demo data', async () => {
    const page = await openPage({ reducedMotion: true });
    const [{ email, password }] = DEMO_ACCOUNTS;
    await page.goto('/auth?redirect=/admin/articles');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('**/admin/articles');
    const edit = await page.locator('a[href$="/edit"]').first().getAttribute('href');
    for (const path of [
      '/admin/search',
      '/admin/search/synonyms',
      `${edit?.replace(/edit$/, 'related')}`,
      '/admin/settings/demo',
    ]) {
      await openAt(page, path);
      await expectNoAxeViolations(page, path);
    }
  });
});

describe('axe finds nothing without any data', () => {
  it('on readers’ pages', async () => {
    const page = await openPage({ origin: site.url, reducedMotion: true });
    for (const [n, path] of [
      '/',
      '/category/all',
      '/search?q=intake',
      '/newsletter',
      '/newsletter/archive',
    ].entries()) {
      await openAt(page, path);
      await expectNoAxeViolations(page, path, nthAxeView(n));
    }
  });

  it('on the admin’s screens', async () => {
    const page = await openAsAdmin(site, { reducedMotion: true });
    for (const [n, path] of EMPTY_SCREENS.entries()) {
      await openAt(page, path);
      await expectNoAxeViolations(page, path, nthAxeView(n));
    }
  });
});

describe('axe finds nothing while the database is unavailable', () => {
  beforeAll(async () => {
    await site.loseDatabase();
  });

  it.each(['/', '/article/any', '/category/any'])('on %s', async (path) => {
    const page = await openPage({ origin: site.url, reducedMotion: true, expected: [/status of 503/] });
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(503);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    expect(await page.getByRole('link', { name: 'Try Again' }).getAttribute('href')).toBe(path);
    await expectNoAxeViolations(page);
  });

  it('on the search page', async () => {
    const page = await openPage({ origin: site.url, reducedMotion: true, expected: [/status of 503/] });
    await page.goto('/search?q=intake');
    await page.getByRole('heading', { name: 'Search is unavailable right now' }).waitFor();
    await expectNoAxeViolations(page);
  });
});
