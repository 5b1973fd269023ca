// Sign-up, sign-in, sign-out, forgotten passwords and sessions in a browser, with and without JavaScript.
import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect } from 'vitest';
import { connect } from '../../support/accounts/auth-client';
import { findAxeViolations } from '../../support/browser/axe';
import { follow, openPage, type PageOptions, pathOf, waitForHydration } from '../../support/browser/browser';
import { addAccount, emptyAccounts, PASSWORD } from '../../support/factory';
import { gate } from '../../support/gate';
import { browserSiteTest } from '../../support/site/admin-site';
import { visit as browse, newestLink } from '../../support/visitor';

const { it, site } = browserSiteTest({
  pageCache: 'on',
  // Plain HTTP: a browser would reject `Secure` cookies here.
  vars: { SITE_URL: 'http://magazine.test' },
});

beforeEach(async () => {
  await emptyAccounts(site.db);
  await addAccount(site.db);
});

const open = (options: PageOptions = {}) => openPage({ ...options, origin: site.url });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name });

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(text);
}

async function expectTexts(page: Page, ...sentences: string[]): Promise<void> {
  for (const sentence of sentences) await page.getByText(sentence, { exact: true }).first().waitFor();
}

async function signIn(page: Page, email = 'ann@example.com', path = '/auth'): Promise<void> {
  await page.goto(path);
  await fill(page, { Email: email, Password: PASSWORD });
  await button(page, 'Sign In').click();
  await page.waitForURL((url) => url.pathname !== '/auth');
}

it('empties the password form and keeps the other forms after the password was changed', async () => {
  const page = await open();
  await signIn(page);
  await page.goto('/account');
  await waitForHydration(page);
  await fill(page, {
    'New Email': 'not-sent@example.com',
    'Current Password': PASSWORD,
    'New Password': 'tulip garden wall',
  });
  await button(page, 'Update Password').click();
  await expectTexts(page, 'Password updated successfully');
  for (const label of ['Current Password', 'New Password'])
    await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe('');
  expect(await page.locator('.strength').textContent()).toBe('');
  expect(await page.getByLabel('New Email').inputValue()).toBe('not-sent@example.com');
});

