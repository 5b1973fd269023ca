// The newsletter in a browser: an issue from schedule to archive, subscribing and unsubscribing, leads; with
// and without JavaScript.
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { hydrated, openAt, openPage } from '../../support/browser/browser';
import { addArticle } from '../../support/factory';
import { addReader, emails, leadStatusOf, linkIn, setNewsletter } from '../../support/newsletter';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest();
const LIST = '/admin/newsletter';

beforeAll(async () => {
  await addArticle(site.db, { title: 'Hire for the handover', slug: 'handover', age: 3 });
  await addArticle(site.db, {
    title: 'What a signed case costs',
    slug: 'case',
    age: 30,
    category: 'operations',
  });
});
beforeEach(async () => {
  await site.empty('newsletter_issues, leads, outbox');
  await setNewsletter(site);
});

const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).waitFor();

async function prepare(page: Page): Promise<void> {
  await page.goto(LIST);
  await page.getByRole('button', { name: 'Prepare Issue' }).click();
  await page.waitForURL(/newsletter\/[0-9a-f-]{36}$/);
}

describe('newsletter editor', () => {
  it('prepares an issue, sends it, and watches its emails being sent', async () => {
    for (let reader = 0; reader < 250; reader += 1) await addReader(site, `r${reader}@example.com`);
    const page = await openAsAdmin(site);
    await prepare(page);
    await hydrated(page);
    await page.getByLabel('Subject').fill('Two stories');
    await page.getByLabel('Position of Hire for the handover').selectOption('1');
    expect(await page.getByLabel('Selected articles, in this order').isChecked()).toBe(true);
    await page.getByLabel('Position of What a signed case costs').selectOption('2');
    await page.getByRole('button', { name: 'Save Issue' }).click();
    await toast(page, 'Issue saved');
    await page.getByRole('link', { name: 'Send Now' }).click();
    await page.getByRole('button', { name: 'Send to 250 Subscribers' }).click();
    await toast(page, 'Sending the issue');
    // Updated by the page itself, without a reload.
    await expect.poll(() => page.locator('.newsletter-counts').innerText()).toMatch(/Sent\s*250/);
    await page.getByText(/^Sent \w{3} \d+/).waitFor();
    expect(await emails(site)).toHaveLength(250);
    await page.getByRole('link', { name: 'View in Archive' }).click();
    await page.getByRole('heading', { level: 1, name: 'Two stories' }).waitFor();
  });

  it('adds an older article that a search finds, and keeps unsaved text', async () => {
    await addArticle(site.db, { title: 'Deposing an expert witness', slug: 'deposing', age: 30_000 });
    for (let newer = 0; newer < 40; newer += 1) await addArticle(site.db, { age: 20_000 + newer });
    const page = await openAsAdmin(site);
    await prepare(page);
    await hydrated(page);
    const older = page.getByLabel('Position of Deposing an expert witness');
    expect(await older.count()).toBe(0);
    await page.getByLabel('Subject').fill('Witnesses');
    await page.getByLabel('Find articles').fill('witness expert');
    await page.getByLabel('Find articles').press('Enter');
    await page.getByText('Found 1 article, listed first.').waitFor();
    await older.selectOption('1');
    await page.getByLabel('Find articles').fill('signed case');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('Found 1 article, listed first.').waitFor();
    await page.getByLabel('Position of What a signed case costs').selectOption('2');
    // Of this week, so it had the first position.
    await page.getByLabel('Position of Hire for the handover').selectOption('');
    expect(await page.getByLabel('Subject').inputValue()).toBe('Witnesses');
    await page.getByRole('button', { name: 'Save Issue' }).click();
    await toast(page, 'Issue saved');
    const { rows } = await site.db.query(`
      select a.slug from newsletter_issues i, unnest(i.article_ids) with ordinality as p (id, place)
      join articles a on a.id = p.id order by place`);
    expect(rows.map(({ slug }) => slug)).toEqual(['deposing', 'case']);
  });

  it('sees when the cron task resumes failed deliveries', async () => {
    const { rows } = await site.db.query(
      `with job as (
         insert into jobs (kind, title, status, finished_at) values ('newsletter', 'Send', 'failed', now()) returning id)
       insert into newsletter_issues (issue_date, status, content, job_id, started_at)
       select current_date, 'sending', '{}', id, now() from job returning id`,
    );
    const page = await openAsAdmin(site);
    await page.clock.install();
    await openAt(page, `${LIST}/${rows[0].id}`);
    await page.getByText('We retry automatically').waitFor();
    await site.db.query("update newsletter_issues set status = 'sent', sent_at = now()");
    await page.clock.runFor(15_000);
    await page.getByText(/^Sent \w{3} \d+/).waitFor();
  });

  it('does the same without JavaScript', async () => {
    await addReader(site, 'ann@example.com');
    const page = await openAsAdmin(site, { javaScript: false });
    await prepare(page);
    await page.getByLabel('Subject').fill('By hand');
    await page.getByLabel('Selected articles, in this order').check();
    await page.getByLabel('Position of What a signed case costs').selectOption('1');
    await page.getByLabel('Position of Hire for the handover').selectOption('');
    await page.getByRole('button', { name: 'Save Issue' }).click();
    await page.getByRole('link', { name: 'Send Now' }).click();
    await page.getByText('will be sent immediately to 1 subscriber, with 1 article').waitFor();
    await page.getByRole('button', { name: 'Send to 1 Subscriber' }).click();
    await page.waitForURL(/newsletter\/[0-9a-f-]{36}$/);
    await expect.poll(async () => (await emails(site)).map(({ subject }) => subject)).toEqual(['By hand']);
  });
});

