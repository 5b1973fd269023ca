// What a reader's browser reports about page views: scripted visits beside the log. Its browser keeps every tab
// visible; readership-tabs.test.ts uses one that does not.
import type { Page, Route } from 'playwright-core';
import { beforeEach, describe, expect, vi } from 'vitest';
import { ADS_SECRET, BROWSER } from '../../support/ads';
import { openAt, openPage, type PageOptions } from '../../support/browser/browser';
import {
  begin,
  controlTime,
  expectLog,
  type LoggedView,
  logged,
  read,
  readLog,
  scrollTo,
  setHidden,
  visitPage,
} from '../../support/browser/scripted-visits';
import { addAccount, addArticle, emptyMagazine } from '../../support/factory';
import { adminSiteTest, openAsAdmin, signInAs } from '../../support/site/admin-site';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Mobile/15E148 Safari/604.1';
const TABLES =
  'reading_beacons, page_views, reading_outcomes, reading_totals, reading_days, reading_hours, reading_groups, cta_days, article_reading, reading_drops, leads, ctas';
const STORY = '/article/a-story';

const { it, site } = adminSiteTest({ pageCache: 'off', vars: { AUTH_JWT_SECRET: ADS_SECRET } });

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty(TABLES);
  const content = '<p>A paragraph of an article that is several screens long. </p>'.repeat(150);
  await addArticle(site.db, { slug: 'a-story', category: 'tools', content });
  await addArticle(site.db, { slug: 'for-members', category: 'tools', content, membersOnly: true });
  await site.db.query(
    `insert into ctas (title, button_label, button_link) values ('Join', 'Join Now', '/newsletter')`,
  );
});

/** Opens a browser whose clock the test advances. */
async function openReader(options: PageOptions = {}, headers: Record<string, string> = {}): Promise<Page> {
  const page = await openPage({ origin: site.url, userAgent: BROWSER, ...options });
  await page.context().setExtraHTTPHeaders(headers);
  await controlTime(site, page);
  return page;
}

