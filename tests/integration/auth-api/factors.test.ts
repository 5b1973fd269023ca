// Second factors through the published client.
import { beforeEach, expect } from 'vitest';
import { connect, connectAdmin } from '../../support/accounts/auth-client';
import { totpCodeOf } from '../../support/accounts/authenticator-app';
import { addAccount, changeDuring, emptyAccounts, PASSWORD } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';
import { visit } from '../../support/visitor';

const email = 'ann@example.com';
const { it, site } = siteTest();

beforeEach(async () => {
  await emptyAccounts(site.db);
  await addAccount(site.db);
});

async function signIn() {
  const client = connect(site);
  const { error } = await client.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

async function enrolled(name = 'Phone') {
  const client = await signIn();
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: name });
  if (error) throw error;
  const shown = await client.mfa.challengeAndVerify({
    factorId: data.id,
    code: totpCodeOf(data.totp.secret),
  });
  return { client, factorId: data.id, secret: data.totp.secret, qr: data.totp.qr_code, shown };
}

it('raises a session to aal2 with an authenticator app and ends other sessions', async () => {
  const other = await signIn();
  const { client, shown, qr } = await enrolled();
  expect(shown.error).toBeNull();
  expect(qr).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
  const level = await client.mfa.getAuthenticatorAssuranceLevel();
  expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
  expect((await client.getClaims()).data?.claims.amr).toMatchObject([
    { method: 'totp' },
    { method: 'password' },
  ]);
  expect((await client.getUser()).error).toBeNull();
  expect((await client.refreshSession()).error).toBeNull();
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
  expect((await other.getUser()).error?.message).toBe('Auth session missing!');
});

it('limits challenges per caller, because each one adds a row', async () => {
  const { client, factorId } = await enrolled();
  await site.db.query("update auth_throttle set tries = 200 where key like 'question:%'");
  const { error } = await client.mfa.challenge({ factorId });
  expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
  await site.db.query('delete from auth_throttle');
  await site.db.query(`insert into mfa_factors (user_id, type, name, status, credential, credential_id)
    select id, 'webauthn', 'Key', 'verified', '{"id": "k", "publicKey": "x", "counter": 0}', 'k' from users`);
  const ann = visit(site);
  await ann.signIn();
  const ask = () => ann.post('/auth/passkey', { step: 'second-factor', intent: 'ask' });
  expect((await ask()).status).toBe(200);
  await site.db.query("update auth_throttle set tries = 200 where key like 'question:%'");
  const challenges = async () => (await site.db.query('select 1 from mfa_challenges')).rowCount;
  const before = await challenges();
  const refused = await ask();
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(await challenges()).toBe(before);
});

it('is removed by two parallel calls, with one entry in the audit log', async () => {
  const { client, factorId } = await enrolled();
  const lock = 'select 1 from users for no key update';
  const remove = () => client.mfa.unenroll({ factorId });
  const answers = await changeDuring(site.db, lock, () => Promise.all([remove(), remove()]), 2);
  expect(answers.map(({ error }) => error)).toEqual([null, null]);
  expect((await remove()).error).toMatchObject({ code: 'mfa_factor_not_found' });
  expect((await site.db.query("select 1 from audit_log where event = 'factor_removed'")).rowCount).toBe(1);
  expect((await client.getUser()).error).toBeNull();
});

it('requires the factor before changes that protect the account', async () => {
  const { factorId, secret } = await enrolled();
  const client = await signIn();
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  });
  expect((await client.updateUser({ password: 'a new fine password' })).error).toMatchObject({
    code: 'insufficient_aal',
    status: 401,
  });
  expect((await client.mfa.unenroll({ factorId })).error).toMatchObject({ code: 'insufficient_aal' });
  expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine too' })).error).toMatchObject({
    code: 'insufficient_aal',
  });
  const { error } = await client.mfa.challengeAndVerify({ factorId, code: totpCodeOf(secret, 1) });
  expect(error).toBeNull();
  expect((await client.updateUser({ password: 'a new fine password' })).error).toBeNull();
  expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
  expect((await client.mfa.listFactors()).data?.all).toEqual([]);
});

it('accepts a code once, a challenge once, and neither from another account', async () => {
  const { factorId, secret } = await enrolled();
  const [first, second] = [await signIn(), await signIn()];
  const code = totpCodeOf(secret, 1);
  const asked = await first.mfa.challenge({ factorId });
  const challengeId = asked.data?.id ?? '';
  expect((await second.mfa.verify({ factorId, challengeId, code })).error).toMatchObject({
    code: 'mfa_challenge_expired',
  });
  const tries = await Promise.all(
    Array.from({ length: 5 }, () => first.mfa.verify({ factorId, challengeId, code })),
  );
  expect(tries.filter(({ error }) => !error)).toHaveLength(1);
  const replayed = await second.mfa.challengeAndVerify({ factorId, code });
  expect(replayed.error).toMatchObject({ code: 'mfa_verification_failed', status: 422 });
  await addAccount(site.db, { email: 'bob@example.com' });
  const bob = connect(site);
  await bob.signInWithPassword({ email: 'bob@example.com', password: PASSWORD });
  expect((await bob.mfa.challenge({ factorId })).error).toMatchObject({
    code: 'mfa_factor_not_found',
    status: 404,
  });
});

