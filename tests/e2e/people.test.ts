// The people screen in a browser, and what an author is shown of the newsroom.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAsAdmin, startAdminSite } from '../support/admin-site';
import { findBarriers } from '../support/axe';
import { visit as open, openPage } from '../support/browser';
import { addAccount, PASSWORD } from '../support/factory';
import type { Site } from '../support/site';
import { visit } from '../support/visitor';

let site: Site;
let editorId: string;

beforeAll(async () => {
  site = await startAdminSite();
  editorId = await addAccount(site.db, { email: 'ed@example.com', role: 'editor', fullName: 'Ed Ashworth' });
  await addAccount(site.db, { email: 'nia@example.com', role: 'author', fullName: 'Nia Bell' });
});
afterAll(() => site.stop());

async function openAs(email: string, expected: RegExp[] = []): Promise<Page> {
  const visitor = visit(site);
  await visitor.signIn(email);
  const page = await openPage({ origin: site.url, reducedMotion: true, expected });
  const cookies = [...visitor.cookies].filter(([name]) => name.endsWith('session'));
  await page.context().addCookies(cookies.map(([name, value]) => ({ name, value, url: site.url })));
  return page;
}

async function expectNoBarriers(page: Page, what: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      expect(await findBarriers(page), `${what}, ${width} px, ${theme}`).toEqual([]);
    }
  }
}

it('an admin gives a role in a dialog, and the list says so', async () => {
  const page = await openAsAdmin(site, { reducedMotion: true });
  await open(page, '/admin/people');
  await expectNoBarriers(page, 'the list');
  await page.getByRole('link', { name: 'Role of Ed Ashworth' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change role' });
  await dialog.getByLabel('Role').selectOption('author');
  await expectNoBarriers(page, 'the dialog');
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await page.getByText('Ed Ashworth: Author.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  const { rows } = await site.db.query('select role from profiles where user_id = $1', [editorId]);
  expect(rows).toEqual([{ role: 'author' }]);
});

it('an admin whose sign-in grew old meanwhile confirms it in the dialog, and keeps what was chosen', async () => {
  const page = await openAsAdmin(site, { reducedMotion: true, expected: [/status of 422/] });
  await open(page, '/admin/people');
  await page.getByRole('link', { name: 'Disable Nia Bell' }).click();
  await page.getByRole('dialog', { name: 'Disable account' }).waitFor();
  await expectNoBarriers(page, 'the question before disabling');
  await open(page, `/admin/people?sign-out=${editorId}`);
  await expectNoBarriers(page, 'the question before signing out');
  await open(page, '/admin/people');
  await page.getByRole('link', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite' });
  await dialog.getByLabel('Full name').fill('Mo Reyes');
  await dialog.getByLabel('Email').fill('mo@example.com');
  await dialog.getByLabel('Role').selectOption('editor');
  await site.db.query(`update sessions set amr = '[{"method": "password", "timestamp": 1}]'`);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await dialog.getByLabel('Your password').waitFor();
  await expectNoBarriers(page, 'the dialog that asks who is there');
  expect(await dialog.getByLabel('Full name').inputValue()).toBe('Mo Reyes');
  expect(await dialog.getByLabel('Role').inputValue()).toBe('editor');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByText('To mo@example.com.').waitFor();
  await dialog.waitFor({ state: 'detached' });
});

it('an editor sees the content of the magazine, and none of its settings and accounts', async () => {
  await addAccount(site.db, { email: 'uma@example.com', role: 'editor', fullName: 'Uma Field' });
  const page = await openAs('uma@example.com');
  await open(page, '/admin');
  await expectNoBarriers(page, 'the dashboard of an editor');
  expect(await page.getByRole('navigation', { name: 'Admin' }).getByRole('link').allTextContents()).toEqual([
    'Dashboard',
    'Articles',
    'Categories',
    'Tags',
    'AI Images',
    'Media',
    'Pages',
    'Redirects',
  ]);
});

it('an author sees their own newsroom, and a way on where it ends', async () => {
  const page = await openAs('nia@example.com', [/status of 403/]);
  await open(page, '/admin');
  await expectNoBarriers(page, 'the dashboard');
  expect(await page.getByRole('navigation', { name: 'Admin' }).getByRole('link').allTextContents()).toEqual([
    'Dashboard',
    'Articles',
    'Media',
  ]);
  await open(page, '/admin/settings');
  await expectNoBarriers(page, 'what is not allowed');
  await page.getByRole('main').getByRole('link', { name: 'Articles' }).click();
  await page.getByRole('heading', { name: 'Articles', level: 1 }).waitFor();
});
