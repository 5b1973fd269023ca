// The Readership screen in the browser: empty, after one day and with a full log, by keyboard and without JavaScript.
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { follow, hydrated, openAt, pathOf } from '../../support/browser/browser';
import { findOverflow } from '../../support/browser/overflow';
import { addArticle, emptyMagazine } from '../../support/factory';
import { startView } from '../../support/readership';
import { addReadingLog, countReadingNow, READING_TABLES } from '../../support/reading-log';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const PAGE = '/admin/readership';
const { it, site } = adminSiteTest();

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty(READING_TABLES);
});

async function expectAccessible(page: Page, about: string) {
  for (const width of [390, 768, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      expect(await findAxeViolations(page), `${about}, ${width} px, ${colorScheme}`).toEqual([]);
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(tooWide, `${about}, ${width} px`).toBeLessThanOrEqual(0);
    }
}

const openTables = (page: Page) =>
  page.locator('main details').evaluateAll((all) => {
    for (const details of all) details.setAttribute('open', '');
  });

describe('accessibility', () => {
  it('has no axe violations, empty, with a full log and with invalid input', async () => {
    const admin = await openAsAdmin(site, { reducedMotion: true, expected: [/status of 422/] });
    await openAt(admin, PAGE);
    await admin.getByRole('heading', { name: 'No views in this period' }).waitFor();
    await expectAccessible(admin, 'empty');
    await openAt(admin, `${PAGE}/settings`);
    await expectAccessible(admin, 'settings');
    await openAt(admin, `${PAGE}?from=2026-03-02&to=2026-03-01`);
    await admin.getByText('The first day must not be after the last day.').waitFor();
    await expectAccessible(admin, 'invalid input');
    await addReadingLog(site);
    for (const range of ['today', '90']) {
      await openAt(admin, `${PAGE}?range=${range}`);
      await openTables(admin);
      await expectAccessible(admin, range);
    }
  });
});

describe('a large magazine', () => {
  it('has figures of millions that fit, and each count of the dashboard on one line', async () => {
    await addArticle(site.db, { category: 'tools' });
    await site.db.query(`insert into reading_hours (day, hour, views, article_views, readers, engaged_seconds, quarter4, sign_ups)
      select magazine_day(now(), magazine_zone()) - n, 9, 9474344, 9474344, 2915171, 383383980, 2273842, 290007
      from generate_series(0, 1) n`);
    await site.db.query(`insert into article_count_entries (status, category_id, difference)
      select 'published', category_id, 132552 from articles`);
    const admin = await openAsAdmin(site);
    for (const width of [390, 640, 768, 1024, 1200, 1440]) {
      await admin.setViewportSize({ width, height: 900 });
      await openAt(admin, `${PAGE}?range=today`);
      await admin.getByText('9,474,344', { exact: true }).first().waitFor();
      expect(await findOverflow(admin), `${width} px`).toEqual([]);
      await openAt(admin, '/admin');
      const lines = await admin.getByText('132,553 articles').evaluate((count) => {
        const range = document.createRange();
        range.selectNode(count.firstChild ?? count);
        return range.getClientRects().length;
      });
      expect(lines, `${width} px`).toBe(1);
    }
  });
});

describe('the range', () => {
  it('is chosen by keyboard', async () => {
    await addReadingLog(site);
    const admin = await openAsAdmin(site);
    await openAt(admin, PAGE);
    const days = admin.getByRole('link', { name: '90 days' });
    await days.focus();
    await admin.keyboard.press('Enter');
    await admin.waitForURL('**/admin/readership?range=90');
    // The fields are replaced together with the current link.
    await expect.poll(() => days.getAttribute('aria-current')).toBe('true');
    const from = admin.getByLabel('From', { exact: true });
    const last = await admin.getByLabel('To', { exact: true }).inputValue();
    await from.fill(last);
    await from.press('Enter');
    await admin.waitForURL(`**/admin/readership?from=${last}&to=${last}`);
    await admin.getByRole('heading', { name: 'By hour' }).waitFor();
    await admin.getByText('Figures by hour').focus();
    await admin.keyboard.press('Enter');
    await admin.getByRole('cell', { name: '11 PM' }).first().waitFor();
  });

  it('is chosen without JavaScript', async () => {
    await addReadingLog(site);
    const admin = await openAsAdmin(site, { javaScript: false });
    await admin.goto(PAGE);
    await follow(admin.getByRole('link', { name: '7 days' }));
    expect(pathOf(admin)).toBe(`${PAGE}?range=7`);
    await follow(admin.getByRole('link', { name: 'Views', exact: true }));
    expect(pathOf(admin)).toBe(`${PAGE}?range=7&by=views`);
    const day = await admin.getByLabel('To', { exact: true }).inputValue();
    await admin.getByLabel('From', { exact: true }).fill(day);
    await follow(admin.getByRole('button', { name: 'Show Days' }));
    expect(pathOf(admin)).toBe(`${PAGE}?from=${day}&to=${day}&by=views`);
    await follow(admin.getByRole('link', { name: 'Refresh' }));
    expect(pathOf(admin)).toBe(`${PAGE}?from=${day}&to=${day}&by=views`);
  });
});

it('shows a reader who arrives, without a reload', async () => {
  const admin = await openAsAdmin(site);
  await openAt(admin, PAGE);
  await hydrated(admin);
  const live = admin.getByRole('region', { name: 'Last 30 minutes' });
  await live.getByText('live', { exact: true }).waitFor();
  expect(await live.innerText()).toContain('0 readers');
  await startView(site, '/');
  await countReadingNow(site);
  await live.getByText('1 reader', { exact: true }).waitFor();
});

it('continues to show readers who arrive after a refused connection', async () => {
  const admin = await openAsAdmin(site, { expected: [/503/] });
  await admin.route('**/readership/events', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await openAt(admin, PAGE);
  const live = admin.getByRole('region', { name: 'Last 30 minutes' });
  await live.getByText('live', { exact: true }).waitFor();
  await startView(site, '/');
  await countReadingNow(site);
  await live.getByText('1 reader', { exact: true }).waitFor();
});

it('stops and continues the updates by keyboard', async () => {
  const admin = await openAsAdmin(site);
  await openAt(admin, PAGE);
  await hydrated(admin);
  const live = admin.getByRole('region', { name: 'Last 30 minutes' });
  const ended = admin.waitForEvent('requestfailed', (request) => request.url().endsWith('/events'));
  await live.getByRole('button', { name: 'Pause Updates' }).press('Enter');
  await ended;
  await live.getByRole('link', { name: 'Refresh' }).waitFor();
  await startView(site, '/');
  await countReadingNow(site);
  expect(await live.innerText()).toContain('0 readers');
  await live.getByRole('button', { name: 'Resume Updates' }).press('Enter');
  await live.getByText('1 reader', { exact: true }).waitFor();
  expect(await admin.evaluate(() => document.activeElement?.textContent)).toBe('Pause Updates');
});
