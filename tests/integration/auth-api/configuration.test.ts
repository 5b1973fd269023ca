// Sign-in configuration: key rotation, allowed origins and provider buttons.
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import { createTokens } from '~/platform/sessions/tokens.server';
import { connect } from '../../support/accounts/auth-client';
import { CLIENT, followRedirects, type Issuer, startIssuer } from '../../support/accounts/issuer';
import { addAccount, emptyAccounts, PASSWORD } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit } from '../../support/visitor';

const HOME = 'https://magazine.test';
const PARTNER = 'https://partner.example';
const email = 'ann@example.com';
const [NEW, OLD, REMOVED] = ['n'.repeat(40), 'o'.repeat(40), 'r'.repeat(40)];
let issuer: Issuer;
const { it, site } = siteTest(async () => {
  issuer = await startIssuer(`${HOME}/auth/v1/callback`);
  const providers = [
    { id: 'acme', name: 'Acme', issuer: issuer.url, ...CLIENT },
    { id: 'smith', name: 'Smith LLP', issuer: issuer.url, ...CLIENT, domains: ['smith.example'] },
    { id: 'gone', name: 'Gone', issuer: 'http://127.0.0.1:9', ...CLIENT },
  ];
  return {
    vars: {
      AUTH_SIGNING_SECRETS: `${NEW},${OLD}`,
      AUTH_ALLOWED_ORIGINS: PARTNER,
      AUTH_PROVIDERS: JSON.stringify(providers),
    },
  };
});

beforeEach(async () => {
  await emptyAccounts(site.db);
  issuer.person = { sub: 'ann-at-the-issuer', email, email_verified: true, name: 'Ann Outside' };
});
afterAll(async () => {
  await issuer.stop();
});

describe('signing keys', () => {
  const keysOf = async () =>
    (await (await site.get('/auth/v1/.well-known/jwks.json')).json()) as JSONWebKeySet;
  /** Signs the claims of an access token of this site with another key. */
  async function signedWith(secret: string, token: string): Promise<string> {
    const claims = await createTokens({ secret: NEW, signing: [NEW] }, `${HOME}/auth/v1`).read(token);
    if (!claims) throw new Error('The first key did not sign');
    return createTokens({ secret, signing: [secret] }, `${HOME}/auth/v1`).sign(claims);
  }

  it('that were replaced still verify their tokens until they are removed', async () => {
    await addAccount(site.db);
    const client = connect(site);
    const { data } = await client.signInWithPassword({ email, password: PASSWORD });
    const current = data.session?.access_token ?? '';
    const old = await signedWith(OLD, current);
    const removed = await signedWith(REMOVED, current);
    expect((await client.getUser(current)).data.user?.email).toBe(email);
    expect((await client.getUser(old)).data.user?.email).toBe(email);
    expect((await client.getUser(removed)).error?.code).toBe('bad_jwt');
    // An external verifier with only the published keys reaches the same result.
    const published = await keysOf();
    expect(published.keys).toHaveLength(2);
    const verify = (token: string) =>
      jwtVerify(token, createLocalJWKSet(published), { issuer: `${HOME}/auth/v1` });
    expect((await verify(current)).protectedHeader.kid).toBe(published.keys[0]?.kid);
    expect((await verify(old)).protectedHeader.kid).toBe(published.keys[1]?.kid);
    await expect(verify(removed)).rejects.toThrow('no applicable key');
  });
});

describe('a page of another site', () => {
  const call = (origin: string, method: string) =>
    site.get('/auth/v1/user', {
      method,
      headers: {
        origin,
        ...(method === 'OPTIONS'
          ? {
              'access-control-request-method': 'PUT',
              'access-control-request-headers': 'authorization,apikey',
            }
          : { apikey: 'local-public-key' }),
      },
    });
  const cors = ({ headers }: Response) =>
    [...headers.keys()].filter((name) => name.startsWith('access-control-'));

  it('can call the API when it is configured', async () => {
    const preflight = await call(PARTNER, 'OPTIONS');
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, PARTNER]);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/authorization, apikey/);
    const answer = await call(PARTNER, 'GET');
    expect(answer.headers.get('access-control-allow-origin')).toBe(PARTNER);
    // Cookies never authorize these calls.
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it.each([
    'https://evil.example',
    'https://partner.example.evil.example',
    'http://partner.example',
    'https://partner.example:8443',
    'null',
  ])('cannot call it otherwise: %s', async (origin) => {
    for (const method of ['OPTIONS', 'GET']) {
      const answer = await call(origin, method);
      expect([method, cors(answer)]).toEqual([method, []]);
      expect(answer.headers.get('vary')).toMatch(/Origin/i);
    }
  });
});

