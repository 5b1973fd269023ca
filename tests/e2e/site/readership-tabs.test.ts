// What is counted in real tabs: hidden, frozen and minimized.
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { ADS_SECRET, BROWSER } from '../../support/ads';
import { findCompleteChromium } from '../../support/browser/chromium';
import { freezeAndResume, openReaderBrowser, setMinimized } from '../../support/browser/reader-browser';
import { controlTime, expectLog, logged, read, visitPage } from '../../support/browser/scripted-visits';
import { addArticle, emptyMagazine } from '../../support/factory';
import { READERSHIP_TABLES } from '../../support/readership';
import { adminSiteTest } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ vars: { AUTH_JWT_SECRET: ADS_SECRET } });
const chromium = findCompleteChromium();
let reader: Awaited<ReturnType<typeof openReaderBrowser>>;

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty(READERSHIP_TABLES);
  const content = '<p>A paragraph of an article that is several screens long. </p>'.repeat(150);
  await addArticle(site.db, { slug: 'a-story', category: 'tools', content });
  if (chromium) reader = await openReaderBrowser(chromium, BROWSER);
});
afterEach(() => reader?.close());

const story = (source: string) => `${site.url}/article/a-story?utm_source=${source}`;

async function openTab(): Promise<Page> {
  const page = await reader.context.newPage();
  if (reader.context.pages().length === 2) await controlTime(site, page);
  return page;
}

async function expectVisibility(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe(state);
}

async function bringToFront(page: Page): Promise<void> {
  await page.bringToFront();
  await expectVisibility(page, 'visible');
}

describe.skipIf(!chromium)('the log', () => {
  it('counts time in the foreground tab only: two tabs, a minimized window, a frozen tab, and sleep', async () => {
    const first = await openTab();
    await visitPage(first, story('first'));
    await read(first, 10);
    const second = await openTab();
    await visitPage(second, story('second'));
    await expectVisibility(first, 'hidden');
    await read(second, 25);
    await bringToFront(first);
    await expectVisibility(second, 'hidden');
    await read(first, 5);
    await setMinimized(first, true);
    await expectVisibility(first, 'hidden');
    await first.clock.runFor(60_000);
    await setMinimized(first, false);
    await expectVisibility(first, 'visible');
    await read(first, 3);
    await bringToFront(second);
    await expectVisibility(first, 'hidden');
    await first.evaluate(() => {
      document.addEventListener('freeze', () => Object.assign(window, { wasFrozen: true }));
    });
    await freezeAndResume(first);
    await expect.poll(() => first.evaluate(() => 'wasFrozen' in window)).toBe(true);
    // The machine sleeps.
    await first.clock.fastForward('03:00:00');
    await bringToFront(first);
    await read(first, 6);
    await openTab();
    await expectVisibility(first, 'hidden');
    await expectLog(site, [
      logged({ source: 'campaign first', seconds: 24 }),
      logged({ source: 'campaign second', seconds: 25 }),
    ]);
  });
});
