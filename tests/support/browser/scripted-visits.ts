// Visits whose time, scroll depth and sources a test decides, and what they leave in the log.
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { backdateView, recount } from '../readership';
import type { Site } from '../site/site';
import { stopClock } from './browser';

const EARLIER_SECONDS = 12 * 60 * 60;

/** What a visit should leave in the log. */
export interface LoggedView {
  page: string;
  /** Kind and name. */
  source: string;
  device: string;
  country: string;
  seconds: number;
  quarter: number;
  /** Kind and target. */
  outcomes: string[];
}

export const logged = (view: Partial<LoggedView>): LoggedView => ({
  page: 'article a-story',
  source: 'direct',
  device: 'desktop',
  country: '',
  seconds: 0,
  quarter: 0,
  outcomes: [],
  ...view,
});

/**
 * Stops the clock of the browser's pages until `read` advances it. The worker uses real time, so its
 * tokens start before the stopped clock.
 */
export async function controlTime(site: Site, page: Page): Promise<void> {
  const context = page.context();
  await context.addInitScript(() => Object.assign(window, { real: performance }));
  await stopClock(page, Date.now());
  // The stopped clock hides how the document was opened.
  await context.addInitScript(() => {
    performance.getEntriesByType = (type) =>
      (window as unknown as { real: Performance }).real.getEntriesByType(type);
  });
  await context.route('**/api/views', async (route) => {
    // The site's address, in place of the one that it has in tests.
    const postData = route.request().postData()?.replaceAll(site.url, 'https://magazine.test') ?? '';
    const response = await route.fetch({ postData });
    const { token } = await response.json();
    await route.fulfill({
      response,
      json: { token: token && (await backdateView(token, EARLIER_SECONDS)) },
    });
  });
}

/** Does what begins a view, and waits until the page has its token. */
export async function begin(page: Page, act: () => Promise<unknown>): Promise<void> {
  const answered = page.waitForResponse('**/api/views');
  await act();
  await (await answered).finished();
  // A later answer has arrived, so the page has processed the earlier one.
  await page.evaluate(async () => (await fetch('/healthz')).text());
}

export function visitPage(page: Page, path: string, referer?: string): Promise<void> {
  return begin(page, async () => {
    await page.goto(path, referer ? { referer } : {});
  });
}

let signs = 0;

/** Moves the pointer, and looks at the page for that long. */
export async function read(page: Page, seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 20) {
    signs += 1;
    await page.mouse.move(5 + (signs % 2), 300);
    await page.clock.runFor(Math.min(left, 20) * 1_000);
  }
}

/** Scrolls until this share of the article's text has come into view. */
export const scrollTo = (page: Page, share: number) =>
  page.locator('.article__body').evaluate((text, part) => {
    const { top, height } = text.getBoundingClientRect();
    scrollBy({ top: top + height * part - innerHeight + 2, behavior: 'instant' });
  }, share);

export async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

/** Views in the order in which they began. */
export async function readLog(site: Site): Promise<LoggedView[]> {
  const { rows } = await site.db.query(`
    select trim(page || ' ' || coalesce(a.slug, '')) as page, trim(source_kind || ' ' || source) as source, device, country,
      engaged_seconds as seconds, quarter, array(
        select trim(o.kind || ' ' || coalesce(c.title, o.target)) from reading_outcomes o left join ctas c on c.id::text = o.target where o.view_id = v.id order by 1
      ) as outcomes
    from page_views v left join articles a on a.id = v.article_id order by started_at`);
  return rows;
}

/** The log is this, all totals are sums of it, and nothing was dropped. */
export async function expectLog(site: Site, script: LoggedView[]): Promise<void> {
  await vi.waitFor(
    async () => {
      await site.runCron();
      expect(await readLog(site)).toEqual(script);
    },
    { timeout: 50_000, interval: 200 },
  );
  const { rows } = await site.db.query(
    'select * from reading_beacons union all select null, null, reason, null, null from reading_drops',
  );
  expect(rows).toEqual([]);
  for (const { name, totals, log } of await recount(site.db)) expect(totals, name).toEqual(log);
}
