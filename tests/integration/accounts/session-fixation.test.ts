// Session fixation: tokens that an attacker obtained with only the password gain nothing from what the owner
// later proves in a browser that adopted them.
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { connect } from '../../support/accounts/auth-client';
import { setUpApp, totpCodeOf } from '../../support/accounts/authenticator-app';
import { answerTo, SoftwareCredential, SoftwarePasskey } from '../../support/accounts/software-passkey';
import { addAccount, changeDuring, emptyAccounts, PASSWORD } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit } from '../../support/visitor';

const email = 'boss@example.com';
const HOME = 'https://magazine.test';
const KEY = { apikey: 'local-public-key' };
const { it, site } = siteTest();

beforeEach(async () => {
  await emptyAccounts(site.db);
  await addAccount(site.db, { email, role: 'admin' });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** The tokens an attacker gets with the password: an access and a refresh token, both aal1. */
async function signInByApi() {
  const client = connect(site);
  const { data, error } = await client.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return {
    client,
    pair: { access_token: data.session.access_token, refresh_token: data.session.refresh_token },
  };
}

type Pair = Awaited<ReturnType<typeof signInByApi>>['pair'];

/** Calls the authentication API with an access token. */
async function call(token: string, path: string, method = 'GET', body?: object) {
  const answer = await site.get(`/auth/v1/${path}`, {
    method,
    headers: { ...KEY, authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as { error_code?: string; id?: string } };
}

const refresh = (refresh_token: string) =>
  call('x', 'token?grant_type=refresh_token', 'POST', { refresh_token });

/** The victim opens `/auth#access_token=…` and accepts every prompt. */
const adopt = (visitor: Visitor, pair: Pair, more: Record<string, string> = { confirmed: 'yes' }) =>
  visitor.post('/auth/session', { ...pair, type: 'signup', ...more });

async function setUpOwnApp(owner = visit(site)) {
  await owner.signIn(email);
  return setUpApp(owner);
}

async function setUpPasskey() {
  const passkey = new SoftwarePasskey(HOME);
  const { client } = await signInByApi();
  vi.stubGlobal('document', {});
  vi.stubGlobal('PublicKeyCredential', SoftwareCredential);
  vi.stubGlobal('window', { PublicKeyCredential: SoftwareCredential, location: new URL(HOME) });
  vi.stubGlobal('navigator', { credentials: passkey });
  const webauthn = { rpId: 'magazine.test', rpOrigins: [HOME] };
  const { error } = await client.mfa.webauthn.register({ friendlyName: 'Key', webauthn });
  vi.unstubAllGlobals();
  if (error) throw error;
  const { rows } = await site.db.query("select id from mfa_factors where name = 'Key'");
  return { factor: rows[0].id as string, passkey };
}

/** Presses the passkey button: requests options, signs, and posts the answer. */
async function showPasskey(visitor: Visitor, passkey: SoftwarePasskey) {
  const asked = await visitor.post('/auth/passkey', { step: 'second-factor', intent: 'ask' });
  const { options } = (await asked.json()) as { options: { challenge: string; rpId: string } };
  const answer = await answerTo(passkey, options);
  return visitor.post('/auth/passkey', { step: 'second-factor', intent: 'show', answer });
}

const WAYS = [
  {
    name: 'the code of an app',
    async prepare() {
      const { factor, key } = await setUpOwnApp();
      return {
        factor,
        show: (visitor: Visitor) => visitor.post('/auth/second-factor', { code: totpCodeOf(key, 1) }),
      };
    },
  },
  {
    name: 'a recovery code',
    async prepare() {
      const { factor, codes } = await setUpOwnApp();
      const fields = { recoveryCode: codes[0] ?? '' };
      return {
        factor,
        show: (visitor: Visitor) => visitor.post('/auth/second-factor?with=recovery', fields),
      };
    },
  },
  {
    name: 'a passkey',
    async prepare() {
      const { factor, passkey } = await setUpPasskey();
      return { factor, show: (visitor: Visitor) => showPasskey(visitor, passkey) };
    },
  },
];

describe.each(WAYS)('after the owner shows $name', ({ prepare }) => {
  it('rejects tokens that were planted in the browser before', async () => {
    const { factor, show } = await prepare();
    const { pair } = await signInByApi();
    const victim = visit(site);
    const taken = await adopt(victim, pair);
    expect([taken.status, taken.headers.get('location')]).toEqual([303, '/auth/second-factor']);
    expect((await show(victim)).status).toBeOneOf([200, 303]);
    expect((await victim.get('/admin/people')).status).toBe(200);

    const removed = await call(pair.access_token, `factors/${factor}`, 'DELETE');
    expect([removed.status, removed.body.error_code]).toEqual([401, 'session_not_found']);
    const changed = await call(pair.access_token, 'user', 'PUT', { password: 'the attacker chose this' });
    expect(changed.status).toBe(401);
    expect((await refresh(pair.refresh_token)).body.error_code).toBe('refresh_token_not_found');
    const attacker = visit(site);
    expect((await adopt(attacker, pair)).status).toBe(401);
    expect((await attacker.get('/admin/people')).status).toBe(302);
    expect((await site.db.query('select 1 from mfa_factors')).rowCount).toBe(1);
    expect((await victim.get('/admin/people')).status).toBe(200);
  });

  it('gives a copied earlier cookie no additional rights', async () => {
    const { show } = await prepare();
    const owner = visit(site);
    await owner.signIn(email);
    const copy = visit(site, owner);
    await show(owner);
    expect((await owner.get('/admin/people')).status).toBe(200);
    expect((await copy.get('/admin/people')).headers.get('location')).toMatch(/^\/auth\/second-factor/);
    await site.db.query("update sessions set revoked_at = revoked_at - interval '11 seconds'");
    expect((await copy.get('/admin/people')).headers.get('location')).toMatch(/^\/auth\?/);
    expect((await owner.get('/admin/people')).status).toBe(200);
  });
});

describe('a factor shown through the API', () => {
  it('opens a new session and rejects earlier tokens', async () => {
    const { key, factor } = await setUpOwnApp();
    const { client, pair } = await signInByApi();
    const shown = await client.mfa.challengeAndVerify({ factorId: factor, code: totpCodeOf(key, 1) });
    expect(shown.error).toBeNull();
    expect((await call(pair.access_token, 'user')).status).toBe(401);
    expect((await refresh(pair.refresh_token)).body.error_code).toBe('refresh_token_not_found');
    expect((await client.getUser()).error).toBeNull();
    const { data } = await client.refreshSession();
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
    expect((await call(data.session?.access_token ?? '', 'user')).status).toBe(200);
  });

  it('raises only its own session: a refresh keeps the assurance level', async () => {
    const { key, factor } = await setUpOwnApp();
    const [raised, other] = [await signInByApi(), await signInByApi()];
    const code = totpCodeOf(key, 1);
    expect((await raised.client.mfa.challengeAndVerify({ factorId: factor, code })).error).toBeNull();
    const levels = [];
    for (const { client } of [raised, other]) {
      expect((await client.refreshSession()).error).toBeNull();
      levels.push((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel);
      levels.push((await client.mfa.unenroll({ factorId: crypto.randomUUID() })).error?.code);
      levels.push((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'New' })).error?.code);
    }
    expect(levels).toEqual([
      'aal2',
      'mfa_factor_not_found',
      undefined,
      'aal1',
      'mfa_factor_not_found',
      'insufficient_aal',
    ]);
  });

  it('does not verify a challenge of another session', async () => {
    const { key, factor } = await setUpOwnApp();
    const { client, pair } = await signInByApi();
    const asked = await call(pair.access_token, `factors/${factor}/challenge`, 'POST', {});
    const shown = await client.mfa.challengeAndVerify({ factorId: factor, code: totpCodeOf(key, 1) });
    expect(shown.error).toBeNull();
    const body = { challenge_id: asked.body.id, code: totpCodeOf(key, 2) };
    expect((await call(pair.access_token, `factors/${factor}/verify`, 'POST', body)).status).toBe(401);
  });

  it('keeps the original expiry of the session', async () => {
    const { key, factor } = await setUpOwnApp();
    await site.db.query('delete from sessions');
    const { client } = await signInByApi();
    await site.db.query(
      "update sessions set created_at = now() - interval '29 days', expires_at = now() + interval '1 day'",
    );
    expect(
      (await client.mfa.challengeAndVerify({ factorId: factor, code: totpCodeOf(key, 1) })).error,
    ).toBeNull();
    const { rows } = await site.db.query(
      `select aal, revoked_at is null as live, expires_at < now() + interval '2 days' as soon,
        created_at < now() - interval '28 days' as old from sessions order by live`,
    );
    expect(rows).toEqual([
      { aal: 'aal1', live: false, soon: true, old: true },
      { aal: 'aal2', live: true, soon: true, old: true },
    ]);
  });
});

describe('reauthentication in a form', () => {
  const HERE = '/account/security';
  const letTimePass = () =>
    site.db.query(`update sessions set amr = '[{"method": "password", "timestamp": 1}]'`);

  it.each([
    ['the password', async () => ({ proofPassword: PASSWORD })],
    [
      'a code',
      async (owner: Visitor) => {
        const { key } = await setUpOwnApp(owner);
        await site.db.query('update users set password_hash = null');
        return { proofCode: totpCodeOf(key, 1) };
      },
    ],
  ] as const)('with %s applies to this browser only', async (_, prepare) => {
    const owner = visit(site);
    await owner.signIn(email);
    const proof = await prepare(owner);
    await letTimePass();
    const copy = visit(site, owner);
    expect((await owner.post(HERE, { intent: 'begin-app', name: 'Mine', ...proof })).status).toBe(303);
    const stolen = await copy.post(HERE, { intent: 'begin-app', name: 'Theirs' });
    expect(stolen.status).toBe(422);
    expect(await stolen.text()).toContain('confirm your identity');
    expect((await site.db.query("select 1 from mfa_factors where name = 'Theirs'")).rowCount).toBe(0);
    expect((await owner.post(HERE, { intent: 'begin-app', name: 'Another' })).status).toBe(303);
  });

  it('rejects earlier tokens instead of confirming them', async () => {
    const { pair } = await signInByApi();
    const owner = visit(site);
    await adopt(owner, pair);
    await letTimePass();
    expect((await call(pair.access_token, 'user')).status).toBe(401);
    const asked = await owner.post(HERE, { intent: 'begin-app', name: 'x', proofPassword: PASSWORD });
    expect(asked.status).toBe(303);
    expect((await call(pair.access_token, 'user')).status).toBe(401);
    expect((await refresh(pair.refresh_token)).status).toBe(400);
  });
});

describe('tokens in the hash of an address', () => {
  const question = async (visitor: Visitor, pair: Pair) => {
    const asked = await adopt(visitor, pair, {});
    return [asked.status, await asked.json()];
  };

  it('require confirmation from visitors and before replacing any session', async () => {
    const { key } = await setUpOwnApp();
    const { pair } = await signInByApi();
    const owner = visit(site);
    await owner.signIn(email);
    await owner.post('/auth/second-factor', { code: totpCodeOf(key, 1) });
    expect(await question(owner, pair)).toEqual([
      409,
      expect.objectContaining({ question: { account: email, current: email, isSame: true } }),
    ]);
    expect((await owner.get('/admin/people')).status).toBe(200);
    const visitor = visit(site);
    expect(await question(visitor, pair)).toEqual([
      409,
      expect.objectContaining({ question: { account: email, current: null, isSame: false } }),
    ]);
    expect(visitor.cookies.has('__Host-session')).toBe(false);
    // Asking does not use up the tokens.
    expect((await call(pair.access_token, 'user')).status).toBe(200);
  });

  it('stop working once a browser has adopted them', async () => {
    const { pair } = await signInByApi();
    const visitor = visit(site);
    expect((await adopt(visitor, pair)).status).toBe(303);
    expect((await visitor.get('/admin/people')).status).toBe(200);
    expect((await call(pair.access_token, 'user')).status).toBe(401);
    expect((await refresh(pair.refresh_token)).body.error_code).toBe('refresh_token_not_found');
    expect((await adopt(visit(site), pair)).status).toBe(401);
    expect((await visitor.get('/admin/people')).status).toBe(200);
  });

  it('do not interrupt a change that was sent with them before', async () => {
    await site.db.query(
      "insert into identities (user_id, provider, provider_id) select id, 'acme', 'x' from users",
    );
    const { client, pair } = await signInByApi();
    const { data } = await client.getUserIdentities();
    const acme = data?.identities.find(({ provider }) => provider === 'acme');
    const waiting =
      'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))';
    const act = async () => {
      const adopting = adopt(visit(site), pair);
      while ((await site.db.query(waiting)).rowCount === 0) await new Promise(setImmediate);
      const path = `user/identities/${acme?.identity_id}`;
      return Promise.all([adopting, call(pair.access_token, path, 'DELETE')]);
    };
    const answers = await changeDuring(site.db, 'select 1 from sessions for no key update', act, 2);
    expect(answers.map(({ status }) => status)).toEqual([303, 200]);
    const { rows } = await site.db.query('select subject from outbox');
    expect(rows).toEqual([{ subject: expect.stringContaining('removed') }]);
  });

  it('are adopted once when several browsers open them simultaneously', async () => {
    const { pair } = await signInByApi();
    const visitors = Array.from({ length: 6 }, () => visit(site));
    const answers = await Promise.all(visitors.map((visitor) => adopt(visitor, pair)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401, 401, 401, 401, 401]);
    const live = await site.db.query('select 1 from sessions where revoked_at is null');
    expect(live.rowCount).toBe(1);
  });
});
