// Signing up, in and out, forgotten passwords and sessions in a browser, with scripts and without.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { connect } from '../support/auth-client';
import { findBarriers } from '../support/axe';
import { alive, follow, openPage, type PageOptions, pathOf } from '../support/browser';
import { addAccount, emptyAccounts, PASSWORD } from '../support/factory';
import { type Site, startSite } from '../support/site';
import { visit as browse, newestLink } from '../support/visitor';

let site: Site;

beforeAll(async () => {
  // An address without TLS, or a browser would keep no cookie.
  const vars = { SITE_URL: 'http://127.0.0.1' };
  site = await startSite({ databaseServer: inject('databaseServer'), pageCache: 'on', vars });
});
beforeEach(async () => {
  await emptyAccounts(site.db);
  await addAccount(site.db);
});
afterAll(() => site.stop());

const open = (options: PageOptions = {}) => openPage({ ...options, origin: site.url });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name });

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(text);
}

async function says(page: Page, ...sentences: string[]): Promise<void> {
  for (const sentence of sentences) await page.getByText(sentence, { exact: true }).first().waitFor();
}

async function signIn(page: Page, email = 'ann@example.com', path = '/auth'): Promise<void> {
  await page.goto(path);
  await fill(page, { Email: email, Password: PASSWORD });
  await button(page, 'Sign In').click();
  await page.waitForURL((url) => url.pathname !== '/auth');
}