describe('subscriber', () => {
  it('confirms and unsubscribes with buttons, without JavaScript too', async () => {
    for (const javaScript of [true, false]) {
      const email = `reader-${javaScript}@example.com`;
      const body = new URLSearchParams({ email, source: 'footer', returnTo: '/' });
      await site.get('/subscribe', { method: 'POST', body });
      const [confirmation] = await emails(site, email);
      const page = await openPage({ javaScript, origin: site.url });
      await page.goto(linkIn(confirmation, '/newsletter/confirm'));
      expect(await leadStatusOf(site, email)).toBe('pending');
      await page.getByRole('button', { name: 'Confirm subscription' }).click();
      await page.getByText('Your subscription is confirmed').waitFor();
      expect(await leadStatusOf(site, email)).toBe('confirmed');
      await page.goto(linkIn(confirmation, '/newsletter/unsubscribe'));
      await page.getByRole('button', { name: 'Unsubscribe' }).click();
      await page.getByText('You are unsubscribed').waitFor();
      expect(await leadStatusOf(site, email)).toBe('unsubscribed');
      await page.getByRole('link', { name: 'Subscribe Again' }).click();
      await page.getByLabel('Once a month').check();
      await page.getByRole('button', { name: 'Save Preferences' }).click();
      await page.getByText('open the link in the latest email that we sent you').waitFor();
      expect(await page.getByLabel('Once a month').isChecked()).toBe(true);
      expect(await leadStatusOf(site, email)).toBe('unsubscribed');
      await expect.poll(async () => (await emails(site, email)).length).toBe(2);
      const again = (await emails(site, email)).at(-1);
      await page.goto(linkIn(again, '/newsletter/confirm'));
      await page.getByRole('button', { name: 'Confirm subscription' }).click();
      await page.getByText('Your subscription is confirmed').waitFor();
      expect(await leadStatusOf(site, email)).toBe('confirmed');
    }
  });
});

describe('leads', () => {
  it('are searched and show their four statuses', async () => {
    for (const status of ['pending', 'confirmed', 'unsubscribed', 'bounced'])
      await addReader(site, `${status}@example.com`, status);
    const page = await openAsAdmin(site);
    await page.goto('/admin/leads');
    for (const label of ['Pending', 'Confirmed', 'Unsubscribed', 'Bounced'])
      await page.getByRole('cell', { name: label, exact: true }).waitFor();
    await hydrated(page);
    // Applies while someone types.
    await page.getByPlaceholder('Search leads...').fill('bounced');
    await page.getByText('1 lead', { exact: true }).waitFor();
    await page.keyboard.type('x');
    await page.getByText('No leads found matching your search.').waitFor();
    expect(await page.getByPlaceholder('Search leads...').inputValue()).toBe('bouncedx');
    await page.getByPlaceholder('Search leads...').fill('nobody');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('No leads found matching your search.').waitFor();
  });
});

describe('accessibility', () => {
  it.each([
    [390, 'light'],
    [1280, 'dark'],
  ] as const)('has no axe violations at %i px, %s', async (width, theme) => {
    await addReader(site, 'ann@example.com');
    await addReader(site, 'bob@example.com', 'bounced');
    const admin = await openAsAdmin(site, { width, theme });
    await prepare(admin);
    const draft = new URL(admin.url()).pathname;
    const { rows } = await site.db.query('select issue_date::text as day from newsletter_issues');
    for (const path of [draft, `${draft}?send`, LIST, `${LIST}?new`, `${LIST}/settings`, '/admin/leads']) {
      await admin.goto(path);
      expect(await findAxeViolations(admin), path).toEqual([]);
    }
    await admin.goto(`${draft}?send`);
    await admin.getByRole('button', { name: 'Send to 1 Subscriber' }).click();
    await expect.poll(async () => (await emails(site)).length).toBe(1);
    await admin.goto(draft);
    expect(await findAxeViolations(admin), 'an issue that was sent').toEqual([]);
    const reader = await openPage({ width, theme, origin: site.url });
    const [email] = await emails(site);
    await reader.setContent(email?.html.replaceAll('http://magazine.test', site.url) ?? '');
    // An email has no landmarks: the mail program around it provides the page.
    const illegible = (await findAxeViolations(reader)).filter((line) => line.startsWith('color-contrast'));
    expect(illegible, `the email, ${theme}`).toEqual([]);
    const unsubscribe = linkIn(email, '/newsletter/unsubscribe');
    const paths = [
      unsubscribe,
      unsubscribe.replace('unsubscribe', 'preferences'),
      '/newsletter/archive',
      `/newsletter/archive/${rows[0].day}`,
    ];
    for (const path of paths) {
      await reader.goto(path);
      expect(await findAxeViolations(reader), path).toEqual([]);
    }
  });
});