it('rejects a factor whose setup started earlier once another one is verified', async () => {
  const thief = await signIn();
  const begun = await thief.mfa.enroll({ factorType: 'totp', friendlyName: 'Quiet' });
  const passkey = await thief.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' });
  await enrolled();
  const again = await signIn();
  for (const factorId of [begun.data?.id ?? '', passkey.data?.id ?? '']) {
    const asked = await again.mfa.challenge({ factorId });
    expect(asked.error).toMatchObject({ code: 'insufficient_aal', status: 401 });
  }
  // An earlier challenge is rejected too.
  await site.db.query(
    `insert into mfa_challenges (id, factor_id, session_id, expires_at)
     select gen_random_uuid(), f.id, s.id, now() + interval '5 minutes'
     from mfa_factors f, sessions s where f.name = 'Quiet' and s.aal = 'aal1' and s.revoked_at is null`,
  );
  const { rows } = await site.db.query(
    'select id from mfa_challenges where spent_at is null and challenge is null',
  );
  const secret = begun.data && 'totp' in begun.data ? begun.data.totp.secret : '';
  const shown = await again.mfa.verify({
    factorId: begun.data?.id ?? '',
    challengeId: rows[0].id,
    code: totpCodeOf(secret),
  });
  expect(shown.error).toMatchObject({ code: 'insufficient_aal' });
  expect((await again.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal1');
});

it('shares the limit of guesses between two apps', async () => {
  const { client, factorId, secret } = await enrolled();
  const other = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' });
  if (other.error) throw other.error;
  const { id, totp } = other.data;
  await client.mfa.challengeAndVerify({ factorId: id, code: totpCodeOf(totp.secret) });
  const guesser = await signIn();
  for (let tried = 0; tried < 10; tried += 1)
    await guesser.mfa.challengeAndVerify({ factorId, code: totpCodeOf(secret, 500) });
  const right = await guesser.mfa.challengeAndVerify({ factorId: id, code: totpCodeOf(totp.secret, 1) });
  expect(right.error).toMatchObject({ status: 429 });
});

it('limits guesses of codes', async () => {
  const { factorId, secret } = await enrolled();
  const client = await signIn();
  const wrong = totpCodeOf(secret, 500);
  for (let tried = 0; tried < 10; tried += 1)
    expect((await client.mfa.challengeAndVerify({ factorId, code: wrong })).error?.code).toBe(
      'mfa_verification_failed',
    );
  expect((await client.mfa.challengeAndVerify({ factorId, code: totpCodeOf(secret) })).error).toMatchObject({
    status: 429,
  });
});

it('requires unique names per account, and lets the service key remove a factor', async () => {
  const { client, factorId } = await enrolled();
  const twice = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  expect(twice.error).toMatchObject({ code: 'mfa_factor_name_conflict' });
  const { data } = await client.getUser();
  const admin = connectAdmin(site);
  const userId = data.user?.id ?? '';
  expect((await admin.mfa.listFactors({ userId })).data?.factors).toMatchObject([
    { id: factorId, status: 'verified' },
  ]);
  expect((await admin.mfa.deleteFactor({ userId, id: factorId })).error).toBeNull();
  expect((await admin.mfa.listFactors({ userId })).data?.factors).toEqual([]);
});

it('uses standard WebAuthn options and rejects a made-up answer', async () => {
  const client = await signIn();
  const { data, error } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Laptop' });
  expect(error).toBeNull();
  const factorId = data?.id ?? '';
  const asked = await client.mfa.challenge({
    factorId,
    webauthn: { rpId: 'magazine.test', rpOrigins: ['https://magazine.test'] },
  });
  expect(asked.data).toMatchObject({
    type: 'webauthn',
    webauthn: { type: 'create', credential_options: { publicKey: { rp: { id: 'magazine.test' } } } },
  });
  const token = (await client.getSession()).data.session?.access_token;
  const made = await site.get(`/auth/v1/factors/${factorId}/verify`, {
    method: 'POST',
    headers: { apikey: 'local-public-key', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      challenge_id: asked.data?.id,
      webauthn: {
        type: 'create',
        credential_response: { id: 'x', rawId: 'x', type: 'public-key', response: {} },
      },
    }),
  });
  expect(made.status).toBe(422);
});

it('requires the code once on our own pages, and redirects before it', async () => {
  await site.db.query("update profiles set role = 'admin'");
  const { secret } = await enrolled();
  const visitor = visit(site);
  const answer = await visitor.signIn();
  expect(answer.headers.get('location')).toBe('/auth/second-factor?redirect=%2Fadmin');
  const admin = await visitor.get('/admin');
  expect([admin.status, admin.headers.get('location')]).toEqual([
    302,
    '/auth/second-factor?redirect=%2Fadmin',
  ]);
  expect(await (await visitor.get('/api/me')).json()).toEqual({ viewer: null });
  const page = await visitor.get('/auth/second-factor?redirect=%2Fadmin');
  expect(await page.text()).toContain('Enter your code');
  const wrong = await visitor.post('/auth/second-factor?redirect=%2Fadmin', {
    code: totpCodeOf(secret, 500),
  });
  expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('That code is wrong')]);
  const code = totpCodeOf(secret, 1);
  const right = await visitor.post('/auth/second-factor?redirect=%2Fadmin', {
    code: `${code.slice(0, 3)} ${code.slice(3)}`,
  });
  expect([right.status, right.headers.get('location')]).toEqual([303, '/admin']);
  expect((await visitor.get('/admin')).status).toBe(200);
  const second = visit(site);
  await second.signIn();
  expect((await second.post('/auth/second-factor', { code })).status).toBe(422);
});
