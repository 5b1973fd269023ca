// The newsletter in a real browser: an issue from the plan to the archive, a reader's way in and out, leads; with scripts
// and without.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAsAdmin, startAdminSite } from '../support/admin-site';
import { findBarriers } from '../support/axe';
import { hydrated, openPage, visit } from '../support/browser';
import { addArticle } from '../support/factory';
import { addReader, letters, linkIn, setNewsletter, statusOf } from '../support/newsletter';
import type { Site } from '../support/site';

let site: Site;
const LIST = '/admin/newsletter';

beforeAll(async () => {
  site = await startAdminSite();
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
afterAll(() => site.stop());

const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).waitFor();

async function prepare(page: Page): Promise<void> {
  await page.goto(LIST);
  await page.getByRole('button', { name: 'Prepare it' }).click();
  await page.waitForURL(/newsletter\/[0-9a-f-]{36}$/);
}

describe('an editor', () => {
  it('prepares an issue, sends it, and watches its letters leave', async () => {
    for (let reader = 0; reader < 250; reader += 1) await addReader(site, `r${reader}@example.com`);
    const page = await openAsAdmin(site);
    await prepare(page);
    await hydrated(page);
    await page.getByLabel('Subject').fill('Two stories');
    await page.getByLabel('Place of Hire for the handover').selectOption('1');
    expect(await page.getByLabel('These, in this order').isChecked()).toBe(true);
    await page.getByLabel('Place of What a signed case costs').selectOption('2');
    await page.getByRole('button', { name: 'Save Issue' }).click();
    await toast(page, 'Issue saved');
    await page.getByRole('link', { name: 'Send Now' }).click();
    await page.getByRole('button', { name: 'Send to 250 Readers' }).click();
    await toast(page, 'The issue is on its way');
    // Told by the page itself, without a reload.
    await expect.poll(() => page.locator('.newsletter-counts').innerText()).toMatch(/Sent\s*250/);
    await page.getByText(/^Sent \w{3} \d+/).waitFor();
    expect(await letters(site)).toHaveLength(250);
    await page.getByRole('link', { name: 'In the Archive' }).click();
    await page.getByRole('heading', { level: 1, name: 'Two stories' }).waitFor();
  });

  it('sees it when the clock takes up again what could not be handed over', async () => {
    const { rows } = await site.db.query(
      `with job as (
         insert into jobs (kind, title, status, finished_at) values ('newsletter', 'Send', 'failed', now()) returning id)
       insert into newsletter_issues (issue_date, status, content, job_id, started_at)
       select current_date, 'sending', '{}', id, now() from job returning id`,
    );
    const page = await openAsAdmin(site);
    await page.clock.install();
    await visit(page, `${LIST}/${rows[0].id}`);
    await page.getByText('The clock tries again by itself').waitFor();
    await site.db.query("update newsletter_issues set status = 'sent', sent_at = now()");
    await page.clock.runFor(15_000);
    await page.getByText(/^Sent \w{3} \d+/).waitFor();
  });

  it('does the same without scripts', async () => {
    await addReader(site, 'ann@example.com');
    const page = await openAsAdmin(site, { javaScript: false });
    await prepare(page);
    await page.getByLabel('Subject').fill('By hand');
    await page.getByLabel('These, in this order').check();
    await page.getByLabel('Place of What a signed case costs').selectOption('1');
    await page.getByLabel('Place of Hire for the handover').selectOption('');
    await page.getByRole('button', { name: 'Save Issue' }).click();
    await page.getByRole('link', { name: 'Send Now' }).click();
    await page.getByText('goes to 1 reader at once, with 1 article').waitFor();
    await page.getByRole('button', { name: 'Send to 1 Reader' }).click();
    await page.waitForURL(/newsletter\/[0-9a-f-]{36}$/);
    await expect.poll(async () => (await letters(site)).map(({ subject }) => subject)).toEqual(['By hand']);
  });
});

describe('a reader', () => {
  it('confirms and leaves by buttons, without scripts too', async () => {
    for (const javaScript of [true, false]) {
      const email = `reader-${javaScript}@example.com`;
      const body = new URLSearchParams({ email, source: 'footer', returnTo: '/' });
      await site.get('/subscribe', { method: 'POST', body });
      const [letter] = await letters(site, email);
      const page = await openPage({ javaScript, origin: site.url });
      await page.goto(linkIn(letter, '/newsletter/confirm'));
      expect(await statusOf(site, email)).toBe('pending');
      await page.getByRole('button', { name: 'Confirm subscription' }).click();
      await page.getByText('Your subscription is confirmed').waitFor();
      expect(await statusOf(site, email)).toBe('confirmed');
      await page.goto(linkIn(letter, '/newsletter/unsubscribe'));
      await page.getByRole('button', { name: 'Unsubscribe' }).click();
      await page.getByText('You are unsubscribed').waitFor();
      expect(await statusOf(site, email)).toBe('unsubscribed');
      await page.getByRole('link', { name: 'That was a mistake' }).click();
      await page.getByLabel('Once a month').check();
      await page.getByRole('button', { name: 'Save preferences' }).click();
      await page.getByText('Your choice is saved.').waitFor();
      expect(await statusOf(site, email)).toBe('confirmed');
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
    await page.getByPlaceholder('Search leads...').fill('bounced');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('1 lead', { exact: true }).waitFor();
    await page.getByPlaceholder('Search leads...').fill('nobody');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('No leads found matching your search.').waitFor();
  });
});

describe('nobody is kept out', () => {
  it.each([
    [390, 'light'],
    [1280, 'dark'],
  ] as const)('at %i pixels, %s', async (width, theme) => {
    await addReader(site, 'ann@example.com');
    await addReader(site, 'bob@example.com', 'bounced');
    const admin = await openAsAdmin(site, { width, theme });
    await prepare(admin);
    const draft = new URL(admin.url()).pathname;
    const { rows } = await site.db.query('select issue_date::text as day from newsletter_issues');
    for (const path of [draft, `${draft}?send`, LIST, `${LIST}?new`, `${LIST}/settings`, '/admin/leads']) {
      await admin.goto(path);
      expect(await findBarriers(admin), path).toEqual([]);
    }
    await admin.goto(`${draft}?send`);
    await admin.getByRole('button', { name: 'Send to 1 Reader' }).click();
    await expect.poll(async () => (await letters(site)).length).toBe(1);
    await admin.goto(draft);
    expect(await findBarriers(admin), 'an issue that was sent').toEqual([]);
    const reader = await openPage({ width, theme, origin: site.url });
    const [letter] = await letters(site);
    await reader.setContent(letter?.html.replaceAll('http://magazine.test', site.url) ?? '');
    // A letter has no landmarks: its reader's mail program is the page around it.
    const illegible = (await findBarriers(reader)).filter((line) => line.startsWith('color-contrast'));
    expect(illegible, `the letter, ${theme}`).toEqual([]);
    const farewell = linkIn(letter, '/newsletter/unsubscribe');
    const paths = [
      farewell,
      farewell.replace('unsubscribe', 'preferences'),
      '/newsletter/archive',
      `/newsletter/archive/${rows[0].day}`,
    ];
    for (const path of paths) {
      await reader.goto(path);
      expect(await findBarriers(reader), path).toEqual([]);
    }
  });
});
