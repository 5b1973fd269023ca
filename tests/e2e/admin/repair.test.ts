// Repair in a browser: dry run, start, progress and undo, with and without JavaScript.
import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { follow, openAt } from '../../support/browser/browser';
import { addArticle, emptyMagazine } from '../../support/factory';
import { gate } from '../../support/gate';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({
  diesAt: async (point) => {
    if (point === 'before-close') await closeAllowed;
    return false;
  },
});

let closeAllowed: Promise<void> | undefined;
beforeEach(async () => {
  closeAllowed = undefined;
  await emptyMagazine(site.db);
  await site.empty('jobs, job_items');
  await addArticle(site.db, { title: 'Right', content: '<p>Fish &amp; chips</p>' });
  for (const name of ['Cat and mouse', 'Salt and pepper'])
    await addArticle(site.db, { title: name, content: `<p>${name} &amp;amp;  sons</p><h4>Too deep</h4>` });
});

const figures = (page: Page) => page.locator('.run__figures').first().innerText();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

describe.each([
  { name: 'with JavaScript', javaScript: true },
  { name: 'without JavaScript', javaScript: false },
])('repair $name', ({ javaScript }) => {
  it('previews the repair, repairs and undoes', async () => {
    const page = await openAsAdmin(site, { javaScript });
    const press = (button: Locator) => (javaScript ? button.click() : follow(button));
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    /** Without JavaScript, clicks Refresh; with it, the page must update itself. */
    const until = async (shown: Locator) => {
      if (!javaScript)
        await expect
          .poll(async () => {
            const refresh = page.getByRole('link', { name: 'Refresh' }).first();
            if (await refresh.isVisible()) await follow(refresh);
            return shown.isVisible();
          })
          .toBe(true);
      await shown.waitFor();
    };
    await page.goto('/admin/repair');
    await heading(page, 'Ready').waitFor();
    await press(button('Dry Run'));
    await until(heading(page, '2 articles would change'));
    expect(await page.locator('.preview').first().innerText()).toMatch(/1 character to decode/);
    expect(await page.locator('.preview del').first().innerText()).not.toBe('');

    const [closing, close] = gate();
    if (javaScript) closeAllowed = closing;
    await press(button('Start Repair Process'));
    // A page that has not seen the repair running reports no end.
    if (javaScript) await heading(page, 'Repairing articles...').waitFor();
    close();
    await until(heading(page, 'Repair Complete'));
    await expect.poll(() => figures(page)).toMatch(/Total\s+2\s+Repaired\s+2\s+Skipped\s+0/);
    if (javaScript) await page.locator('.toast', { hasText: 'Repair Complete' }).waitFor();

    await press(button('Check Content'));
    await until(page.getByText('Problems found in 2 of 3 articles.'));
    await press(page.getByRole('link', { name: 'Undo This Repair' }));
    await press(page.getByRole('dialog').getByRole('button', { name: 'Undo Repair' }));
    await until(heading(page, 'Repair Undone'));
    await expect.poll(() => figures(page)).toMatch(/Total\s+2\s+Undone\s+2\s+Skipped\s+0/);
  });
});

it("shows a dry run's result and the repair that someone else has started", async () => {
  const [closing, close] = gate();
  closeAllowed = closing;
  const page = await openAsAdmin(site);
  await openAt(page, '/admin/repair');
  await page.getByRole('button', { name: 'Dry Run' }).click();
  await page.getByRole('button', { name: 'Running...' }).waitFor();
  const [starting, start] = gate();
  await page.route('**/admin/repair.data*', async (route) => {
    if (route.request().method() === 'POST') await starting;
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Start Repair Process' }).click();
  await page.getByRole('button', { name: 'Starting...' }).waitFor();
  // Another person started one first.
  const earlier = "values ('repair', 'Repair articles', now() - interval '1 hour')";
  await site.db.query(`insert into jobs (kind, title, created_at) ${earlier}`);
  close();
  await heading(page, '2 articles would change').waitFor();
  start();
  await page.locator('.toast', { hasText: 'A repair is already running' }).waitFor();
  await heading(page, 'Repairing articles...').waitFor();
  expect(await page.getByText('Repair Failed').count()).toBe(0);
  await page.locator('.preview').first().waitFor();
});

describe.each(['light', 'dark'] as const)('repair screen in the %s theme', (theme) => {
  it.each([390, 1280])('has no axe violations at %i px', async (width) => {
    const page = await openAsAdmin(site, { theme, width });
    await page.goto('/admin/repair');
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Check Content' }).click();
    await page.getByRole('link', { name: 'Edit Cat and mouse' }).waitFor();
    await page.getByRole('button', { name: 'Dry Run' }).click();
    await heading(page, '2 articles would change').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });
});
