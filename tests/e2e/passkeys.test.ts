// Passkeys in Chromium, with an authenticator that the browser plays: made, asked for, and signing in alone.
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { findBarriers } from '../support/axe';
import { alive, openPage, type PageOptions, pathOf } from '../support/browser';
import { addAccount, emptyAccounts, PASSWORD } from '../support/factory';
import { type Site, startSite } from '../support/site';

const HERE = '/account/security';
let site: Site;
let door: Server;
let origin: string;

beforeAll(async () => {
  // Passkeys are for a name and not for a number, and for an origin that the magazine has to know before it starts: so
  // there is a door of that name, which leads to the magazine's port.
  let port = 0;
  door = createServer((visitor) => {
    const magazine = connect(port, '127.0.0.1');
    visitor.on('error', () => magazine.destroy());
    magazine.on('error', () => visitor.destroy());
    visitor.pipe(magazine).pipe(visitor);
  });
  await new Promise<void>((done) => door.listen(0, '127.0.0.1', done));
  origin = `http://localhost:${(door.address() as AddressInfo).port}`;
  site = await startSite({ databaseServer: inject('databaseServer'), vars: { SITE_URL: origin } });
  port = Number(new URL(site.url).port);
});
beforeEach(async () => {
  await emptyAccounts(site.db);
  await addAccount(site.db);
});
afterAll(async () => {
  door.close();
  await site.stop();
});

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name });

async function open(options: PageOptions = {}): Promise<Page> {
  const page = await openPage({ ...options, origin });
  await plugIn(page);
  return page;
}