describe.each([
  { name: 'with JavaScript', javaScript: true },
  { name: 'without JavaScript', javaScript: false },
])('$name', ({ javaScript }) => {
  it('a new member signs up, opens the mail and is signed in', async () => {
    const page = await open({ javaScript });
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await heading(page, 'Join the Academy').waitFor();
    await fill(page, { 'Full Name': 'New Member', Email: 'new@example.com', Password: 'tulip garden' });
    await button(page, 'Sign Up').click();
    await says(page, 'Account created!', 'Please check your email to verify your account.');
    await page.goto('/dev/outbox');
    expect(await page.getByText('Confirm your email address').first().isVisible()).toBe(true);
    await page.goto(await newestLink(site));
    if (!javaScript) await follow(button(page, 'Confirm my address'));
    await says(page, 'Email verified successfully', 'You are now logged in.');
    await page.goto('/account');
    await heading(page, 'New Member').waitFor();
  });

  it('a member who has not confirmed the address yet has the email sent again and signs in', async () => {
    const page = await open({ javaScript, expected: [/status of 422/] });
    await page.goto('/auth?tab=sign-up');
    await fill(page, { 'Full Name': 'New Member', Email: 'new@example.com', Password: PASSWORD });
    await button(page, 'Sign Up').click();
    await says(page, 'Account created!');
    await fill(page, { Email: 'new@example.com', Password: PASSWORD });
    await button(page, 'Sign In').click();
    await says(page, 'Email not confirmed');
    await button(page, 'Resend Email').click();
    await says(page, 'Verification email sent');
    await page.goto(await newestLink(site));
    if (!javaScript) await follow(button(page, 'Confirm my address'));
    await says(page, 'Email verified successfully');
    await signIn(page, 'new@example.com');
  });

  it('a member whose sign-up competes with another chooses a password behind the link', async () => {
    const page = await open({ javaScript });
    for (const password of ['typed by a stranger', 'typed by the owner']) {
      const fields = { intent: 'sign-up', fullName: 'New Member', email: 'new@example.com', password };
      expect((await browse(site).post('/auth', fields)).status).toBe(303);
    }
    await page.goto(await newestLink(site));
    if (!javaScript) await follow(button(page, 'Confirm my address'));
    await says(page, 'Email verified', 'Please set a new password below.');
    await heading(page, 'Set New Password').waitFor();
    await fill(page, { 'New Password': PASSWORD });
    await button(page, 'Update Password').click();
    await says(page, 'Password updated successfully');
    await page.goto('/account');
    await heading(page, 'New Member').waitFor();
  });

  it('a wrong password is refused with the reason, and the address stays', async () => {
    const page = await open({ javaScript, expected: [/status of 422/] });
    await page.goto('/auth');
    await fill(page, { Email: 'ann@example.com', Password: 'not that one' });
    await button(page, 'Sign In').click();
    await says(page, 'Sign in failed');
    expect(await page.getByText('Invalid login credentials').first().isVisible()).toBe(true);
    expect(await page.getByLabel('Email').inputValue()).toBe('ann@example.com');
    await fill(page, { Password: PASSWORD });
    await button(page, 'Sign In').click();
    await says(page, 'Welcome back!');
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('a forgotten password is replaced by way of a mail', async () => {
    const page = await open({ javaScript });
    await page.goto('/auth');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await heading(page, 'Forgot password?').waitFor();
    await fill(page, { Email: 'ann@example.com' });
    await button(page, 'Send Reset Link').click();
    await says(page, 'Password reset email sent');
    await page.goto(await newestLink(site));
    if (!javaScript) await follow(button(page, 'Continue'));
    await says(page, 'Email verified', 'Please set a new password below.');
    await heading(page, 'Set New Password').waitFor();
    await fill(page, { 'New Password': 'a new tulip' });
    await button(page, 'Update Password').click();
    await says(page, 'Password updated successfully');
    const answer = await browse(site).signIn('ann@example.com', 'a new tulip');
    expect(answer.status).toBe(303);
  });

  it('a sign-in leads where one was going, and a sign-out says so', async () => {
    const page = await open({ javaScript });
    await page.goto('/account');
    expect(pathOf(page)).toBe('/auth?redirect=%2Faccount');
    await signIn(page, 'ann@example.com', pathOf(page));
    await heading(page, 'Ann Reader').waitFor();
    expect(pathOf(page)).toBe('/account');
    await button(page, 'Sign Out').click();
    await says(page, 'Signed out');
    await page.goto('/account');
    expect(pathOf(page)).toBe('/auth?redirect=%2Faccount');
  });

  it('devices are listed and signed out one by one', async () => {
    const other = browse(site);
    await other.signIn();
    const page = await open({ javaScript });
    await signIn(page, 'ann@example.com', '/auth?redirect=/account');
    await page.getByRole('link', { name: 'one of them' }).click();
    await heading(page, 'Where you are signed in').waitFor();
    const sessions = page.getByRole('button', { name: /^Sign Out / });
    expect(await sessions.count()).toBe(2);
    await sessions.last().click();
    await says(page, 'Session ended');
    await expect.poll(() => sessions.count()).toBe(1);
    expect((await other.get('/account')).status).toBe(302);
    await sessions.click();
    await says(page, 'Signed out');
  });
});

describe('the sign-in page', () => {
  it('keeps what was typed from one panel to the next', async () => {
    const page = await open();
    await page.goto('/auth');
    await alive(page);
    await fill(page, { Email: 'half@example.com', Password: 'secret' });
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await heading(page, 'Join the Academy').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('half@example.com');
    expect(await page.getByLabel('Password').inputValue()).toBe('');
    await fill(page, { 'Full Name': 'Half Done' });
    await page.getByRole('tab', { name: 'Sign In' }).click();
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await heading(page, 'Forgot password?').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('half@example.com');
    expect(page.url()).not.toContain('half');
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await heading(page, 'Join the Academy').waitFor();
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Half Done');
  });

  it('stays with what was typed when the network is away, and works when it is back', async () => {
    const page = await open({ expected: [/ERR_INTERNET_DISCONNECTED/] });
    await page.goto('/auth');
    await alive(page);
    await fill(page, { Email: 'ann@example.com', Password: PASSWORD });
    await page.context().setOffline(true);
    await button(page, 'Sign In').click();
    await says(page, 'The server could not be reached');
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('ann@example.com');
    await page.context().setOffline(false);
    await button(page, 'Sign In').click();
    await page.waitForURL((url) => url.pathname === '/');
  });

  /** Opens the sign-in page with tokens behind the #, as an address that somebody sent. */
  async function openWithTokens(page: Page, hash: string): Promise<void> {
    await page.goto('about:blank');
    await page.goto(`/auth#${hash}`);
  }

  it('asks before a link signs somebody else out, and then ends their session', async () => {
    await addAccount(site.db, { email: 'bob@example.com', fullName: 'Bob Reader' });
    const page = await open({ expected: [/status of 409/] });
    await signIn(page, 'bob@example.com');
    const helper = browse(site);
    await helper.post('/auth', { intent: 'forgot', email: 'ann@example.com' });
    const token = (await newestLink(site)).split('token=')[1] ?? '';
    const confirmed = await helper.post('/auth/confirm', { token });
    const { hash } = new URL(confirmed.headers.get('location') ?? '', site.url);
    await openWithTokens(page, hash.slice(1));
    await says(page, 'Sign in as ann@example.com?');
    await page.getByText('You are signed in as bob@example.com. Continuing signs you out').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await button(page, 'Continue').click();
    await says(page, 'Welcome back!');
    await page.goto('/account');
    await heading(page, 'Ann Reader').waitFor();
    const { rows } =
      await site.db.query(`select count(*)::int as live from sessions s join users u on u.id = s.user_id
      where u.email = 'bob@example.com' and s.revoked_at is null`);
    expect(rows[0].live).toBe(0);
  });

  it('asks a visitor whether tokens that nobody here asked for may sign them in', async () => {
    const client = connect(site);
    const { data } = await client.signInWithPassword({ email: 'ann@example.com', password: PASSWORD });
    const { access_token = '', refresh_token = '' } = data.session ?? {};
    const hash = new URLSearchParams({ access_token, refresh_token, type: 'signup' }).toString();
    const page = await open({ expected: [/status of 4(01|09)/] });
    await openWithTokens(page, hash);
    await says(page, 'Sign in as ann@example.com?');
    expect(await findBarriers(page), 'the question').toEqual([]);
    await button(page, 'Cancel').click();
    await page.getByText('Sign in as ann@example.com?').waitFor({ state: 'detached' });
    await page.goto('/account');
    expect(pathOf(page)).toBe('/auth?redirect=%2Faccount');
    await openWithTokens(page, hash);
    await button(page, 'Continue').click();
    await says(page, 'Welcome back!');
    await page.goto('/account');
    await heading(page, 'Ann Reader').waitFor();
    // The address is worth nothing to whoever made it.
    expect((await client.getUser()).error).not.toBeNull();
    await openWithTokens(page, hash);
    await says(page, 'Email verification failed');
    await page.goto('/account');
    await heading(page, 'Ann Reader').waitFor();
  });

  it('tells how hard a new password is to guess, and refuses none for it', async () => {
    const page = await open({ width: 390 });
    await page.goto('/auth?tab=sign-up');
    await alive(page);
    const field = page.getByLabel('Password', { exact: true });
    const told = page.locator('p[aria-live="polite"]').filter({ hasText: 'Password strength' });
    await fill(page, { 'Full Name': 'Jo Pike', Email: 'jo.pike@example.com' });
    expect(await told.count()).toBe(0);
    for (const [password, text] of [
      ['jo.pike1990', 'Weak. Avoid names, common words and keyboard patterns.'],
      ['tulip garden', 'Fair. One more word makes it much stronger.'],
      ['four plums in a cold bowl', 'Strong. Very hard to guess.'],
    ] as const) {
      await field.fill(password);
      await expect.poll(() => told.textContent()).toBe(`Password strength: ${text}`);
    }
    await field.fill('plumjar');
    await told.getByText('Weak. Add more words or characters.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await button(page, 'Sign Up').click();
    await says(page, 'Account created!');
    await signIn(page, 'ann@example.com', '/auth?redirect=/account');
    await alive(page);
    await page.getByLabel('New Password', { exact: true }).fill('four plums in a cold bowl');
    await told.getByText('Strong. Very hard to guess.').waitFor();
  });

  it('leads an admin to the newsroom', async () => {
    await addAccount(site.db, { email: 'boss@example.com', role: 'admin', fullName: 'Alex Morgan' });
    const page = await open();
    await signIn(page, 'boss@example.com');
    await says(page, 'Welcome back!');
    expect(pathOf(page)).toBe('/admin');
  });
});

describe.each(['light', 'dark'] as const)('in %s, open to everyone', (theme) => {
  it('each panel, the question of a mail link, and the account page', async () => {
    const page = await open({
      theme,
      width: theme === 'dark' ? 390 : 1280,
      expected: [/status of 4(10|22)/],
    });
    for (const path of [
      '/auth',
      '/auth?tab=sign-up',
      '/auth?panel=forgot',
      '/auth?reset=true',
      '/auth/confirm?token=dead',
    ]) {
      await page.goto(path);
      expect(await findBarriers(page), path).toEqual([]);
    }
    await page.goto('/auth?tab=sign-up');
    await fill(page, { 'Full Name': 'X', Email: 'x@example.com', Password: 'password1' });
    await button(page, 'Sign Up').click();
    await says(page, 'Sign up failed');
    expect(await findBarriers(page), 'a refused form').toEqual([]);
    await browse(site).post('/auth', { intent: 'forgot', email: 'ann@example.com' });
    await addAccount(site.db, { email: 'bob@example.com' });
    await signIn(page, 'bob@example.com', '/auth?redirect=/account');
    await heading(page, 'Ann Reader').waitFor();
    expect(await findBarriers(page), '/account').toEqual([]);
    await page.goto(await newestLink(site));
    await page.getByText('Continuing signs you out of that account.').waitFor();
    expect(await findBarriers(page), 'the question').toEqual([]);
  });
});
