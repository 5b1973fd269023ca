// The people screen in a browser, and the parts of the admin that authors see.
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { expectNoAxeViolations } from '../../support/browser/axe';
import { openAt as open, openPage } from '../../support/browser/browser';
import { addAccount, PASSWORD } from '../../support/factory';
import { adminSiteTest, openAsAdmin, signInAs } from '../../support/site/admin-site';

const { it, site } = adminSiteTest();
let editorId: string;

beforeAll(async () => {
  editorId = await addAccount(site.db, { email: 'ed@example.com', role: 'editor', fullName: 'Ed Ashworth' });
  await addAccount(site.db, { email: 'nia@example.com', role: 'author', fullName: 'Nia Bell' });
});

async function openAs(email: string, expected: RegExp[] = []): Promise<Page> {
  const page = await openPage({ origin: site.url, reducedMotion: true, expected });
  await signInAs(site, page.context(), email);
  return page;
}

it('lets an admin assign a role in a dialog and shows it in the list', async () => {
  const page = await openAsAdmin(site, { reducedMotion: true });
  await open(page, '/admin/people');
  await expectNoAxeViolations(page, 'the list');
  for (const width of [390, 768, 1024, 1100, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.getByRole('link', { name: 'Role of Ed Ashworth' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Role' });
  await dialog.getByLabel('Role').selectOption('audience');
  await dialog
    .getByText('Manages leads, the newsletter and calls to action, and sees the readership report.')
    .waitFor();
  await dialog.getByLabel('Role').selectOption('author');
  await expectNoAxeViolations(page, 'the dialog');
  await dialog.getByRole('button', { name: 'Change Role' }).click();
  await page.getByText('Ed Ashworth: Author.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  const { rows } = await site.db.query('select role from profiles where user_id = $1', [editorId]);
  expect(rows).toEqual([{ role: 'author' }]);
});

it('asks an admin with an old sign-in to confirm it in the dialog, and keeps the choice', async () => {
  const page = await openAsAdmin(site, { reducedMotion: true, expected: [/status of 422/] });
  await open(page, '/admin/people');
  await page.getByRole('link', { name: 'Disable Nia Bell' }).click();
  await page.getByRole('dialog', { name: 'Disable Account' }).waitFor();
  await expectNoAxeViolations(page, 'the question before disabling');
  await open(page, `/admin/people?sign-out=${editorId}`);
  await expectNoAxeViolations(page, 'the question before signing out');
  await open(page, '/admin/people');
  await page.getByRole('link', { name: 'Invite Person', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite Person' });
  await dialog.getByLabel('Full name').fill('Mo Reyes');
  await dialog.getByLabel('Email').fill('mo@example.com');
  await dialog.getByLabel('Role').selectOption('editor');
  await site.db.query(`update sessions set amr = '[{"method": "password", "timestamp": 1}]'`);
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await dialog.getByLabel('Your password').waitFor();
  await expectNoAxeViolations(page, 'the dialog that asks who is there');
  expect(await dialog.getByLabel('Full name').inputValue()).toBe('Mo Reyes');
  expect(await dialog.getByLabel('Role').inputValue()).toBe('editor');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await page.getByText('To mo@example.com.').waitFor();
  await dialog.waitFor({ state: 'detached' });
});

it('shows an editor the content, but no settings and accounts', async () => {
  await addAccount(site.db, { email: 'uma@example.com', role: 'editor', fullName: 'Uma Field' });
  const page = await openAs('uma@example.com');
  await open(page, '/admin');
  await expectNoAxeViolations(page, 'the dashboard of an editor');
  expect(await page.getByRole('navigation', { name: 'Admin' }).getByRole('link').allTextContents()).toEqual([
    'Dashboard',
    'Articles',
    'Categories',
    'Tags',
    'AI Images',
    'Readership',
    'Media',
    'Authors',
    'Pages',
    'Redirects',
    'Search',
  ]);
});

it.each([
  ['sales', ['Dashboard', 'Advertisements', 'CTAs', 'Readership'], 'Active ads'],
  ['audience', ['Dashboard', 'CTAs', 'Leads', 'Readership', 'Newsletter'], 'Leads in the last 30 days'],
] as const)('shows people with the role %s only their own screens', async (role, sections, shown) => {
  await addAccount(site.db, { email: `${role}@example.com`, role, fullName: 'Robin Field' });
  const page = await openAs(`${role}@example.com`, [/status of 403/]);
  await open(page, '/admin');
  await page.getByText(shown, { exact: true }).waitFor();
  await expectNoAxeViolations(page, `the dashboard of ${role}`);
  const links = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
  expect(await links.allTextContents()).toEqual(sections);
  await open(page, '/admin/people');
  await page.getByRole('heading', { name: 'You don’t have access' }).waitFor();
  // The page's only link leads to a screen that they may open.
  expect(await page.getByRole('main').getByRole('link').allTextContents()).toEqual(['Dashboard']);
});

it('shows an author only their own screens, and a way back from others', async () => {
  const page = await openAs('nia@example.com', [/status of 403/]);
  await open(page, '/admin');
  await expectNoAxeViolations(page, 'the dashboard');
  expect(await page.getByRole('navigation', { name: 'Admin' }).getByRole('link').allTextContents()).toEqual([
    'Dashboard',
    'Articles',
    'Media',
  ]);
  await open(page, '/admin/settings');
  await expectNoAxeViolations(page, 'what is not allowed');
  await page.getByRole('main').getByRole('link', { name: 'Articles' }).click();
  await page.getByRole('heading', { name: 'Articles', level: 1 }).waitFor();
});