describe('the sign-in page', () => {
  const linksOf = (html: string) => html.match(/(?<=href=")\/auth\/provider\/[^"]*/g) ?? [];
  const arriveAt = async (visitor: Visitor, start: string) => {
    const away = await visitor.get(start);
    const back = await followRedirects(site, away.headers.get('location') ?? '', visitor.cookies);
    return { back, answer: await visitor.get(back.pathname + back.search) };
  };

  it('has a button for each public provider and continues to the requested page', async () => {
    const ann = visit(site);
    const html = await (await ann.get('/auth?redirect=/account')).text();
    expect(linksOf(html)).toEqual([
      '/auth/provider/acme?redirect=%2Faccount',
      '/auth/provider/gone?redirect=%2Faccount',
    ]);
    expect(visibleTextOf(html)).toContain('Continue with Acme');
    expect(linksOf(await (await ann.get('/auth?tab=sign-up')).text())).toHaveLength(2);
    expect(linksOf(await (await ann.get('/auth?panel=forgot')).text())).toEqual([]);
    const { back, answer } = await arriveAt(ann, '/auth/provider/acme?redirect=%2Faccount');
    expect([back.pathname, back.hash]).toEqual(['/auth/provider', '']);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account']);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    const page = visibleTextOf(await (await ann.get('/account')).text());
    expect(page).toContain('Ann Outside');
    // The code and its verifier are used up.
    const again = await ann.get(back.pathname + back.search);
    expect(again.headers.get('location')).toBe('/auth');
  });

  it('rejects a code that another browser requested', async () => {
    const mallory = visit(site);
    const away = await mallory.get('/auth/provider/acme');
    const back = await followRedirects(site, away.headers.get('location') ?? '', mallory.cookies);
    const victim = visit(site);
    await victim.get('/auth/provider/acme?redirect=/account');
    const answer = await victim.get(back.pathname + back.search);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/auth?redirect=%2Faccount']);
    expect(visibleTextOf(await (await victim.get('/auth')).text())).not.toContain('You are signed in as');
    const viewer = await (await victim.get('/api/me')).json();
    expect(viewer).toMatchObject({ viewer: null });
  });

  it('never redirects to other sites, and handles an unavailable provider', async () => {
    const ann = visit(site);
    const { answer } = await arriveAt(ann, '/auth/provider/acme?redirect=https://evil.example/');
    expect(answer.headers.get('location')).toBe('/');
    const gone = await visit(site).get('/auth/provider/gone?redirect=/account');
    expect([gone.status, gone.headers.get('location')]).toEqual([303, '/auth?redirect=%2Faccount']);
    for (const id of ['smith', 'google', 'constructor']) {
      const none = await ann.get(`/auth/provider/${id}`);
      expect([id, none.status, await none.text()]).toEqual([id, 404, expect.stringContaining('not enabled')]);
    }
    const denied = await visit(site).get('/auth/provider?error_description=denied');
    expect([denied.status, denied.headers.get('location')]).toEqual([303, '/auth']);
  });

  it("does not start a provider flow from another site's link", async () => {
    for (const from of ['cross-site', 'same-site']) {
      const answer = await visit(site).get('/auth/provider/acme', { 'sec-fetch-site': from });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/auth']);
      const going = await visit(site).get('/auth/provider/acme?redirect=/account', {
        'sec-fetch-site': from,
      });
      expect(going.headers.get('location')).toBe('/auth?redirect=%2Faccount');
    }
    for (const from of ['same-origin', 'none']) {
      const answer = await visit(site).get('/auth/provider/acme', { 'sec-fetch-site': from });
      expect(answer.headers.get('location'), from).not.toMatch(/^\/auth/);
    }
  });

  it('does not count a provider sign-in as reauthentication for someone with a password', async () => {
    await addAccount(site.db, { email });
    const ann = visit(site);
    await arriveAt(ann, '/auth/provider/acme');
    await ann.post('/account/delete', { intent: 'delete', word: email });
    expect((await site.db.query('select 1 from users where email = $1', [email])).rows).toHaveLength(1);
  });

  it('keeps the requested page through a second factor', async () => {
    await addAccount(site.db, { email });
    await site.db.query(`insert into mfa_factors (user_id, type, name, status)
      select id, 'totp', 'Phone', 'verified' from users`);
    const start = '/auth/provider/acme?redirect=%2Faccount%2Fexport';
    const { answer } = await arriveAt(visit(site), start);
    expect(answer.headers.get('location')).toBe('/auth/second-factor?redirect=%2Faccount%2Fexport');
    await site.db.query('delete from mfa_factors');
    const again = await arriveAt(visit(site), start);
    expect(again.answer.headers.get('location')).toBe('/account/export');
  });

  it('replaces the previous session of the browser', async () => {
    await addAccount(site.db, { email: 'bob@example.com' });
    const browser = visit(site);
    await browser.signIn('bob@example.com');
    await arriveAt(browser, '/auth/provider/acme');
    expect(await (await browser.get('/api/me')).json()).toMatchObject({ viewer: { email } });
    const { rows } = await site.db.query(
      `select u.email from sessions s join users u on u.id = s.user_id where s.revoked_at is null`,
    );
    expect(rows).toEqual([{ email }]);
  });
});
