// A long job as an editor watches it: live with JavaScript, with a link without it.
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { follow, hydrated, openAt } from '../../support/browser/browser';
import { addInterruptedJob, items, runTestItem, waitForJob } from '../../support/jobs';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest();

beforeEach(() => site.empty('jobs, job_items, audit_log'));

const counts = (page: Page) => page.locator('.job-progress__counts').innerText();
const setDone = (keys: string[]) =>
  site.db.query("update job_items set status = 'done', touched_at = now() where key = any($1)", [keys]);

describe('watched job', () => {
  it('shows its progress to the end', async () => {
    const id = await addInterruptedJob(site, [...items(4), { key: 'refused', input: { act: 'refuse' } }]);
    const page = await openAsAdmin(site);
    await openAt(page, `/admin/jobs/${id}`);
    expect(await counts(page)).toContain('5 waiting');
    await setDone(['item-0', 'item-1']);
    await page.getByText('2 done, 3 waiting').waitFor();
    expect(await page.getByRole('progressbar', { name: 'Running' }).getAttribute('value')).toBe('2');
    // The page updates itself, so there is no Refresh link.
    await page.getByRole('link', { name: 'Refresh' }).waitFor({ state: 'detached' });
    await site.runCron(new Date(), '@start');
    await page.getByText('4 done, 1 failed').first().waitFor();
    await page.getByText('It is refused.').waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: 'Done: 4 done, 1 failed.' })
      .waitFor({ state: 'attached' });
    await site.db.query("update job_items set input = '{}' where key = 'refused'");
    await page.getByRole('button', { name: 'Retry Failed' }).click();
    await page.getByText('5 done').first().waitFor();
    await page.getByRole('button', { name: 'Retry Failed' }).waitFor({ state: 'detached' });
  });

  it('is polled without an event stream', async () => {
    const id = await addInterruptedJob(site, items(3));
    const page = await openAsAdmin(site, { expected: [/events/] });
    await page.route('**/events', (route) => route.abort());
    await openAt(page, `/admin/jobs/${id}`);
    await setDone(['item-0', 'item-1', 'item-2']);
    await page.getByText('3 done').first().waitFor();
  });

  it('continues to update in the list after the server was unreachable', async () => {
    await addInterruptedJob(site, items(2));
    const page = await openAsAdmin(site, { expected: [/INTERNET_DISCONNECTED/] });
    await openAt(page, '/admin/jobs');
    const unanswered = page.waitForEvent('requestfailed');
    await page.context().setOffline(true);
    await unanswered;
    await page.context().setOffline(false);
    await setDone(['item-0', 'item-1']);
    await page.locator('.jobs__counts', { hasText: '2 of 2' }).waitFor();
  });

  it('is canceled after a confirmation', async () => {
    const id = await addInterruptedJob(site, items(3));
    const page = await openAsAdmin(site);
    await openAt(page, `/admin/jobs/${id}`);
    await page.getByRole('link', { name: 'Cancel Job' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel Job' });
    await dialog.getByText('3 items are not processed yet.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel Job' }).click();
    await page.getByText('3 canceled').first().waitFor();
    await page.getByRole('link', { name: 'Cancel Job' }).waitFor({ state: 'detached' });
  });

  it('is refreshed with a link without JavaScript', async () => {
    const id = await addInterruptedJob(site, items(3));
    const page = await openAsAdmin(site, { javaScript: false });
    await page.goto(`/admin/jobs/${id}`);
    expect(await counts(page)).toContain('3 waiting');
    await setDone(['item-0']);
    await follow(page.getByRole('link', { name: 'Refresh' }));
    expect(await counts(page)).toContain('1 done, 2 waiting');
    await follow(page.getByRole('link', { name: 'Cancel Job' }));
    await follow(page.getByRole('dialog').getByRole('button', { name: 'Cancel Job' }));
    expect(await counts(page)).toContain('1 done, 2 canceled');
  });
});

describe('accessibility', () => {
  it('has no axe violations on the list of jobs and on a job', async () => {
    const over = await runTestItem(site, [
      ...items(3),
      { key: 'refused', input: { act: 'refuse' } },
      { key: 'idle', input: { act: 'skip' } },
    ]);
    await waitForJob(site, over);
    const running = await addInterruptedJob(site, items(3));
    await setDone(['item-0']);
    const page = await openAsAdmin(site, { reducedMotion: true });
    for (const path of ['/admin/jobs', `/admin/jobs/${over}`, `/admin/jobs/${running}?cancel`]) {
      await page.goto(path);
      await hydrated(page);
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        for (const theme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: theme });
          expect(await findAxeViolations(page), `${path}, ${width} px, ${theme}`).toEqual([]);
        }
      }
    }
  });
});