describe('the log of scripted visits', () => {
  it('records the source, time and depth of each arrival', async () => {
    const page = await openReader({}, { 'cf-ipcountry': 'US' });
    const at = { country: 'US' };
    await visitPage(page, STORY, 'https://www.google.com/search?q=private');
    await read(page, 12);
    await visitPage(page, `${STORY}?utm_source=LinkedIn&utm_medium=social&utm_campaign=Fall`);
    await scrollTo(page, 0.3);
    await read(page, 47);
    await visitPage(
      page,
      `${STORY}?utm_source=newsletter&utm_medium=email&utm_campaign=2026-11-24&utm_content=3`,
    );
    await scrollTo(page, 0.8);
    await read(page, 65);
    await scrollTo(page, 0.2);
    await read(page, 5);
    await visitPage(page, '/', 'https://www.bing.com/search?q=x');
    await read(page, 3);
    const phone = await openReader({ userAgent: PHONE, width: 390 });
    await visitPage(phone, STORY);
    await scrollTo(phone, 1);
    await read(phone, 130);
    await setHidden(phone, true);
    await setHidden(page, true);
    await expectLog(site, [
      logged({ ...at, source: 'referral google.com', seconds: 12 }),
      logged({ ...at, source: 'campaign linkedin / social / fall', seconds: 47, quarter: 1 }),
      logged({ ...at, source: 'newsletter 2026-11-24/3', seconds: 70, quarter: 3 }),
      logged({ ...at, page: 'home', source: 'referral bing.com', seconds: 3 }),
      logged({ device: 'phone', seconds: 130, quarter: 4 }),
    ]);
    const { rows } = await site.db.query('select sum(readers)::int as readers from reading_hours');
    expect(rows).toEqual([{ readers: 2 }]);
  });

  it('records a view for each page of a visit: links, back, reload and the back/forward cache', async () => {
    const page = await openReader();
    await visitPage(page, STORY, 'https://news.example/');
    await scrollTo(page, 0.55);
    await read(page, 21);
    const category = page.getByRole('navigation').getByRole('link', { name: 'Tools' }).first();
    // Without scrolling to the link, so that the page returns to where it was read.
    await begin(page, () => category.evaluate((link) => (link as HTMLElement).click()));
    await read(page, 8);
    await begin(page, () => page.goBack());
    await page.locator('.article__body').waitFor();
    await read(page, 4);
    await begin(page, () => page.reload());
    await read(page, 6);
    await visitPage(page, '/search', 'https://news.example/');
    await read(page, 2);
    await begin(page, () => page.goBack());
    await read(page, 7);
    // Simulates the back/forward cache, which this browser does not have in tests.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
    await begin(page, () =>
      page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
    );
    await read(page, 9);
    await setHidden(page, true);
    const internal = (view: Partial<LoggedView>) => logged({ source: 'internal', ...view });
    await expectLog(site, [
      logged({ source: 'referral news.example', seconds: 21, quarter: 2 }),
      internal({ page: 'category', seconds: 8 }),
      internal({ seconds: 4, quarter: 2 }),
      internal({ seconds: 6, quarter: 2 }),
      logged({ page: 'search', source: 'referral news.example', seconds: 2 }),
      internal({ seconds: 7, quarter: 2 }),
      internal({ seconds: 9, quarter: 2 }),
    ]);
  });

  it('counts time only while the reader is active: sleep, idleness, and no connection', async () => {
    const sleeper = await openReader();
    await visitPage(sleeper, `${STORY}?utm_source=lid-closed`);
    await read(sleeper, 5);
    await sleeper.clock.fastForward('03:00:00');
    await read(sleeper, 9);
    await visitPage(sleeper, `${STORY}?utm_source=idle`);
    await sleeper.clock.runFor(90_000);
    await sleeper.keyboard.press('ArrowDown');
    await sleeper.clock.runFor(3_000);
    await visitPage(sleeper, `${STORY}?utm_source=offline`);
    await scrollTo(sleeper, 0.55);
    await read(sleeper, 5);
    await sleeper.waitForLoadState('networkidle');
    await sleeper.context().setOffline(true);
    await read(sleeper, 40);
    await setHidden(sleeper, true);
    await sleeper.context().setOffline(false);
    await expectLog(site, [
      logged({ source: 'campaign lid-closed', seconds: 14 }),
      logged({ source: 'campaign idle', seconds: 33 }),
      logged({ source: 'campaign offline', seconds: 45, quarter: 2 }),
    ]);
  });

  it.each([
    ['the first request fails', /ERR_FAILED/, (route: Route) => route.abort('failed')],
    [
      'its answer is lost',
      /ERR_FAILED/,
      async (route: Route) => {
        await route.fetch();
        await route.abort('failed');
      },
    ],
    [
      'its answer is an error',
      /503/,
      (route: Route) => route.fulfill({ status: 503, json: { token: null, error: 'Try again later.' } }),
    ],
  ])('counts once, and no more seconds than since the token, if %s', async (_, expected, answer) => {
    const page = await openReader({ expected: [expected] });
    await page.route('**/api/views', answer, { times: 1 });
    const asked = page.waitForRequest('**/api/views');
    await page.goto(STORY);
    await (await (await asked).response())?.finished();
    // A later answer has arrived, so the page has processed the first one.
    await page.evaluate(async () => (await fetch('/healthz')).text());
    await begin(page, () => read(page, 15));
    await read(page, 20);
    await setHidden(page, true);
    await expectLog(site, [logged({ seconds: 23 })]);
  });

  it('records a page that was opened in the background when it is shown', async () => {
    const page = await openReader();
    await page.addInitScript(() =>
      Object.defineProperty(document, 'hidden', { value: true, configurable: true }),
    );
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const loaded = page.waitForResponse(/track-reading/);
    await page.goto(STORY, { referer: 'https://news.example/' });
    await loaded;
    await page.waitForLoadState('networkidle');
    expect(asked).not.toContain('/api/views');
    await begin(page, () => setHidden(page, false));
    await read(page, 5);
    for (const isHidden of [true, false, true]) await setHidden(page, isHidden);
    await expectLog(site, [logged({ source: 'referral news.example', seconds: 5 })]);
  });

  it('records nothing of a page that does not exist', async () => {
    const page = await openReader({ expected: [/404/] });
    const loaded = page.waitForResponse(/track-reading/);
    await page.goto('/tag/nowhere', { referer: 'https://news.example/' });
    await loaded;
    const category = page.getByRole('navigation').getByRole('link', { name: 'Tools' }).first();
    await begin(page, () => category.click());
    await read(page, 4);
    await page.goBack();
    await page.getByRole('heading', { name: 'Tag not found' }).waitFor();
    await read(page, 5);
    await begin(page, () => page.goForward());
    await read(page, 6);
    await setHidden(page, true);
    const views = [4, 6].map((seconds) => logged({ page: 'category', source: 'internal', seconds }));
    await expectLog(site, views);
  });

  it('does not record a share that the reader canceled', async () => {
    const page = await openReader();
    await visitPage(page, STORY, 'https://news.example/');
    await page.evaluate(() => {
      navigator.share = async () => {
        document.title = 'Share dialog closed';
        throw new DOMException('The reader closed it.', 'AbortError');
      };
    });
    await page.getByRole('button', { name: 'Share' }).first().click();
    await expect.poll(() => page.title()).toBe('Share dialog closed');
    await read(page, 4);
    await setHidden(page, true);
    const source = 'referral news.example';
    await expectLog(site, [logged({ source, seconds: 4, quarter: 4, outcomes: ['cta_view Join'] })]);
  });

  it('records each outcome of a view once', async () => {
    const page = await openReader({ permissions: ['clipboard-read', 'clipboard-write'] });
    await visitPage(page, STORY, 'https://news.example/');
    for (let times = 0; times < 2; times += 1)
      await page.getByRole('button', { name: 'Share' }).first().click();
    await read(page, 4);
    await page.locator('.cta').scrollIntoViewIfNeeded();
    await read(page, 3);
    await begin(page, () => page.getByRole('link', { name: 'Join Now' }).click());
    await read(page, 5);
    await visitPage(page, STORY, 'https://news.example/');
    await page.getByLabel('Email address for updates').fill('reader@example.com');
    await page.getByRole('contentinfo').getByRole('button', { name: 'Subscribe' }).click();
    await expect.poll(async () => (await site.db.query('select 1 from leads')).rowCount).toBe(1);
    await read(page, 6);
    await setHidden(page, true);
    const [read1, newsletter, read2] = await vi.waitFor(
      async () => {
        await site.runCron();
        const log = await readLog(site);
        expect(log.map(({ seconds }) => seconds)).toEqual([7, 5, 6]);
        return log as [LoggedView, LoggedView, LoggedView];
      },
      { timeout: 50_000, interval: 200 },
    );
    const at = 'referral news.example';
    await expectLog(site, [
      logged({ source: at, seconds: 7, quarter: 4, outcomes: ['cta_click Join', 'cta_view Join', 'share'] }),
      logged({ page: 'newsletter', source: 'internal', seconds: 5, outcomes: newsletter.outcomes }),
      logged({ source: at, seconds: 6, quarter: read2.quarter, outcomes: read2.outcomes }),
    ]);
    expect([read1.outcomes.length, newsletter.outcomes]).toEqual([3, []]);
    expect(read2.outcomes).toContain('sign_up footer');
    const { rows } = await site.db.query(
      'select l.email, a.slug, won_kind, won_from from leads l join articles a on a.id = l.article_id',
    );
    expect(rows).toEqual([
      { email: 'reader@example.com', slug: 'a-story', won_kind: 'referral', won_from: 'news.example' },
    ]);
  });

  it('records no view of a call to action that is hidden', async () => {
    const page = await openReader();
    await visitPage(page, STORY);
    await page.locator('.cta').evaluate((cta) => cta.setAttribute('hidden', ''));
    await read(page, 4);
    await setHidden(page, true);
    await expectLog(site, [logged({ seconds: 4 })]);
  });

  it('records a click with the middle button, which opens a new tab, but not one that opens the menu', async () => {
    const page = await openReader();
    await visitPage(page, STORY);
    const link = page.getByRole('link', { name: 'Join Now' });
    await read(page, 2);
    await link.dispatchEvent('auxclick', { button: 2 });
    await setHidden(page, true);
    await expectLog(site, [logged({ seconds: 2 })]);
    await link.dispatchEvent('auxclick', { button: 1 });
    await expectLog(site, [logged({ seconds: 2, outcomes: ['cta_click Join'] })]);
  });

  it('records a search, and an article that is saved', async () => {
    await addAccount(site.db, { email: 'reader@example.com' });
    const page = await openReader();
    await signInAs(site, page.context(), 'reader@example.com');
    await page.context().addCookies([{ name: 'member', value: '1', url: site.url }]);
    await visitPage(page, STORY);
    // Ready to be saved without leaving the page.
    await page.locator('form[data-saved="false"]').waitFor();
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/mine'),
    );
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await saved;
    // Back from the end of the article.
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    await read(page, 2);
    await visitPage(page, '/');
    await page.getByRole('banner').getByRole('searchbox', { name: 'Search articles' }).click();
    const dialog = page.getByRole('dialog', { name: 'Search Articles' });
    await dialog.getByRole('searchbox', { name: 'Search articles' }).fill('paragraph');
    await read(page, 2);
    await dialog.getByRole('heading', { level: 3 }).first().waitFor();
    await page.keyboard.press('Escape');
    await setHidden(page, true);
    await expectLog(site, [
      logged({ seconds: 2, outcomes: ['save'] }),
      logged({ page: 'home', seconds: 2, outcomes: ['search'] }),
    ]);
  });

  it('records no depth for the beginning of a members-only article', async () => {
    const page = await openReader();
    await visitPage(page, '/article/for-members');
    await scrollTo(page, 1);
    await read(page, 12);
    await setHidden(page, true);
    await expectLog(site, [logged({ page: 'article for-members', seconds: 12 })]);
  });

  it('records only the view of a reader who asks for privacy, and nothing of crawlers and staff', async () => {
    const reader = await openReader({}, { 'sec-gpc': '1', 'cf-ipcountry': 'US' });
    await visitPage(reader, STORY, 'https://news.example/');
    await scrollTo(reader, 1);
    await reader.getByRole('button', { name: 'Share' }).first().click();
    await read(reader, 40);
    await setHidden(reader, true);
    const crawler = await openReader({
      userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; Chrome/131.0.0.0)',
    });
    await visitPage(crawler, STORY);
    await read(crawler, 20);
    const editor = await openAsAdmin(site, { userAgent: BROWSER });
    await controlTime(site, editor);
    await visitPage(editor, STORY);
    await read(editor, 20);
    await expectLog(site, [logged({ source: 'unknown', device: '' })]);
  });
});

describe('the tracking script', () => {
  it('loads after hydration, and leaves nothing in the browser', async () => {
    const page = await openReader();
    let wasHydrated: unknown;
    await page.route(/track-reading/, async (route) => {
      wasHydrated = await page.evaluate(() => 'isHydrated' in window);
      await route.continue();
    });
    await begin(page, () => openAt(page, STORY));
    await scrollTo(page, 0.5);
    const reported = page.waitForResponse('**/api/reading');
    await read(page, 30);
    await reported;
    expect(wasHydrated).toBe(true);
    expect(await page.context().cookies()).toEqual([]);
    const stored = await page.evaluate(async () => [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
      ...(await indexedDB.databases()),
      ...(await caches.keys()),
    ]);
    expect(stored).toEqual([]);
  });
});
