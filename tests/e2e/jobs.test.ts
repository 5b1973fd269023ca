// Long work as an editor watches it: live with JavaScript, by a link without it.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAsAdmin, startAdminSite } from '../support/admin-site';
import { findBarriers } from '../support/axe';
import { follow, hydrated, visit } from '../support/browser';
import { items, leaveBehind, rehearse, untilOver } from '../support/jobs';
import type { Site } from '../support/site';

let site: Site;

beforeAll(async () => {
  site = await startAdminSite();
});
beforeEach(() => site.empty('jobs, job_items, audit_log'));
afterAll(() => site.stop());

const counts = (page: Page) => page.locator('.job-progress__counts').innerText();
const setDone = (keys: string[]) =>
  site.db.query("update job_items set status = 'done', touched_at = now() where key = any($1)", [keys]);

describe('a job that somebody watches', () => {
  it('goes on before their eyes to its end', async () => {
    const id = await leaveBehind(site, [...items(4), { key: 'refused', input: { act: 'refuse' } }]);
    const page = await openAsAdmin(site);
    await visit(page, `/admin/jobs/${id}`);
    expect(await counts(page)).toContain('5 waiting');
    await setDone(['item-0', 'item-1']);
    await page.getByText('2 done, 3 waiting').waitFor();
    expect(await page.getByRole('progressbar', { name: 'Running' }).getAttribute('value')).toBe('2');
    // The page learns by itself, so no link offers to look.
    await page.getByRole('link', { name: 'Refresh' }).waitFor({ state: 'detached' });
    await site.runCron(new Date(), '@start');
    await page.getByText('4 done, 1 failed').first().waitFor();
    await page.getByText('It is refused.').waitFor();
    expect(await page.getByRole('status').filter({ hasText: 'Done: 4 done, 1 failed.' }).count()).toBe(1);
    await site.db.query("update job_items set input = '{}' where key = 'refused'");
    await page.getByRole('button', { name: 'Retry Failed' }).click();
    await page.getByText('5 done').first().waitFor();
    await page.getByRole('button', { name: 'Retry Failed' }).waitFor({ state: 'detached' });
  });

  it('is asked for where nobody tells of changes', async () => {
    const id = await leaveBehind(site, items(3));
    const page = await openAsAdmin(site, { expected: [/events/] });
    await page.route('**/events', (route) => route.abort());
    await visit(page, `/admin/jobs/${id}`);
    await setDone(['item-0', 'item-1', 'item-2']);
    await page.getByText('3 done').first().waitFor();
  });

  it('is watched on in the list when the server could not be asked for a while', async () => {
    await leaveBehind(site, items(2));
    const page = await openAsAdmin(site, { expected: [/INTERNET_DISCONNECTED/] });
    await visit(page, '/admin/jobs');
    const unanswered = page.waitForEvent('requestfailed');
    await page.context().setOffline(true);
    await unanswered;
    await page.context().setOffline(false);
    await setDone(['item-0', 'item-1']);
    await page.locator('.jobs__counts', { hasText: '2 of 2' }).waitFor();
  });

  it('is cancelled after a question', async () => {
    const id = await leaveBehind(site, items(3));
    const page = await openAsAdmin(site);
    await visit(page, `/admin/jobs/${id}`);
    await page.getByRole('link', { name: 'Cancel Job' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel Job' });
    await dialog.getByText('3 items are not done yet.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel Job' }).click();
    await page.getByText('3 cancelled').first().waitFor();
    await page.getByRole('link', { name: 'Cancel Job' }).waitFor({ state: 'detached' });
  });

  it('is looked at by a link without JavaScript', async () => {
    const id = await leaveBehind(site, items(3));
    const page = await openAsAdmin(site, { javaScript: false });
    await page.goto(`/admin/jobs/${id}`);
    expect(await counts(page)).toContain('3 waiting');
    await setDone(['item-0']);
    await follow(page.getByRole('link', { name: 'Refresh' }));
    expect(await counts(page)).toContain('1 done, 2 waiting');
    await follow(page.getByRole('link', { name: 'Cancel Job' }));
    await follow(page.getByRole('dialog').getByRole('button', { name: 'Cancel Job' }));
    expect(await counts(page)).toContain('1 done, 2 cancelled');
  });
});

describe('axe finds nothing', () => {
  it('on the list of jobs and on a job', async () => {
    const over = await rehearse(site, [
      ...items(3),
      { key: 'refused', input: { act: 'refuse' } },
      { key: 'idle', input: { act: 'skip' } },
    ]);
    await untilOver(site, over);
    const running = await leaveBehind(site, items(3));
    await setDone(['item-0']);
    const page = await openAsAdmin(site, { reducedMotion: true });
    for (const path of ['/admin/jobs', `/admin/jobs/${over}`, `/admin/jobs/${running}?cancel`]) {
      await page.goto(path);
      await hydrated(page);
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        for (const theme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: theme });
          expect(await findBarriers(page), `${path}, ${width} px, ${theme}`).toEqual([]);
        }
      }
    }
  });
});
