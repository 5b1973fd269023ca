// A sign-in or link through a provider is completed only by the browser and client that started it, not by
// one that was tricked into following it.
import { afterAll, beforeEach, describe, expect } from 'vitest';
import { connect } from '../../support/accounts/auth-client';
import { setUpApp } from '../../support/accounts/authenticator-app';
import {
  CLIENT,
  followRedirects,
  type Issuer,
  type KeylessIssuer,
  startIssuer,
  startKeylessIssuer,
} from '../../support/accounts/issuer';
import { addAccount, emptyAccounts, PASSWORD } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';
import { visit } from '../../support/visitor';

const HOME = 'https://magazine.test';
const PARTNER = 'https://partner.example';
const acme = 'acme' as 'google';
let issuer: Issuer;
let misnamed: KeylessIssuer;

const { it, site } = siteTest(async () => {
  issuer = await startIssuer(`${HOME}/auth/v1/callback`);
  misnamed = await startKeylessIssuer();
  const about = { name: 'Acme', issuer: issuer.url, ...CLIENT };
  const providers = [
    { id: 'acme', ...about },
    { id: 'smith', ...about, domains: ['smith.example'] },
    { id: 'misnamed', ...CLIENT, issuer: misnamed.url },
    { id: 'tenants', ...CLIENT, issuer: `${misnamed.url}/common/v2.0` },
  ];
  return { vars: { AUTH_PROVIDERS: JSON.stringify(providers), AUTH_ALLOWED_ORIGINS: PARTNER } };
});

beforeEach(async () => {
  await emptyAccounts(site.db);
  issuer.person = { sub: 'victor', email: 'victor@example.com', email_verified: true };
});
afterAll(async () => {
  await issuer.stop();
  await misnamed.stop();
});

type Jar = Map<string, string>;
const identities = async () =>
  (await site.db.query('select u.email from identities i join users u on u.id = i.user_id')).rows;
const sessions = async () => (await site.db.query('select 1 from sessions')).rowCount;
const failureOf = (address: URL) => address.searchParams.get('error_code');

