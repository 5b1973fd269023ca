// Passkeys in Chromium, with its virtual authenticator: created, used as a second factor, and used alone to
// sign in.
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeEach, expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { openPage, type PageOptions, pathOf, waitForHydration } from '../../support/browser/browser';
import { addAccount, emptyAccounts, PASSWORD } from '../../support/factory';
import { browserSiteTest } from '../../support/site/admin-site';

const HERE = '/account/security';
let route: Server;
let origin: string;
const { it, site } = browserSiteTest(async () => {
  // Passkeys need a host name and an origin that the worker must know before it starts, so a proxy with that
  // name forwards to the worker's port.
  route = createServer((visitor) => {
    const magazine = connect(Number(new URL(site.url).port), '127.0.0.1');
    visitor.on('error', () => magazine.destroy());
    magazine.on('error', () => visitor.destroy());
    visitor.pipe(magazine).pipe(visitor);
  });
  await new Promise<void>((done) => route.listen(0, '127.0.0.1', done));
  origin = `http://localhost:${(route.address() as AddressInfo).port}`;
  return { vars: { SITE_URL: origin } };
});
beforeEach(async () => {
  await emptyAccounts(site.db);
  await addAccount(site.db);
});
afterAll(async () => {
  route.close();
});

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name });

async function open(options: PageOptions = {}): Promise<Page> {
  const page = await openPage({ ...options, origin });
  await addAuthenticator(page);
  return page;
}

/** Adds a virtual authenticator that approves every request. */
async function addAuthenticator(page: Page): Promise<void> {
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

/** Waits until the page's scripts handle this button. */
async function buttonHydrated(page: Page, name: string): Promise<void> {
  await waitForHydration(page);
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
  await buttonHydrated(page, 'Add Passkey');
  await button(page, 'Add Passkey').click();
  await heading(page, 'Your recovery codes').waitFor();
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/account');
  await button(page, 'Sign Out').click();
  await page.waitForURL((url) => url.pathname !== '/account');
}

it('creates a passkey, asks for it after the password, and removes it', async () => {
  const page = await open();
  await addPasskey(page);
  expect(await page.locator('.recovery__codes li').count()).toBe(10);
  await page.getByRole('link', { name: 'I Saved My Codes' }).click();
  await page.getByText(/^Passkey · added/).waitFor();
  await signOut(page);
  await signIn(page, `/auth?redirect=${HERE}`);
  await heading(page, 'Use your passkey').waitFor();
  await buttonHydrated(page, 'Use Passkey');
  await button(page, 'Use Passkey').click();
  await heading(page, 'Your second factors').waitFor();
  expect(pathOf(page)).toBe(HERE);
  await page.getByRole('link', { name: 'Remove Passkey' }).click();
  await button(page, 'Remove').click();
  await page.getByText('No second factor yet').waitFor();
});

it('signs in with a passkey alone, at the assurance of password and passkey', async () => {
  const page = await open();
  await addPasskey(page);
  await signOut(page);
  await page.goto(`/auth?redirect=${HERE}`);
  await buttonHydrated(page, 'Sign In with a Passkey');
  await button(page, 'Sign In with a Passkey').click();
  await heading(page, 'Your second factors').waitFor();
  expect(pathOf(page)).toBe(HERE);
  const { rows } = await site.db.query(
    "select aal, amr->0->>'method' as method from sessions order by created_at desc limit 1",
  );
  expect(rows).toEqual([{ aal: 'aal2', method: 'webauthn' }]);
});

it('rejects a removed passkey with a message', async () => {
  const page = await open({ expected: [/status of 422/] });
  await addPasskey(page);
  await signOut(page);
  await site.db.query('delete from mfa_factors');
  await page.goto('/auth');
  await buttonHydrated(page, 'Sign In with a Passkey');
  await button(page, 'Sign In with a Passkey').click();
  await page.getByText('This passkey is not linked to an account.').waitFor();
  expect(pathOf(page)).toBe('/auth');
});

it.each([
  { step: 'the server is called', route: '/account/passkey', words: 'You are signed out.' },
  { step: 'the passkey is created', route: `${HERE}.data`, words: 'You are signed out.' },
])("keeps a new passkey's name when the session ends before $step", async ({ route, words }) => {
  const page = await open({ expected: [/status of 401/] });
  await signIn(page, `/auth?redirect=${HERE}`);
  await buttonHydrated(page, 'Add Passkey');
  await page.route(
    (url) => url.pathname === route,
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
  await buttonHydrated(page, 'Add Passkey');
  expect([await name.inputValue(), await button(page, 'Add Passkey').isEnabled()]).toEqual([
    'The blue key',
    true,
  ]);
});

it('keeps the name of a new passkey and of an app while the database is unavailable', async () => {
  const page = await open({ expected: [/status of 503/] });
  await signIn(page, `/auth?redirect=${HERE}`);
  await buttonHydrated(page, 'Add Passkey');
  const names = page.getByLabel('Name');
  await names.first().fill('My phone');
  await names.last().fill('The blue key');
  await site.withoutDatabase(async () => {
    await button(page, 'Add Passkey').click();
    await page.getByRole('alert').filter({ hasText: 'try again' }).first().waitFor();
    await buttonHydrated(page, 'Add Passkey');
    await button(page, 'Set Up App').click();
    await page.getByText('Authenticator app not added').first().waitFor();
  });
  expect([await names.first().inputValue(), await names.last().inputValue()]).toEqual([
    'My phone',
    'The blue key',
  ]);
  await button(page, 'Set Up App').click();
  await heading(page, 'Pair “My phone”').waitFor();
});

it.each([
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 390 },
] as const)('has no axe violations, $theme at $width px', async ({ theme, width }) => {
  const page = await open({ theme, width });
  await signIn(page, `/auth?redirect=${HERE}`);
  await buttonHydrated(page, 'Add Passkey');
  expect(await findAxeViolations(page), 'nothing set up').toEqual([]);
  await button(page, 'Set Up App').click();
  await heading(page, 'Pair “Authenticator app”').waitFor();
  expect(await findAxeViolations(page), 'pairing').toEqual([]);
  await page.goto(HERE);
  await buttonHydrated(page, 'Add Passkey');
  // axe ends the debugger session and with it every virtual authenticator, so add a new one.
  await addAuthenticator(page);
  await button(page, 'Add Passkey').click();
  await heading(page, 'Your recovery codes').waitFor();
  expect(await findAxeViolations(page), 'recovery codes').toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'recovery codes').toBe(width);
  await page.getByRole('link', { name: 'I Saved My Codes' }).click();
  await page.getByText(/^Passkey · added/).waitFor();
  await site.db.query(`update sessions set amr = '[{"method": "password", "timestamp": 1}]'`);
  await page.goto(HERE);
  await page.getByRole('link', { name: 'Remove Passkey' }).click();
  await button(page, 'Remove').waitFor();
  expect(await findAxeViolations(page), 'the question').toEqual([]);
  await signOut(page);
  await signIn(page, '/auth');
  await heading(page, 'Use your passkey').waitFor();
  expect(await findAxeViolations(page), 'the second step').toEqual([]);
  await page.getByRole('link', { name: 'Use Recovery Code' }).click();
  await heading(page, 'Use a recovery code').waitFor();
  expect(await findAxeViolations(page), 'a recovery code').toEqual([]);
});
