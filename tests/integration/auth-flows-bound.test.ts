// A sign-in through a provider, or a link to one, is answered to the browser and the client that began it and to nobody
// who was merely sent along.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { connect } from '../support/auth-client';
import { setUpApp } from '../support/authenticator-app';
import { addAccount, emptyAccounts, PASSWORD } from '../support/factory';
import { CLIENT, type Issuer, startIssuer, travel } from '../support/issuer';
import { type Site, startSite } from '../support/site';
import { visit } from '../support/visitor';

const HOME = 'https://magazine.test';
const PARTNER = 'https://partner.example';
const acme = 'acme' as 'google';
let site: Site;
let issuer: Issuer;

beforeAll(async () => {
  issuer = await startIssuer(`${HOME}/auth/v1/callback`);
  const about = { name: 'Acme', issuer: issuer.url, ...CLIENT };
  const providers = [
    { id: 'acme', ...about },
    { id: 'smith', ...about, domains: ['smith.example'] },
  ];
  const vars = { AUTH_PROVIDERS: JSON.stringify(providers), AUTH_ALLOWED_ORIGINS: PARTNER };
  site = await startSite({ databaseServer: inject('databaseServer'), vars });
});
beforeEach(async () => {
  await emptyAccounts(site.db);
  issuer.person = { sub: 'victor', email: 'victor@example.com', email_verified: true };
});
afterAll(async () => {
  await site.stop();
  await issuer.stop();
});

type Jar = Map<string, string>;
const identities = async () =>
  (await site.db.query('select u.email from identities i join users u on u.id = i.user_id')).rows;
const sessions = async () => (await site.db.query('select 1 from sessions')).rowCount;
const failureOf = (address: URL) => address.searchParams.get('error_code');