describe.each([
  { name: 'with JavaScript', javaScript: true },
  { name: 'without JavaScript', javaScript: false },
])('$name', ({ javaScript }) => {
  it('signs a new member up, confirms the email and signs in', async () => {
    const page = await open({ javaScript });
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await heading(page, 'Join the Academy').waitFor();
    await fill(page, { 'Full Name': 'New Member', Email: 'new@example.com', Password: 'tulip garden' });
    await button(page, 'Sign Up').click();
    await expectTexts(page, 'Account created!', 'Please check your email to verify your account.');
    await page.goto('/dev/outbox');
    expect(await page.getByText('Confirm your email address').first().isVisible()).toBe(true);
    await page.goto(await newestLink(site));
    if (!javaScript) await follow(button(page, 'Confirm My Address'));
    await expectTexts(page, 'Email verified successfully', 'You are now logged in.');
    // The history keeps no tokens. Hydration removes them; the toast is already in the HTML.
    await expect.poll(() => new URL(page.url()).hash).toBe('');
    await page.goto('/account');
    await heading(page, 'New Member').waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Account', exact: true }).waitFor();
  });

  it('sends the confirmation email again to an unconfirmed member and signs in', async () => {
    const page = await open({ javaScript, expected: [/status of 422/] });
    await page.goto('/auth?tab=sign-up');
    await fill(page, { 'Full Name': 'New Member', Email: 'new@example.com', Password: PASSWORD });
    await button(page, 'Sign Up').click();
    await expectTexts(page, 'Account created!');
    await fill(page, { Email: 'new@example.com', Password: PASSWORD });
    await button(page, 'Sign In').click();
    await expectTexts(page, 'Email not confirmed');
    await button(page, 'Resend Email').click();
    await expectTexts(page, 'Verification email sent');
    await page.goto(await newestLink(site));
    if (!javaScript) await follow(button(page, 'Confirm My Address'));
    await expectTexts(page, 'Email verified successfully');
    await signIn(page, 'new@example.com');
  });

  it('lets a member whose sign-up competes with another choose a password after the link', async () => {
    const page = await open({ javaScript });
    for (const password of ['typed by a stranger', 'typed by the owner']) {
      const fields = { intent: 'sign-up', fullName: 'New Member', email: 'new@example.com', password };
      expect((await browse(site).post('/auth', fields)).status).toBe(303);
    }
    await page.goto(await newestLink(site));
    if (!javaScript) await follow(button(page, 'Confirm My Address'));
    await expectTexts(page, 'Email verified', 'Please set a new password below.');
    if (javaScript) await waitForHydration(page);
    await heading(page, 'Set New Password').waitFor();
    await fill(page, { 'New Password': PASSWORD });
    await button(page, 'Update Password').click();
    await expectTexts(page, 'Password updated successfully');
    await page.goto('/account');
    await heading(page, 'New Member').waitFor();
  });

  it('rejects a wrong password with the reason and keeps the address', async () => {
    const page = await open({ javaScript, expected: [/status of 422/] });
    await page.goto('/auth');
    await fill(page, { Email: 'ann@example.com', Password: 'not that one' });
    await button(page, 'Sign In').click();
    await expectTexts(page, 'Sign in failed');
    expect(await page.getByText('Invalid login credentials').first().isVisible()).toBe(true);
    expect(await page.getByLabel('Email').inputValue()).toBe('ann@example.com');
    if (javaScript) await page.locator('[name=password]:focus').waitFor();
    await fill(page, { Password: PASSWORD });
    await button(page, 'Sign In').click();
    await expectTexts(page, 'Welcome back!');
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('replaces a forgotten password by email', async () => {
    const page = await open({ javaScript });
    await page.goto('/auth');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await heading(page, 'Forgot password?').waitFor();
    await fill(page, { Email: 'ann@example.com' });
    await button(page, 'Send Reset Link').click();
    await expectTexts(page, 'Password reset email sent');
    await page.goto(await newestLink(site));
    if (!javaScript) await follow(button(page, 'Continue'));
    await expectTexts(page, 'Email verified', 'Please set a new password below.');
    if (javaScript) await waitForHydration(page);
    await heading(page, 'Set New Password').waitFor();
    await fill(page, { 'New Password': 'a new tulip' });
    await button(page, 'Update Password').click();
    await expectTexts(page, 'Password updated successfully');
    const answer = await browse(site).signIn('ann@example.com', 'a new tulip');
    expect(answer.status).toBe(303);
  });

  it('returns to the requested page after sign-in and confirms a sign-out', async () => {
    const page = await open({ javaScript });
    await page.goto('/account');
    expect(pathOf(page)).toBe('/auth?redirect=%2Faccount');
    await signIn(page, 'ann@example.com', pathOf(page));
    await heading(page, 'Ann Reader').waitFor();
    expect(pathOf(page)).toBe('/account');
    await button(page, 'Sign Out').click();
    await expectTexts(page, 'Signed out');
    await page.goto('/account');
    expect(pathOf(page)).toBe('/auth?redirect=%2Faccount');
  });

  it('lists devices and signs each of them out', async () => {
    const other = browse(site);
    await other.signIn();
    const page = await open({ javaScript });
    await signIn(page, 'ann@example.com', '/auth?redirect=/account');
    await page.getByRole('link', { name: 'a single device' }).click();
    await heading(page, 'Where you’re signed in').waitFor();
    const sessions = page.getByRole('button', { name: /^Sign Out / });
    expect(await sessions.count()).toBe(2);
    await sessions.last().click();
    await expectTexts(page, 'Session ended');
    await expect.poll(() => sessions.count()).toBe(1);
    expect((await other.get('/account')).status).toBe(302);
    await sessions.click();
    await expectTexts(page, 'Signed out');
  });
});

describe('sign-in page', () => {
  it('keeps typed values when the panel changes', async () => {
    const page = await open();
    await page.goto('/auth');
    await waitForHydration(page);
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
    await page.getByRole('link', { name: 'Back to Sign In' }).click();
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await heading(page, 'Join the Academy').waitFor();
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Half Done');
  });

  it('keeps typed values while the network is down, and works when it is back', async () => {
    const page = await open({ expected: [/ERR_INTERNET_DISCONNECTED/] });
    await page.goto('/auth');
    await waitForHydration(page);
    await fill(page, { Email: 'ann@example.com', Password: PASSWORD });
    await page.context().setOffline(true);
    await button(page, 'Sign In').click();
    await expectTexts(page, 'The server could not be reached');
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('ann@example.com');
    await page.context().setOffline(false);
    await button(page, 'Sign In').click();
    await page.waitForURL((url) => url.pathname === '/');
  });

  /** Opens the sign-in page with tokens in the URL fragment, like a link sent by someone else. */
  async function openWithTokens(page: Page, hash: string): Promise<void> {
    await page.goto('about:blank');
    await page.goto(`/auth#${hash}`);
  }

  it('asks before a link signs another account out, and then ends that session', async () => {
    await addAccount(site.db, { email: 'bob@example.com', fullName: 'Bob Reader' });
    const page = await open({ expected: [/status of 409/] });
    await signIn(page, 'bob@example.com');
    const helper = browse(site);
    await helper.post('/auth', { intent: 'forgot', email: 'ann@example.com' });
    const token = (await newestLink(site)).split('token=')[1] ?? '';
    const confirmed = await helper.post('/auth/confirm', { token });
    const { hash } = new URL(confirmed.headers.get('location') ?? '', site.url);
    await openWithTokens(page, hash.slice(1));
    await expectTexts(page, 'Sign in as ann@example.com?');
    await page.getByText('You’re signed in as bob@example.com. Continuing signs you out').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await button(page, 'Continue').click();
    await expectTexts(page, 'Welcome back!');
    await page.goto('/account');
    await heading(page, 'Ann Reader').waitFor();
    const { rows } =
      await site.db.query(`select count(*)::int as live from sessions s join users u on u.id = s.user_id
      where u.email = 'bob@example.com' and s.revoked_at is null`);
    expect(rows[0].live).toBe(0);
  });

  it('asks a visitor whether tokens from another browser may sign in', async () => {
    const client = connect(site);
    const { data } = await client.signInWithPassword({ email: 'ann@example.com', password: PASSWORD });
    const { access_token = '', refresh_token = '' } = data.session ?? {};
    const hash = new URLSearchParams({ access_token, refresh_token, type: 'signup' }).toString();
    const page = await open({ expected: [/status of 4(01|09)/] });
    await openWithTokens(page, hash);
    await expectTexts(page, 'Sign in as ann@example.com?');
    expect(await findAxeViolations(page), 'the question').toEqual([]);
    await button(page, 'Cancel').click();
    await page.getByText('Sign in as ann@example.com?').waitFor({ state: 'detached' });
    await page.goto('/account');
    expect(pathOf(page)).toBe('/auth?redirect=%2Faccount');
    await openWithTokens(page, hash);
    await button(page, 'Continue').click();
    await expectTexts(page, 'Welcome back!');
    await page.goto('/account');
    await heading(page, 'Ann Reader').waitFor();
    // The person who made the link can no longer use it.
    expect((await client.getUser()).error).not.toBeNull();
    await openWithTokens(page, hash);
    await expectTexts(page, 'Email verification failed');
    await page.goto('/account');
    await heading(page, 'Ann Reader').waitFor();
  });

  it('keeps a new password until the email link has been exchanged for a session', async () => {
    await browse(site).post('/auth', { intent: 'forgot', email: 'ann@example.com' });
    const page = await open();
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/auth/session*', (route) => isReleased.then(() => route.continue()));
    await page.goto(await newestLink(site));
    await heading(page, 'Set New Password').waitFor();
    await waitForHydration(page);
    await fill(page, { 'New Password': 'tulip garden wall' });
    await expect.poll(() => button(page, 'Update Password').isDisabled()).toBe(true);
    release();
    await button(page, 'Update Password').click();
    await expectTexts(page, 'Password updated successfully');
  });

  it('shows the strength of a new password and does not reject it for that', async () => {
    const page = await open({ width: 390 });
    await page.goto('/auth?tab=sign-up');
    await waitForHydration(page);
    const field = page.getByLabel('Password', { exact: true });
    const strength = page.locator('p[aria-live="polite"]').filter({ hasText: 'Password strength' });
    await fill(page, { 'Full Name': 'Jo Pike', Email: 'jo.pike@example.com' });
    expect(await strength.count()).toBe(0);
    for (const [password, text] of [
      ['jo.pike1990', 'Weak. Avoid names, common words and keyboard patterns.'],
      ['tulip garden', 'Fair. One more word makes it much stronger.'],
      ['four plums in a cold bowl', 'Strong. Very hard to guess.'],
    ] as const) {
      await field.fill(password);
      await expect.poll(() => strength.textContent()).toBe(`Password strength: ${text}`);
    }
    await field.fill('plumjar');
    await strength.getByText('Weak. Add more words or characters.').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await button(page, 'Sign Up').click();
    await expectTexts(page, 'Account created!');
    await signIn(page, 'ann@example.com', '/auth?redirect=/account');
    await waitForHydration(page);
    await page.getByLabel('New Password', { exact: true }).fill('four plums in a cold bowl');
    await strength.getByText('Strong. Very hard to guess.').waitFor();
  });

  it('keeps the button usable below an error toast, which disappears with the next attempt', async () => {
    const page = await open({ width: 390, expected: [/status of 422/] });
    await page.goto('/auth?tab=sign-up');
    await waitForHydration(page);
    await fill(page, { 'Full Name': 'New Member', Email: 'new@example.com', Password: 'password1' });
    await button(page, 'Sign Up').click();
    const toast = page.getByRole('alert').filter({ hasText: 'Sign up failed' });
    const { y, height } = (await toast.boundingBox()) ?? { y: 0, height: 900 };
    expect(y + height).toBeLessThan((await button(page, 'Sign Up').boundingBox())?.y ?? 0);
    // Its timer pauses under the pointer.
    await toast.hover();
    await fill(page, { Password: 'tulip garden' });
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await expectTexts(page, 'Account created!');
    expect(await toast.count()).toBe(0);
  });

  it('shows the toast of a failure again when the next attempt fails too', async () => {
    const page = await open({ expected: [/status of 401|status of 422/] });
    await page.goto('/auth');
    await waitForHydration(page);
    await fill(page, { Email: 'ann@example.com' });
    const toast = page.getByRole('alert').filter({ hasText: 'Sign in failed' });
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('not that one');
    await password.press('Enter');
    await toast.waitFor();
    const [go, release] = gate();
    await page.route('**/auth.data*', async (route) => {
      await go;
      await route.continue();
    });
    await password.fill('nor this one');
    await password.press('Enter');
    await toast.waitFor({ state: 'detached' });
    release();
    await toast.waitFor();
  });

  it('replaces a success toast with the failure of the next form', async () => {
    const page = await open({ expected: [/status of 422/] });
    await signIn(page);
    await page.goto('/account');
    await waitForHydration(page);
    await fill(page, { 'Full Name': 'Ann Other' });
    await button(page, 'Save Name').click();
    const success = page.getByText('Name updated successfully', { exact: true });
    // Its timer pauses under the pointer.
    await success.hover();
    await fill(page, { 'Current Password': 'not that one', 'New Password': 'tulip garden wall' });
    await page.getByLabel('New Password', { exact: true }).press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Password update failed' }).waitFor();
    expect(await success.count()).toBe(0);
  });

  it('leads an admin to the admin', async () => {
    await addAccount(site.db, { email: 'boss@example.com', role: 'admin', fullName: 'Alex Morgan' });
    const page = await open();
    await signIn(page, 'boss@example.com');
    await expectTexts(page, 'Welcome back!');
    expect(pathOf(page)).toBe('/admin');
  });
});

describe.each(['light', 'dark'] as const)('accessibility in %s', (theme) => {
  it('has no axe violations on each panel, the email link confirmation and the account page', async () => {
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
      expect(await findAxeViolations(page), path).toEqual([]);
    }
    await page.goto('/auth?tab=sign-up');
    await fill(page, { 'Full Name': 'X', Email: 'x@example.com', Password: 'password1' });
    await button(page, 'Sign Up').click();
    await expectTexts(page, 'Sign up failed');
    expect(await findAxeViolations(page), 'a refused form').toEqual([]);
    await browse(site).post('/auth', { intent: 'forgot', email: 'ann@example.com' });
    await addAccount(site.db, { email: 'bob@example.com' });
    await signIn(page, 'bob@example.com', '/auth?redirect=/account');
    await heading(page, 'Ann Reader').waitFor();
    expect(await findAxeViolations(page), '/account').toEqual([]);
    await page.goto(await newestLink(site));
    await page.getByText('Continuing signs you out of that account.').waitFor();
    expect(await findAxeViolations(page), 'the question').toEqual([]);
  });
});
