// An access token alone cannot change what protects an account: the person must have reauthenticated within
// ten minutes.
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import { connect, connectAdmin, pressLink, readEmail } from '../../support/accounts/auth-client';
import { CLIENT, followRedirects, type Issuer, startIssuer } from '../../support/accounts/issuer';
import { addAccount, emptyAccounts, PASSWORD } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';
import { visit } from '../../support/visitor';

const HOME = 'https://magazine.test';
const email = 'ann@example.com';
const next = 'new@example.com';
const password = 'another fine password';
type Client = ReturnType<typeof connect>;
let issuer: Issuer;
const { it, site } = siteTest(async () => {
  issuer = await startIssuer(`${HOME}/auth/v1/callback`);
  const providers = [{ id: 'acme', name: 'Acme', issuer: issuer.url, ...CLIENT, audiences: ['acme-app'] }];
  return { vars: { AUTH_PROVIDERS: JSON.stringify(providers) } };
});
let ann: Client;

beforeEach(async () => {
  await emptyAccounts(site.db);
  issuer.person = { sub: 'ann-at-work', email: 'work@example.com', email_verified: true };
  await addAccount(site.db);
  ann = connect(site, { flowType: 'pkce' });
  expect((await ann.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
});
afterAll(async () => {
  await issuer.stop();
});

/**
 * Continues with a token of the same session that is eleven minutes old and still valid for most of an hour.
 */
async function elevenMinutesLater(client: Client): Promise<void> {
  await site.db.query(`update sessions set created_at = created_at - interval '11 minutes',
    amr = (select jsonb_agg(jsonb_set(e, '{timestamp}', to_jsonb((e->>'timestamp')::bigint - 660))) from jsonb_array_elements(amr) e)`);
  expect((await client.refreshSession()).error).toBeNull();
}

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** A call from a program other than the published client, which does not send `nonce` here. */
async function call(client: Client, method: string, path: string, body?: object) {
  const token = (await client.getSession()).data.session?.access_token;
  const answer = await site.get(`/auth/v1/${path}`, {
    method,
    headers: { apikey: 'local-public-key', authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { error_code: code = null } = (await answer.json()) as { error_code?: string };
  return { status: answer.status, code };
}

async function begunFactor(): Promise<{ id: string; secret: string }> {
  const { data, error } = await ann.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  if (error) throw error;
  return { id: data.id, secret: data.totp.secret };
}

async function acmeIdentity(): Promise<string> {
  const { rows } = await site.db.query(
    "insert into identities (user_id, provider, provider_id) select id, 'acme', 'x' from users returning id",
  );
  return rows[0].id;
}

/**
 * Each entry prepares what the call needs while that is allowed, and returns the call, with or without an
 * emailed code.
 */
const CALLS: [
  string,
  (nonce?: string) => Promise<(nonce?: string) => Promise<{ status: number; code: string | null }>>,
][] = [
  ['a new email address', async () => (nonce) => call(ann, 'PUT', 'user', { email: next, nonce })],
  ['a new password', async () => (nonce) => call(ann, 'PUT', 'user', { password, nonce })],
  [
    'an authenticator app',
    async () => (nonce) =>
      call(ann, 'POST', 'factors', { factor_type: 'totp', friendly_name: 'Phone', nonce }),
  ],
  [
    'a passkey',
    async () => (nonce) =>
      call(ann, 'POST', 'factors', { factor_type: 'webauthn', friendly_name: 'Key', nonce }),
  ],
  [
    'the first code of an app whose setup had started before',
    async () => {
      const { id, secret } = await begunFactor();
      return async (nonce) => {
        const { data } = await ann.mfa.challenge({ factorId: id });
        const body = { challenge_id: data?.id, code: codeOf(secret), nonce };
        return call(ann, 'POST', `factors/${id}/verify`, body);
      };
    },
  ],
  [
    'the removal of a factor',
    async () => {
      const { id, secret } = await begunFactor();
      const shown = await ann.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) });
      expect(shown.error).toBeNull();
      return (nonce) => call(ann, 'DELETE', `factors/${id}`, { nonce });
    },
  ],
  [
    'a link to a provider',
    async () =>
      (nonce = '') =>
        call(ann, 'GET', `user/identities/authorize?provider=acme&skip_http_redirect=true&nonce=${nonce}`),
  ],
  [
    'the removal of a provider',
    async () => {
      const id = await acmeIdentity();
      return (nonce) => call(ann, 'DELETE', `user/identities/${id}`, { nonce });
    },
  ],
];

const protection = async () =>
  (
    await site.db.query(`select u.email, u.password_hash, (select count(*) from mfa_factors where status = 'verified') as factors,
      (select count(*) from mfa_factors) as begun, (select count(*) from identities) as identities,
      (select count(*) from auth_flows) as flows, (select count(*) from one_time_tokens) as tokens,
      (select count(*) from outbox) as mails from users u where u.email is not null`)
  ).rows;

describe.each(CALLS)('%s', (_, prepare) => {
  it('is rejected with an eleven-minute-old token and changes nothing', async () => {
    const attack = await prepare();
    await elevenMinutesLater(ann);
    const before = await protection();
    expect(await attack()).toEqual({ status: 400, code: 'reauthentication_needed' });
    expect(await protection()).toEqual(before);
  });

  it('is allowed once with an emailed code', async () => {
    const change = await prepare();
    await elevenMinutesLater(ann);
    expect((await ann.reauthenticate()).error).toBeNull();
    const { digits } = await readEmail(site, email);
    const wrong = digits === '123456' ? '654321' : '123456';
    expect(await change(wrong)).toEqual({ status: 422, code: 'reauthentication_not_valid' });
    expect(await change(digits)).toEqual({ status: 200, code: null });
    const again = await call(ann, 'PUT', 'user', { password: 'one more fine password', nonce: digits });
    expect(again.code).not.toBeNull();
  });

  it('is allowed after a new sign-in', async () => {
    expect(await (await prepare())()).toEqual({ status: 200, code: null });
  });
});

describe('reauthentication', () => {
  it('does not accept a provider sign-in from someone who has a password', async () => {
    await acmeIdentity();
    await site.db.query("update identities set provider_id = 'ann-at-work'");
    const { data } = await ann.signInWithOAuth({
      provider: 'acme' as 'google',
      options: { skipBrowserRedirect: true, redirectTo: `${HOME}/welcome` },
    });
    const target = await followRedirects(site, data?.url ?? '');
    expect((await ann.exchangeCodeForSession(target.searchParams.get('code') ?? '')).error).toBeNull();
    expect((await ann.updateUser({ email: next })).error).toMatchObject({
      code: 'reauthentication_needed',
      status: 400,
    });
    expect((await ann.updateUser({ email: next, current_password: PASSWORD } as never)).error).toBeNull();
  });

  it('accepts the current password and no wrong one', async () => {
    await elevenMinutesLater(ann);
    const update = (current_password: string) => call(ann, 'PUT', 'user', { password, current_password });
    expect(await update('not that one')).toMatchObject({ code: 'invalid_credentials' });
    expect(await update(PASSWORD)).toEqual({ status: 200, code: null });
  });

  it('accepts an emailed code as the published client sends it', async () => {
    await elevenMinutesLater(ann);
    expect((await ann.updateUser({ password })).error?.code).toBe('reauthentication_needed');
    expect((await ann.reauthenticate()).error).toBeNull();
    const { digits: nonce } = await readEmail(site, email);
    expect((await ann.updateUser({ password, nonce })).error).toBeNull();
    const reused = await ann.updateUser({ password: 'one more fine password', nonce });
    expect(reused.error).toMatchObject({ code: 'reauthentication_not_valid' });
  });

  it('rejects a code that was emailed to someone else', async () => {
    await addAccount(site.db, { email: 'bob@example.com' });
    const bob = connect(site);
    await bob.signInWithPassword({ email: 'bob@example.com', password: PASSWORD });
    await bob.reauthenticate();
    const { digits: nonce } = await readEmail(site, 'bob@example.com');
    await elevenMinutesLater(ann);
    expect((await ann.updateUser({ password, nonce })).error?.code).toBe('reauthentication_not_valid');
    expect((await bob.updateUser({ password, nonce })).error).toBeNull();
  });

  it('allows ten wrong codes per hour across all sessions', async () => {
    await elevenMinutesLater(ann);
    await ann.reauthenticate();
    const { digits: nonce } = await readEmail(site, email);
    const wrong = nonce === '000000' ? '000001' : '000000';
    for (let i = 0; i < 10; i += 1)
      expect((await call(ann, 'PUT', 'user', { email: next, nonce: wrong })).status).toBe(422);
    expect((await call(ann, 'POST', 'factors', { factor_type: 'totp', nonce })).status).toBe(429);
  });

  it('is required to link an id token of a provider', async () => {
    const link = async () =>
      ann.linkIdentity({
        provider: 'acme' as 'google',
        token: await issuer.signIdToken({ sub: 'x', email }),
      });
    await elevenMinutesLater(ann);
    expect((await link()).error).toMatchObject({ code: 'reauthentication_needed', status: 400 });
    expect((await site.db.query('select 1 from identities')).rowCount).toBe(0);
    await ann.signInWithPassword({ email, password: PASSWORD });
    expect((await link()).error).toBeNull();
  });

  it('is not required for names and other data', async () => {
    await elevenMinutesLater(ann);
    expect((await ann.updateUser({ data: { full_name: 'Ann Writer' } })).error).toBeNull();
  });
});

describe('all other sessions end', () => {
  const isOut = async (client: Client) =>
    (await client.getUser()).error?.message === 'Auth session missing!' &&
    (await client.refreshSession()).error !== null;

  async function others() {
    const other = connect(site);
    await other.signInWithPassword({ email, password: PASSWORD });
    const browser = visit(site);
    await browser.signIn();
    expect((await browser.get('/account')).status).toBe(200);
    return async () => [await isOut(other), (await browser.get('/account')).status];
  }

  it.each([
    ['a new password through the API', async () => ann.updateUser({ password })],
    [
      'a new email address confirmed by its code',
      async () => {
        await ann.updateUser({ email: next });
        const { digits } = await readEmail(site, next);
        return ann.verifyOtp({ email: next, token: digits, type: 'email_change' });
      },
    ],
    [
      'a new email address confirmed by its link',
      async () => {
        await ann.updateUser({ email: next });
        const { token } = await readEmail(site, next);
        const opened = await visit(site).post('/auth/confirm', { token });
        expect(opened.status).toBe(303);
      },
    ],
    [
      'a new email address for a PKCE client',
      async () => {
        await ann.updateUser({ email: next }, { emailRedirectTo: `${HOME}/welcome` });
        await pressLink(site, (await readEmail(site, next)).link);
      },
    ],
    [
      'a new email address through the service key',
      async () => {
        const { rows } = await site.db.query('select id from users');
        return connectAdmin(site).updateUserById(rows[0].id, { email: next });
      },
    ],
  ])('after %s', async (_, change) => {
    const areOut = await others();
    await change();
    expect(await areOut()).toEqual([true, 302]);
    expect(
      (await site.db.query('select email from users where email = $1 or password_hash is not null', [next]))
        .rowCount,
    ).toBe(1);
  });

  it('leaving only the session that opened the link', async () => {
    // Links that a PKCE client requests open no session on the pages.
    const client = connect(site);
    await client.signInWithPassword({ email, password: PASSWORD });
    await client.updateUser({ email: next });
    const { token } = await readEmail(site, next);
    const areOut = await others();
    await visit(site).post('/auth/confirm', { token });
    expect(await areOut()).toEqual([true, 302]);
    expect((await site.db.query('select 1 from sessions where revoked_at is null')).rowCount).toBe(1);
  });
});

describe('a change of address that someone with the password began', () => {
  const isDead = async (token: string) =>
    (await visit(site).post('/auth/confirm', { token })).status === 422 &&
    (await site.db.query('select 1 from users where email = $1', [email])).rowCount === 1;

  it('ends when the owner adds the first second factor', async () => {
    const thief = connect(site);
    await thief.signInWithPassword({ email, password: PASSWORD });
    await thief.updateUser({ email: next });
    const { token } = await readEmail(site, next);
    const { id, secret } = await begunFactor();
    expect((await ann.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) })).error).toBeNull();
    expect(await isDead(token)).toBe(true);
  });

  it('ends when the owner removes the password', async () => {
    await acmeIdentity();
    const thief = connect(site);
    await thief.signInWithPassword({ email, password: PASSWORD });
    await thief.updateUser({ email: next });
    const { token } = await readEmail(site, next);
    const { data } = await ann.getUserIdentities();
    const own = data?.identities.find(({ provider }) => provider === 'email');
    expect(await call(ann, 'DELETE', `user/identities/${own?.identity_id}`)).toEqual({
      status: 200,
      code: null,
    });
    expect(await isDead(token)).toBe(true);
  });
});