/** Follows redirects as far as the provider's answer, and stops before the callback takes it. */
async function awaitAnswer(start: string, cookies: Jar): Promise<string> {
  const { pathname, search } = new URL(start);
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const away = await site.get(pathname + search, { headers: { cookie } });
  for (const line of away.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  }
  // The provider has cookies of its own.
  const kept: Jar = new Map();
  let address = new URL(away.headers.get('location') ?? '', HOME);
  while (address.host !== 'magazine.test') {
    const sent = [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(address, { redirect: 'manual', headers: { cookie: sent } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      kept.set(name, value);
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

describe('a link', () => {
  it('does not add whoever is led through it by another to that other’s account', async () => {
    const { link } = await mallory();
    // Victor is signed in at the provider, which asks nothing; his browser comes back with a code that he cannot open.
    const target = await travel(site, await link());
    expect([target.pathname, target.searchParams.has('code')]).toEqual(['/welcome', true]);
    expect(await identities()).toEqual([]);
    const victor = connect(site, { flowType: 'pkce' });
    await victor.signInWithOAuth({ provider: acme, options: { skipBrowserRedirect: true } });
    const { error } = await victor.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    expect(error?.code).toBe('bad_code_verifier');
    expect(await identities()).toEqual([]);
  });

  it('is entered by one browser, and answered to no other', async () => {
    const { link } = await mallory();
    const address = await link();
    const [own, other]: [Jar, Jar] = [new Map(), new Map()];
    const answer = await awaitAnswer(address, own);
    expect(failureOf(await travel(site, address, other))).toBe('bad_oauth_state');
    expect(failureOf(await travel(site, answer, other))).toBe('bad_oauth_state');
    expect((await travel(site, answer, own)).searchParams.has('code')).toBe(true);
    expect(failureOf(await travel(site, answer, own))).toBe('bad_oauth_state');
  });

  it('is added by the client that began it, once', async () => {
    const { client, link } = await mallory();
    const target = await travel(site, await link());
    const code = target.searchParams.get('code') ?? '';
    expect((await client.exchangeCodeForSession(code)).error).toBeNull();
    expect(await identities()).toEqual([{ email: 'mallory@example.com' }]);
    expect((await client.exchangeCodeForSession(code)).error).not.toBeNull();
    const lines = await site.db.query("select details from audit_log where event = 'identity_linked'");
    expect(lines.rows).toEqual([{ details: { provider: 'acme' } }]);
    // What is linked already is said before anything is exchanged.
    await client.signInWithPassword({ email: 'mallory@example.com', password: PASSWORD });
    expect(failureOf(await travel(site, await link()))).toBe('identity_already_exists');
  });

  it('ends with the session in which it was asked for', async () => {
    const { client, link } = await mallory();
    const target = await travel(site, await link());
    await site.db.query('update sessions set revoked_at = now()');
    const { error } = await client.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    expect(error?.code).toBe('flow_state_not_found');
    expect(await identities()).toEqual([]);
  });

  it('is not added to two accounts that ask at once', async () => {
    const first = await mallory();
    const target = await travel(site, await first.link());
    const victor = connect(site, { flowType: 'pkce' });
    const { data } = await victor.signInWithOAuth({ provider: acme, options: { skipBrowserRedirect: true } });
    await travel(site, data.url ?? '');
    const { error } = await first.client.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    expect(error?.code).toBe('identity_already_exists');
    expect(await identities()).toEqual([{ email: 'victor@example.com' }]);
  });

  it('without a challenge needs the cookie of the page that asked', async () => {
    const { client } = await mallory('implicit');
    const { data } = await client.getSession();
    const ask = (headers: Record<string, string> = {}) =>
      site.get(`/auth/v1/user/identities/authorize?provider=acme&skip_http_redirect=true`, {
        headers: { authorization: `Bearer ${data.session?.access_token}`, ...headers },
      });
    const foreign = await ask({ origin: PARTNER });
    expect([foreign.status, await foreign.json()]).toEqual([
      400,
      expect.objectContaining({ error_code: 'validation_failed', msg: expect.stringContaining('pkce') }),
    ]);
    const asked = await ask();
    const { url } = (await asked.json()) as { url: string };
    expect(failureOf(await travel(site, url))).toBe('bad_oauth_state');
    expect(await identities()).toEqual([]);
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(asked.headers.getSetCookie()[0] ?? '') ?? [];
    const target = await travel(site, url, new Map([[name, value]]));
    expect(new URLSearchParams(target.hash.slice(1)).get('access_token')).toBeTruthy();
    expect(await identities()).toEqual([{ email: 'mallory@example.com' }]);
  });

  it('without a challenge ends with its session too', async () => {
    const { client } = await mallory('implicit');
    const { data } = await client.getSession();
    const asked = await site.get('/auth/v1/user/identities/authorize?provider=acme&skip_http_redirect=true', {
      headers: { authorization: `Bearer ${data.session?.access_token}` },
    });
    const { url } = (await asked.json()) as { url: string };
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(asked.headers.getSetCookie()[0] ?? '') ?? [];
    await site.db.query('update sessions set revoked_at = now()');
    const target = await travel(site, url, new Map([[name, value]]));
    expect(failureOf(target)).toBe('session_not_found');
    expect(await identities()).toEqual([]);
  });
});

describe('a sign-in', () => {
  it.each(['implicit', 'pkce'] as const)('is finished by no browser but its own: %s', async (flowType) => {
    const client = connect(site, { flowType });
    const { data } = await client.signInWithOAuth({
      provider: acme,
      options: { skipBrowserRedirect: true, redirectTo: `${HOME}/welcome` },
    });
    const own: Jar = new Map();
    const answer = await awaitAnswer(data.url ?? '', own);
    const stranger = await travel(site, answer);
    expect([stranger.pathname, failureOf(stranger)]).toEqual(['/', 'bad_oauth_state']);
    expect(stranger.href).not.toMatch(/access_token|[?&]code=/);
    // Somebody with a flow of their own is no less a stranger.
    const busy: Jar = new Map();
    await awaitAnswer(data.url ?? '', busy);
    expect(failureOf(await travel(site, answer, busy))).toBe('bad_oauth_state');
    expect(await sessions()).toBe(0);
    const arrived = await travel(site, answer, own);
    expect(arrived.pathname).toBe('/welcome');
    expect(failureOf(arrived)).toBeNull();
  });

  it('begun twice in one browser ends twice', async () => {
    const own: Jar = new Map();
    const start = `${HOME}/auth/v1/authorize?provider=acme&redirect_to=${HOME}/welcome`;
    const answers = [await awaitAnswer(start, own), await awaitAnswer(start, own)];
    for (const answer of answers) expect((await travel(site, answer, own)).hash).toContain('access_token=');
  });

  it('keeps its cookie from scripts, and a quarter of an hour', async () => {
    const away = await site.get('/auth/v1/authorize?provider=acme');
    expect(away.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-auth-flow=[\w-]{43,}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ]);
    const refused = await site.get('/auth/v1/authorize?provider=google');
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([400, []]);
  });

  it('of a company binds the browser that enters the address it was told', async () => {
    issuer.person = { sub: 'sue', email: 'sue@smith.example' };
    const { data } = await connect(site).signInWithSSO({
      domain: 'smith.example',
      options: { redirectTo: `${HOME}/welcome` },
    });
    const own: Jar = new Map();
    const answer = await awaitAnswer(data?.url ?? '', own);
    expect(failureOf(await travel(site, answer))).toBe('bad_oauth_state');
    expect((await travel(site, answer, own)).hash).toContain('access_token=');
  });

  it('that nobody began is entered by nobody', async () => {
    for (const flow of ['', 'made-up', '%00']) {
      const target = await travel(site, `${HOME}/auth/v1/authorize?flow=${flow}`);
      expect([flow, failureOf(target)]).toEqual([flow, 'bad_oauth_state']);
    }
  });

  it('leaves tokens that its own browser takes over without a question, and no other', async () => {
    const browser = visit(site);
    const jar = browser.cookies;
    const start = `${HOME}/auth/v1/authorize?provider=acme&redirect_to=${HOME}/auth`;
    const { hash } = await travel(site, await awaitAnswer(start, jar), jar);
    const tokens = Object.fromEntries(new URLSearchParams(hash.slice(1)));
    expect((await visit(site).post('/auth/session', tokens)).status).toBe(409);
    const taken = await browser.post('/auth/session', tokens);
    expect([taken.status, taken.headers.get('location')]).toEqual([303, '/']);
    expect((await browser.get('/account')).status).toBe(200);
    const headers = { apikey: 'local-public-key', authorization: `Bearer ${tokens.access_token}` };
    expect((await site.get('/auth/v1/user', { headers })).status).toBe(401);
  });

  it('takes no second factor away without a question', async () => {
    await addAccount(site.db, { email: 'victor@example.com' });
    const browser = visit(site);
    await browser.signIn('victor@example.com');
    await setUpApp(browser);
    const start = `${HOME}/auth/v1/authorize?provider=acme&redirect_to=${HOME}/auth`;
    const { hash } = await travel(site, await awaitAnswer(start, browser.cookies), browser.cookies);
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
