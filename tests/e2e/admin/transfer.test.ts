// Import & Export in the browser: a file uploaded in parts, inspected and imported.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from 'dev/startup/settings';
import { expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { follow, openAt, stopClock } from '../../support/browser/browser';
import { addArticle } from '../../support/factory';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest();

const WORDPRESS = join(projectRoot, 'tests/fixtures/wordpress.xml');

/** axe violations of a page at phone and desktop width. */
async function findAllViolations(path: string): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    for (const width of [390, 1280]) {
      const page = await openAsAdmin(site, { theme, width, reducedMotion: true });
      await openAt(page, path);
      found.push(...(await findAxeViolations(page)).map((barrier) => `${theme} ${width}: ${barrier}`));
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (isTooWide) found.push(`${theme} ${width}: wider than the screen`);
    }
  }
  return found;
}

it('imports a WordPress export step by step, without axe violations', async () => {
  const page = await openAsAdmin(site, { reducedMotion: true });
  await openAt(page, '/admin/transfer');
  await page.getByText('No files yet').waitFor();
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('alert').filter({ hasText: 'Choose an .xml, .json or .zip file' }).waitFor();
  await page.getByLabel('File', { exact: true }).setInputFiles(WORDPRESS);
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.waitForURL(/\/admin\/transfer\/[0-9a-f-]{36}$/);
  const address = new URL(page.url()).pathname;
  // Appears automatically when the file has been inspected.
  await page.getByRole('heading', { name: 'Import options' }).waitFor();
  expect(await page.getByLabel('Mira Köhler (4)').inputValue()).toBe('Mira Köhler');
  expect(await findAllViolations(address)).toEqual([]);

  await page.getByLabel('Sam Ortiz (2)').fill('');
  await page.getByLabel('Sam Ortiz (2)').fill('Samuel Ortiz');
  await page.getByLabel('People (2)').selectOption({ label: 'New tag' });
  await page.getByRole('button', { name: 'Start Import', exact: true }).click();
  await page.getByRole('heading', { name: 'Import report' }).waitFor();
  const { rows } = await site.db.query("select author, status from articles where slug = 'the-second-desk'");
  expect(rows).toEqual([{ author: 'Samuel Ortiz', status: 'published' }]);
  expect(await findAllViolations(address)).toEqual([]);
  expect(await findAllViolations('/admin/transfer')).toEqual([]);
});

it('works without JavaScript: exports an archive and restores it', async () => {
  await addArticle(site.db);
  const page = await openAsAdmin(site, { javaScript: false, expected: [/status of 422/] });
  await page.goto('/admin/transfer');
  await follow(page.getByRole('button', { name: 'Create Archive' }));
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByRole('link', { name: 'Download' }).count();
    })
    .toBe(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  const archive = readFileSync((await download.path()) ?? '');
  expect(archive.subarray(0, 2).toString()).toBe('PK');
  await page.goto('/admin/transfer');
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'mine.zip', mimeType: 'application/zip', buffer: archive });
  await follow(page.getByRole('button', { name: 'Upload' }));
  await page.getByText('This magazine is not empty').first().waitFor();
  await page.getByLabel(/replace everything/).fill('replace all');
  await follow(page.getByRole('button', { name: 'Replace Everything' }));
  expect(await page.getByRole('alert').first().innerText()).toContain('Failed to start restore');
  expect(await page.getByLabel(/replace everything/).inputValue()).toBe('replace all');
  expect(await findAllViolations(new URL(page.url()).pathname)).toEqual([]);
});

it('cancels an upload that is waiting to retry a part', async () => {
  const page = await openAsAdmin(site, { expected: [/ERR_FAILED/] });
  // The wait lasts as long as the test needs.
  await stopClock(page, Date.now());
  await openAt(page, '/admin/transfer');
  await page.route('**/admin/transfer/upload?step=part*', (route) => route.abort('failed'));
  const lost = page.waitForEvent('requestfailed');
  await page.getByLabel('File', { exact: true }).setInputFiles(WORDPRESS);
  await page.getByRole('button', { name: 'Upload' }).click();
  await lost;
  await page.unroute('**/admin/transfer/upload?step=part*');
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('alert').filter({ hasText: 'The upload was stopped.' }).waitFor();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await page.clock.runFor(60_000);
  expect(await page.getByRole('button', { name: 'Upload', exact: true }).isEnabled()).toBe(true);
  expect(sent.filter((address) => address.includes('/upload'))).toEqual([]);
});
