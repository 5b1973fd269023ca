// Cookies on an HTTPS site: protected from other hosts, plain HTTP and scripts.
import { afterAll, expect } from 'vitest';
import { CLIENT, type Issuer, startIssuer } from '../../support/accounts/issuer';
import { addAccount } from '../../support/factory';
import type { Site } from '../../support/site/site';
import { siteTest } from '../../support/site/site-test';
import { visit } from '../../support/visitor';

let issuer: Issuer;

async function findVars() {
  issuer ??= await startIssuer('https://magazine.test/auth/v1/callback');
  const AUTH_PROVIDERS = JSON.stringify([{ id: 'acme', name: 'Acme', issuer: issuer.url, ...CLIENT }]);
  return { AUTH_PROVIDERS };
}
const { it, site } = siteTest(async () => ({ vars: await findVars() }));
const { site: local } = siteTest(async () => ({
  vars: { ...(await findVars()), SITE_URL: 'http://localhost:8787' },
}));
afterAll(async () => {
  await issuer.stop();
});

/** Every Set-Cookie header from a series of requests that sets each cookie of the product. */
async function visitPagesThatSetCookies(on: Site): Promise<string[]> {
  await addAccount(on.db, { email: 'boss@example.com', role: 'admin' });
  const admin = visit(on);
  const answers = [await admin.signIn('boss@example.com'), await admin.get('/')];
  for (const theme of ['dark', 'device'])
    answers.push(
      await admin.post('/account/reading', { theme, textSize: 'standard', typeface: 'serif' }),
      await admin.get('/account'),
    );
  answers.push(
    await admin.post('/admin', { sidebar: 'collapsed', back: '/admin' }),
    await admin.post('/admin/tags', { intent: 'create', name: 'Escrow', slug: 'escrow', version: '' }),
    await admin.get('/admin/tags'),
    await admin.get('/auth/provider/acme'),
    await admin.post('/auth/sign-out', {}),
    await admin.get('/'),
  );
  expect(answers.map(({ status }) => status).filter((status) => status >= 400)).toEqual([]);
  return answers.flatMap((answer) => answer.headers.getSetCookie());
}

const namesOf = (lines: string[]) => [...new Set(lines.map((line) => line.split('=')[0]))].sort();
const NAMES = [
  ...['admin-notice', 'admin-sidebar', 'auth-flow', 'device', 'member'],
  ...['notice', 'provider-trip', 'reading', 'session'],
];

it('sets Secure, host-only cookies on HTTPS, and HttpOnly unless a script reads them', async () => {
  const lines = await visitPagesThatSetCookies(site);
  expect(namesOf(lines)).toEqual(NAMES.map((name) => `__Host-${name}`));
  for (const line of lines) {
    expect(line).toMatch(/; Path=\/(;|$)/);
    expect(line).toMatch(/; SameSite=Lax(;|$)/);
    expect(line).toMatch(/; Secure(;|$)/);
    expect(line).not.toMatch(/; Domain=/i);
    if (!/^__Host-(member|reading|admin-sidebar)=/.test(line)) expect(line).toMatch(/; HttpOnly(;|$)/);
  }
});

it('sends HSTS for this host and its subdomains on HTTPS only', async () => {
  const transport = async (on: Site) => (await on.get('/')).headers.get('strict-transport-security');
  expect(await transport(site)).toBe('max-age=63072000; includeSubDomains');
  expect(await transport(local)).toBeNull();
});

it('uses unprefixed cookie names on localhost without TLS', async () => {
  const lines = await visitPagesThatSetCookies(local);
  expect(namesOf(lines)).toEqual(NAMES);
  expect(lines.filter((line) => /; Secure/.test(line))).toEqual([]);
});

it('ignores unprefixed cookies on HTTPS, because another host of the domain could have set them', async () => {
  const planted = 'notice=password-updated; admin-sidebar=collapsed; reading=dark';
  const page = await site.text('/', { headers: { cookie: planted } });
  expect(page.includes('Password updated')).toBe(false);
  const editor = visit(site);
  await addAccount(site.db, { email: 'ed@example.com', role: 'editor' });
  await editor.signIn('ed@example.com');
  editor.cookies.set('admin-sidebar', 'collapsed');
  expect(await (await editor.get('/admin')).text()).toContain('aria-expanded="true"');
  editor.cookies.set('__Host-admin-sidebar', 'collapsed');
  expect(await (await editor.get('/admin')).text()).toContain('aria-expanded="false"');
});