/** Follows redirects up to the provider's response, and stops before the callback. */
async function awaitAnswer(start: string, cookies: Jar): Promise<string> {
  const { pathname, search } = new URL(start);
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const away = await site.get(pathname + search, { headers: { cookie } });
  for (const line of away.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  }
  // The provider sets its own cookies.
  const providerCookies: Jar = new Map();
  let address = new URL(away.headers.get('location') ?? '', HOME);
  while (address.host !== 'magazine.test') {
    const sent = [...providerCookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(address, { redirect: 'manual', headers: { cookie: sent } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      providerCookies.set(name, value);
    }
    address = new URL(answer.headers.get('location') ?? '', address);
  }
  return address.href;
}

async function mallory(flowType: 'implicit' | 'pkce' = 'pkce') {
  await addAccount(site.db, { email: 'mallory@example.com' });
  const client = connect(site, { flowType });
  await client.signInWithPassword({ email: 'mallory@example.com', password: PASSWORD });
  const link = async () => {
    const options = { skipBrowserRedirect: true, redirectTo: `${HOME}/welcome` };
    return (await client.linkIdentity({ provider: acme, options })).data?.url ?? '';
  };
  return { client, link };
}

describe('linking a provider', () => {
  it('does not link the identity of a victim who was sent through the flow', async () => {
    const { link } = await mallory();
    // Victor is signed in at the provider, which asks nothing. His browser returns with a code that he cannot
    // exchange.
    const target = await followRedirects(site, await link());
    expect([target.pathname, target.searchParams.has('code')]).toEqual(['/welcome', true]);
    expect(await identities()).toEqual([]);
    const victor = connect(site, { flowType: 'pkce' });
    await victor.signInWithOAuth({ provider: acme, options: { skipBrowserRedirect: true } });
    const { error } = await victor.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    expect(error?.code).toBe('bad_code_verifier');
    expect(await identities()).toEqual([]);
  });

  it('works only in the browser that started it', async () => {
    const { link } = await mallory();
    const address = await link();
    const [own, other]: [Jar, Jar] = [new Map(), new Map()];
    const answer = await awaitAnswer(address, own);
    expect(failureOf(await followRedirects(site, address, other))).toBe('bad_oauth_state');
    expect(failureOf(await followRedirects(site, answer, other))).toBe('bad_oauth_state');
    expect((await followRedirects(site, answer, own)).searchParams.has('code')).toBe(true);
    expect(failureOf(await followRedirects(site, answer, own))).toBe('bad_oauth_state');
  });

  it('is completed once by the client that started it', async () => {
    const { client, link } = await mallory();
    const target = await followRedirects(site, await link());
    const code = target.searchParams.get('code') ?? '';
    expect((await client.exchangeCodeForSession(code)).error).toBeNull();
    expect(await identities()).toEqual([{ email: 'mallory@example.com' }]);
    expect((await client.exchangeCodeForSession(code)).error).not.toBeNull();
    const lines = await site.db.query("select details from audit_log where event = 'identity_linked'");
    expect(lines.rows).toEqual([{ details: { provider: 'acme' } }]);
    // An identity that is already linked is reported before any exchange.
    await client.signInWithPassword({ email: 'mallory@example.com', password: PASSWORD });
    expect(failureOf(await followRedirects(site, await link()))).toBe('identity_already_exists');
  });

  it('ends with the session that requested it', async () => {
    const { client, link } = await mallory();
    const target = await followRedirects(site, await link());
    await site.db.query('update sessions set revoked_at = now()');
    const { error } = await client.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    expect(error?.code).toBe('flow_state_not_found');
    expect(await identities()).toEqual([]);
  });

  it('does not link one identity to two accounts that ask simultaneously', async () => {
    const first = await mallory();
    const target = await followRedirects(site, await first.link());
    const victor = connect(site, { flowType: 'pkce' });
    const { data } = await victor.signInWithOAuth({ provider: acme, options: { skipBrowserRedirect: true } });
    await followRedirects(site, data.url ?? '');
    const { error } = await first.client.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    expect(error?.code).toBe('identity_already_exists');
    expect(await identities()).toEqual([{ email: 'victor@example.com' }]);
  });

  it('requires the cookie of the requesting page when there is no PKCE challenge', async () => {
    const { client } = await mallory('implicit');
    const { data } = await client.getSession();
    const ask = (headers: Record<string, string> = {}) =>
      site.get(`/auth/v1/user/identities/authorize?provider=acme&skip_http_redirect=true`, {
        headers: { authorization: `Bearer ${data.session?.access_token}`, ...headers },
      });
    const external = await ask({ origin: PARTNER });
    expect([external.status, await external.json()]).toEqual([
      400,
      expect.objectContaining({ error_code: 'validation_failed', msg: expect.stringContaining('pkce') }),
    ]);
    const asked = await ask();
    const { url } = (await asked.json()) as { url: string };
    expect(failureOf(await followRedirects(site, url))).toBe('bad_oauth_state');
    expect(await identities()).toEqual([]);
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(asked.headers.getSetCookie()[0] ?? '') ?? [];
    const target = await followRedirects(site, url, new Map([[name, value]]));
    expect(new URLSearchParams(target.hash.slice(1)).get('access_token')).toBeTruthy();
    expect(await identities()).toEqual([{ email: 'mallory@example.com' }]);
  });

  it('ends with its session when there is no PKCE challenge', async () => {
    const { client } = await mallory('implicit');
    const { data } = await client.getSession();
    const asked = await site.get('/auth/v1/user/identities/authorize?provider=acme&skip_http_redirect=true', {
      headers: { authorization: `Bearer ${data.session?.access_token}` },
    });
    const { url } = (await asked.json()) as { url: string };
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(asked.headers.getSetCookie()[0] ?? '') ?? [];
    await site.db.query('update sessions set revoked_at = now()');
    const target = await followRedirects(site, url, new Map([[name, value]]));
    expect(failureOf(target)).toBe('session_not_found');
    expect(await identities()).toEqual([]);
  });
});

describe('signing in', () => {
  it.each([
    'implicit',
    'pkce',
  ] as const)('is completed only by the browser that started it: %s', async (flowType) => {
    const client = connect(site, { flowType });
    const { data } = await client.signInWithOAuth({
      provider: acme,
      options: { skipBrowserRedirect: true, redirectTo: `${HOME}/welcome` },
    });
    const own: Jar = new Map();
    const answer = await awaitAnswer(data.url ?? '', own);
    const otherBrowser = await followRedirects(site, answer);
    expect([otherBrowser.pathname, failureOf(otherBrowser)]).toEqual(['/', 'bad_oauth_state']);
    expect(otherBrowser.href).not.toMatch(/access_token|[?&]code=/);
    // Another browser is rejected even if it has its own flow.
    const busy: Jar = new Map();
    await awaitAnswer(data.url ?? '', busy);
    expect(failureOf(await followRedirects(site, answer, busy))).toBe('bad_oauth_state');
    expect(await sessions()).toBe(0);
    const arrived = await followRedirects(site, answer, own);
    expect(arrived.pathname).toBe('/welcome');
    expect(failureOf(arrived)).toBeNull();
  });

  it('completes two flows that one browser started', async () => {
    const own: Jar = new Map();
    const start = `${HOME}/auth/v1/authorize?provider=acme&redirect_to=${HOME}/welcome`;
    const answers = [await awaitAnswer(start, own), await awaitAnswer(start, own)];
    for (const answer of answers)
      expect((await followRedirects(site, answer, own)).hash).toContain('access_token=');
  });

  it('sets an HttpOnly cookie for 15 minutes', async () => {
    const away = await site.get('/auth/v1/authorize?provider=acme');
    expect(away.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-auth-flow=[\w-]{43,}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ]);
    const refused = await site.get('/auth/v1/authorize?provider=google');
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([400, []]);
  });

  it('through company SSO is bound to the browser that opens the address', async () => {
    issuer.person = { sub: 'sue', email: 'sue@smith.example' };
    const { data } = await connect(site).signInWithSSO({
      domain: 'smith.example',
      options: { redirectTo: `${HOME}/welcome` },
    });
    const own: Jar = new Map();
    const answer = await awaitAnswer(data?.url ?? '', own);
    expect(failureOf(await followRedirects(site, answer))).toBe('bad_oauth_state');
    expect((await followRedirects(site, answer, own)).hash).toContain('access_token=');
  });

  it('rejects a flow that was never started', async () => {
    for (const flow of ['', 'made-up', '%00']) {
      const target = await followRedirects(site, `${HOME}/auth/v1/authorize?flow=${flow}`);
      expect([flow, failureOf(target)]).toEqual([flow, 'bad_oauth_state']);
    }
  });

  it('hands over tokens without confirmation in its own browser only', async () => {
    const browser = visit(site);
    const jar = browser.cookies;
    const start = `${HOME}/auth/v1/authorize?provider=acme&redirect_to=${HOME}/auth`;
    const { hash } = await followRedirects(site, await awaitAnswer(start, jar), jar);
    const tokens = Object.fromEntries(new URLSearchParams(hash.slice(1)));
    expect((await visit(site).post('/auth/session', tokens)).status).toBe(409);
    const taken = await browser.post('/auth/session', tokens);
    expect([taken.status, taken.headers.get('location')]).toEqual([303, '/']);
    expect((await browser.get('/account')).status).toBe(200);
    const headers = { apikey: 'local-public-key', authorization: `Bearer ${tokens.access_token}` };
    expect((await site.get('/auth/v1/user', { headers })).status).toBe(401);
  });

  it('asks before replacing a session with a second factor', async () => {
    await addAccount(site.db, { email: 'victor@example.com' });
    const browser = visit(site);
    await browser.signIn('victor@example.com');
    await setUpApp(browser);
    const start = `${HOME}/auth/v1/authorize?provider=acme&redirect_to=${HOME}/auth`;
    const { hash } = await followRedirects(site, await awaitAnswer(start, browser.cookies), browser.cookies);
    const tokens = Object.fromEntries(new URLSearchParams(hash.slice(1)));
    const asked = await browser.post('/auth/session', tokens);
    expect([asked.status, await asked.json()]).toEqual([
      409,
      { question: { account: 'victor@example.com', current: 'victor@example.com', isSame: true } },
    ]);
    expect((await browser.get('/account')).status).toBe(200);
    const taken = await browser.post('/auth/session', { ...tokens, confirmed: 'yes' });
    expect(taken.headers.get('location')).toBe('/auth/second-factor');
  });
});

describe("a provider's name", () => {
  const depart = (provider: string) => `${HOME}/auth/v1/authorize?provider=${provider}&redirect_to=/welcome`;

  it('is required in its response, as its metadata promises', async () => {
    for (const named of ['https://other.example', '', null]) {
      const cookies: Jar = new Map();
      const answer = new URL(await awaitAnswer(depart('acme'), cookies));
      expect(answer.searchParams.get('iss')).toBe(issuer.url);
      if (named === null) answer.searchParams.delete('iss');
      else answer.searchParams.set('iss', named);
      const target = await followRedirects(site, answer.href, cookies);
      expect([target.pathname, failureOf(target)]).toEqual(['/welcome', 'bad_oauth_callback']);
    }
    expect(await sessions()).toBe(0);
  });

  it('is the configured issuer in its metadata', async () => {
    const answer = async (provider: string) => {
      const { pathname, search } = new URL(depart(provider));
      return (await site.get(pathname + search)).status;
    };
    misnamed.named = issuer.url;
    expect(await answer('misnamed')).toBe(502);
    misnamed.named = `${misnamed.url}/`;
    expect(await answer('misnamed')).toBe(303);
    // Microsoft's metadata for all tenants.
    expect(await answer('tenants')).toBe(502);
    misnamed.named = `${misnamed.url}/{tenantid}/v2.0`;
    expect(await answer('tenants')).toBe(303);
  });
});
