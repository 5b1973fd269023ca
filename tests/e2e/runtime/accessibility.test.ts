// axe on every public page, in both themes, at phone and desktop width.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { hydrated, openPage } from '../../support/browser/browser';
import { expectedOf, PUBLIC_PAGES } from '../../support/public-pages';
import { browserSiteTest } from '../../support/site/admin-site';

const { it, site } = browserSiteTest();

async function expectNoAxeViolations(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      expect(await findAxeViolations(page), `${width} px, ${theme}`).toEqual([]);
    }
  }
}

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
