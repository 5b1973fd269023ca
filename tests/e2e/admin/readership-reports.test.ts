// Leads with the article and source that won them, reports of calls to action, links of an issue, the dashboard's sentence and the weekly email.
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { openAt, openPage } from '../../support/browser/browser';
import { addArticle, emptyMagazine } from '../../support/factory';
import { gate } from '../../support/gate';
import { emails } from '../../support/newsletter';
import { addReadingTotals } from '../../support/readership';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });
const WIDTHS = [390, 768, 1440];
let cta: string;
let issue: string;

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty(
    'ctas, cta_days, reading_totals, reading_days, reading_hours, reading_groups, weekly_emails, outbox',
  );
});

async function addData(): Promise<void> {
  const article = await addArticle(site.db, { title: 'Flat Fees for Litigation', slug: 'fees' });
  await site.db.query(
    `insert into leads (email, article_id, won_kind, won_from, created_at) values
       ('ann@example.com', $1, 'newsletter', '2026-11-24/1', now()),
       ('someone.with.a.long.name@a-long-domain.example.com', $1, 'campaign', 'linkedin / social / a very long campaign name', now()),
       ('bob@example.com', null, 'direct', '', now()), ('cat@example.com', null, null, null, now())`,
    [article],
  );
  const { rows: made } = await site.db.query(
    "insert into ctas (title) values ('Join the Academy') returning id",
  );
  cta = made[0].id;
  await site.db.query(
    `insert into cta_days (cta_id, day, article_id, views, clicks, sign_ups)
     select $1, magazine_day(now(), magazine_zone()) - n, $2, 100, 50, 33 from generate_series(0, 20) n`,
    [cta, article],
  );
  const content = {
    ...{ subject: 'Two stories', preheader: '', intro: [], countClicks: true, magazine: 'Law Firm Academy' },
    articles: [
      {
        ...{
          id: article,
          title: 'Flat Fees for Litigation',
          link: '/article/fees',
          summary: '',
          author: 'Dana',
        },
        ...{ readTime: '5 min', category: null, image: null, imageAlt: '' },
      },
    ],
    cta: { title: 'Elsewhere', body: '', label: 'Read', link: 'https://elsewhere.example/' },
    ad: null,
    sender: { name: 'Law Firm Academy', address: 'news@academy.example', postal: '1 Court Street' },
  };
  const { rows: sent } = await site.db.query(
    "insert into newsletter_issues (issue_date, status, content, sent_at) values ('2026-11-24', 'sent', $1, now()) returning id",
    [content],
  );
  issue = sent[0].id;
  await site.db.query(
    `insert into reading_groups (day, kind, name, views, engaged_seconds, sign_ups)
     values ('2026-11-24', 'source', E'newsletter\\t2026-11-24/1', 1234, 60000, 5)`,
  );
  await addReadingTotals(site.db, article, 1, { views: 500, seconds: 9_000, signUps: 9 });
}

const screens = () => [
  '/admin/leads',
  `/admin/ctas/${cta}/report`,
  '/admin/ctas',
  `/admin/newsletter/${issue}`,
  '/admin',
];

async function expectToFit(page: Page, path: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overhang, `${path} at ${width} px`).toBeLessThanOrEqual(0);
  }
}

describe('these screens', () => {
  it.each(['light', 'dark'] as const)('have no axe violations and fit, %s', async (theme) => {
    await addData();
    const page = await openAsAdmin(site, { theme, reducedMotion: true });
    for (const path of screens()) {
      await openAt(page, path);
      if (path.endsWith('/report')) await page.getByText('Daily figures').click();
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await findAxeViolations(page), `${path} at ${width} px`).toEqual([]);
      }
      await expectToFit(page, path);
    }
    await site.empty('cta_days');
    await openAt(page, `/admin/ctas/${cta}/report`);
    expect(await findAxeViolations(page), 'an empty report').toEqual([]);
  });

  it('work without JavaScript', async () => {
    await addData();
    const page = await openAsAdmin(site, { javaScript: false });
    await page.goto('/admin/leads');
    await page.getByLabel('Article').fill('litigation');
    await page.getByLabel('Came from').selectOption({ label: 'Newsletter of Nov 24, 2026' });
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('1 lead', { exact: true }).waitFor();
    expect(await page.getByLabel('Article').inputValue()).toBe('litigation');
    expect(await page.getByRole('row', { name: /ann@example\.com/ }).innerText()).toContain(
      'Newsletter of Nov 24, 2026',
    );
    await page.goto('/admin/ctas');
    await page.getByRole('link', { name: 'Report' }).click();
    await page.getByRole('link', { name: '7 days' }).click();
    await page.getByText('Daily figures').click();
    expect(await page.getByRole('row', { name: /Flat Fees for Litigation/ }).innerText()).toMatch(
      /700\s+350\s+50\.00%\s+231/,
    );
  });

  it('keep text typed into a field while the search of another one applies', async () => {
    await addData();
    const page = await openAsAdmin(site);
    await openAt(page, '/admin/leads');
    const article = page.getByLabel('Article');
    const [loading, load] = gate();
    await page.route('**/admin/leads.data*', async (route) => {
      await loading;
      await route.fallback();
    });
    await article.pressSequentially('fl');
    const asked = page.waitForRequest(/leads\.data\?q=ann&article=fl&/);
    await page.getByPlaceholder('Search leads...').pressSequentially('ann');
    await asked;
    await article.fill('flat');
    load();
    await page.getByText('1 lead', { exact: true }).waitFor();
    expect(await article.inputValue()).toBe('flat');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.waitForURL(/article=flat/);
    await page.getByRole('link', { name: 'Leads' }).first().click();
    await expect.poll(() => article.inputValue()).toBe('');
  });

  it('are used with the keyboard alone', async () => {
    await addData();
    const page = await openAsAdmin(site);
    await openAt(page, '/admin/leads');
    await page.getByPlaceholder('Search leads...').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.type('flat fees');
    await page.keyboard.press('Tab');
    // Chooses the option that begins with the typed text.
    await page.keyboard.type('newsl');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('1 lead', { exact: true }).waitFor();
    await openAt(page, `/admin/ctas/${cta}/report`);
    await page.getByRole('link', { name: 'All time' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'Flat Fees for Litigation' }).waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(10);
  });
});

describe('the weekly email', () => {
  it.each(['light', 'dark'] as const)('is legible, %s', async (theme) => {
    const [first, second] = [
      await addArticle(site.db, { title: 'Flat Fees for Litigation' }),
      await addArticle(site.db, { title: 'Intake' }),
    ];
    const now = new Date();
    const sinceMonday = (now.getUTCDay() + 6) % 7;
    const monday = new Date(now.getTime() - sinceMonday * 86_400_000);
    monday.setUTCHours(20);
    await addReadingTotals(site.db, first, sinceMonday + 2, { views: 90, seconds: 9_000, signUps: 3 });
    await addReadingTotals(site.db, second, sinceMonday + 2, { views: 40, seconds: 3_000 });
    await addReadingTotals(site.db, second, sinceMonday + 9, { views: 4, seconds: 300 });
    await site.runCron(monday);
    const [email] = await emails(site);
    const page = await openPage({ theme, width: 390, origin: site.url });
    await page.setContent(email?.html ?? '');
    for (const text of ['Most read', 'Grew most', 'Left early', 'View Readership'])
      await page.getByText(text, { exact: true }).waitFor();
    // An email has no landmarks: the mail program around it provides the page.
    const illegible = (await findAxeViolations(page)).filter((line) => line.startsWith('color-contrast'));
    expect(illegible).toEqual([]);
  });
});
