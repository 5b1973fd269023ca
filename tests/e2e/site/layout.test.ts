// Nothing is wider than the window, and nothing shifts.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject } from 'vitest';
import { browserTest as it, openAt, openPage } from '../../support/browser/browser';
import { expectNoLayoutShifts, watchShifts } from '../../support/browser/layout-shifts';
import { findOverflow } from '../../support/browser/overflow';
import { gate } from '../../support/gate';
import { type SlowServer, startSlowServer } from '../../support/hostile/slow-server';
import { expectedOf, PUBLIC_PAGES } from '../../support/public-pages';

const WIDTHS = [320, 390, 768, 960, 1440, 1920];

describe('nothing is wider than the window', () => {
  it.each(PUBLIC_PAGES)('on $name', async (publicPage) => {
    const page = await openPage({ expected: expectedOf(publicPage) });
    const answer = await page.goto(publicPage.path);
    expect(answer?.status()).toBe(publicPage.status ?? 200);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect(await findOverflow(page), `${width} px`).toEqual([]);
    }
  });
});

/** Waits for all images in the window. Those that their container clips, such as later slides, may not load yet. */
async function loadVisibleImages(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { images } = document;
    if (images.length === 0) return;
    const entries = await new Promise<IntersectionObserverEntry[]>((done) => {
      const observer = new IntersectionObserver(done);
      for (const image of images) observer.observe(image);
    });
    const shown = [...images].filter((image) =>
      entries.some(({ target, isIntersecting }) => target === image && isIntersecting),
    );
    const settled = (image: HTMLImageElement) =>
      new Promise((done) => {
        image.addEventListener('load', done);
        image.addEventListener('error', done);
      });
    await Promise.all(shown.filter((image) => !image.complete).map(settled));
  });
}

const STILL_PAGES = PUBLIC_PAGES.filter(({ name }) =>
  /^(home|an article|a category|all stories|an author|search with|the newsletter$|a static)/.test(name),
);
const CASES = STILL_PAGES.flatMap((page) => [
  { ...page, width: 390 },
  { ...page, width: 1280 },
]);

describe('layout shifts', () => {
  it.each(CASES)('do not occur on $name at $width px while it loads', async ({ path, width }) => {
    // The whole page is in the window, so that its last image loads too. Headless Chromium sometimes stops painting permanently when
    // a page scrolls. Without web fonts: the next test covers them.
    const page = await openPage({ width, height: 10_000, expected: [/\.woff2/] });
    await page.route('**/*.woff2', (route) => route.abort());
    await watchShifts(page);
    await openAt(page, path);
    await loadVisibleImages(page);
    await expectNoLayoutShifts(page);
  });

  it.each(CASES)('stay small on $name at $width px when its fonts load late', async ({ path, width }) => {
    const page = await openPage({ width });
    await watchShifts(page);
    const [released, release] = gate();
    await page.route('**/*.woff2', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expect
      .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
      .toBe(1);
    release();
    await page.waitForLoadState('load');
    await page.evaluate(() => document.fonts.ready);
    // Some lines wrap differently.
    await expectNoLayoutShifts(page, 0.05);
  });
});

describe('layout shifts on a slow network', () => {
  let server: SlowServer;
  beforeAll(async () => {
    server = await startSlowServer(inject('demoSite'));
  });
  afterAll(() => server.stop());

  it.each(CASES)('do not occur on $name at $width px', async ({ path, width }) => {
    // The whole page is in the window, so that shifts at its end count.
    const page = await openPage({ origin: server.origin, width, height: 8_000, expected: [/\.woff2/] });
    await page.route('**/*.woff2', (route) => route.abort());
    await watchShifts(page);
    await server.read(page, path);
    // Text aligned to the bottom or middle of an image rises with each line.
    await expectNoLayoutShifts(page, 0.002);
  });
});