/** An authenticator that says yes to everything. */
async function plugIn(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** The page's scripts know its buttons. */
async function takenOver(page: Page, name: string): Promise<void> {
  await alive(page);
  await button(page, name).waitFor();
}

async function signIn(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Email', { exact: true }).fill('ann@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Sign In').click();
  await page.waitForURL((url) => url.pathname !== '/auth');
}

async function addPasskey(page: Page): Promise<void> {
  await signIn(page, `/auth?redirect=${HERE}`);
  await takenOver(page, 'Add Passkey');
  await button(page, 'Add Passkey').click();
  await heading(page, 'Your recovery codes').waitFor();
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/account');
  await button(page, 'Sign Out').click();
  await page.waitForURL((url) => url.pathname !== '/account');
}

it('a passkey is made, asked for after the password, and removed', async () => {
  const page = await open();
  await addPasskey(page);
  expect(await page.locator('.recovery__codes li').count()).toBe(10);
  await page.getByRole('link', { name: 'I have kept them' }).click();
  await page.getByText(/^Passkey · added/).waitFor();
  await signOut(page);
  await signIn(page, `/auth?redirect=${HERE}`);
  await heading(page, 'Show your passkey').waitFor();
  await takenOver(page, 'Use your passkey');
  await button(page, 'Use your passkey').click();
  await heading(page, 'Your second factors').waitFor();
  expect(pathOf(page)).toBe(HERE);
  await page.getByRole('link', { name: 'Remove Passkey' }).click();
  await button(page, 'Remove').click();
  await page.getByText('There is none yet').waitFor();
});

it('a passkey signs in alone, as strong as with a password before it', async () => {
  const page = await open();
  await addPasskey(page);
  await signOut(page);
  await page.goto(`/auth?redirect=${HERE}`);
  await takenOver(page, 'Sign in with a passkey');
  await button(page, 'Sign in with a passkey').click();
  await heading(page, 'Your second factors').waitFor();
  expect(pathOf(page)).toBe(HERE);
  const { rows } = await site.db.query(
    "select aal, amr->0->>'method' as method from sessions order by created_at desc limit 1",
  );
  expect(rows).toEqual([{ aal: 'aal2', method: 'webauthn' }]);
});

it('a removed passkey opens nothing, and the page says so', async () => {
  const page = await open({ expected: [/status of 422/] });
  await addPasskey(page);
  await signOut(page);
  await site.db.query('delete from mfa_factors');
  await page.goto('/auth');
  await takenOver(page, 'Sign in with a passkey');
  await button(page, 'Sign in with a passkey').click();
  await page.getByText('This passkey belongs to no account here.').waitFor();
  expect(pathOf(page)).toBe('/auth');
});

it.each([
  { step: 'the server is asked', door: '/account/passkey', words: 'You are signed out.' },
  { step: 'the passkey is made', door: `${HERE}.data`, words: 'You are signed out.' },
])('the name of a new one stays when the session ended before $step', async ({ door, words }) => {
  const page = await open({ expected: [/status of 401/] });
  await signIn(page, `/auth?redirect=${HERE}`);
  await takenOver(page, 'Add Passkey');
  await page.route(
    (url) => url.pathname === door,
    async (route) => {
      if (route.request().method() === 'POST') await site.db.query('delete from sessions');
      await route.continue();
    },
  );
  const name = page.locator('form', { has: button(page, 'Add Passkey') }).getByLabel('Name');
  await name.fill('The blue key');
  await button(page, 'Add Passkey').click();
  await page.getByText(words).first().waitFor();
  await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
  await takenOver(page, 'Add Passkey');
  expect([await name.inputValue(), await button(page, 'Add Passkey').isEnabled()]).toEqual([
    'The blue key',
    true,
  ]);
});

it('the name of a new one, and of an app, stays while the database is away', async () => {
  const page = await open({ expected: [/status of 503/] });
  await signIn(page, `/auth?redirect=${HERE}`);
  await takenOver(page, 'Add Passkey');
  const names = page.getByLabel('Name');
  await names.first().fill('My phone');
  await names.last().fill('The blue key');
  await site.loseDatabase();
  try {
    await button(page, 'Add Passkey').click();
    await page.getByRole('alert').filter({ hasText: 'try again' }).first().waitFor();
    await takenOver(page, 'Add Passkey');
    await button(page, 'Set Up').click();
    await page.getByText('Authenticator app not added').first().waitFor();
  } finally {
    await site.restoreDatabase();
  }
  expect([await names.first().inputValue(), await names.last().inputValue()]).toEqual([
    'My phone',
    'The blue key',
  ]);
  await button(page, 'Set Up').click();
  await heading(page, 'Pair “My phone”').waitFor();
});

it.each([
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 390 },
] as const)('open to everyone, $theme at $width', async ({ theme, width }) => {
  const page = await open({ theme, width });
  await signIn(page, `/auth?redirect=${HERE}`);
  await takenOver(page, 'Add Passkey');
  expect(await findBarriers(page), 'nothing set up').toEqual([]);
  await button(page, 'Set Up').click();
  await heading(page, 'Pair “Authenticator app”').waitFor();
  expect(await findBarriers(page), 'pairing').toEqual([]);
  await page.goto(HERE);
  await takenOver(page, 'Add Passkey');
  // Looking for barriers ends a session of the debugger, and with it every authenticator that was plugged in.
  await plugIn(page);
  await button(page, 'Add Passkey').click();
  await heading(page, 'Your recovery codes').waitFor();
  expect(await findBarriers(page), 'recovery codes').toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'recovery codes').toBe(width);
  await page.getByRole('link', { name: 'I have kept them' }).click();
  await page.getByText(/^Passkey · added/).waitFor();
  await site.db.query(`update sessions set amr = '[{"method": "password", "timestamp": 1}]'`);
  await page.goto(HERE);
  await page.getByRole('link', { name: 'Remove Passkey' }).click();
  await button(page, 'Remove').waitFor();
  expect(await findBarriers(page), 'the question').toEqual([]);
  await signOut(page);
  await signIn(page, '/auth');
  await heading(page, 'Show your passkey').waitFor();
  expect(await findBarriers(page), 'the second step').toEqual([]);
  await page.getByRole('link', { name: 'Use a recovery code' }).click();
  await heading(page, 'Use a recovery code').waitFor();
  expect(await findBarriers(page), 'a recovery code').toEqual([]);
});
