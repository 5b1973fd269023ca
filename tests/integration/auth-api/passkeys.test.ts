// Passkeys as second factors through the published client (`mfa.webauthn`), with a software authenticator.
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { connect } from '../../support/accounts/auth-client';
import { SESSION_VARS, tokens } from '../../support/accounts/sessions';
import { answerTo, SoftwareCredential, SoftwarePasskey } from '../../support/accounts/software-passkey';
import { addAccount, emptyAccounts, PASSWORD } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';
import { visit } from '../../support/visitor';

const email = 'ann@example.com';
const HOME = 'https://magazine.test';
const webauthn = { rpId: 'magazine.test', rpOrigins: [HOME] };
const { it, site } = siteTest({ vars: SESSION_VARS });

beforeEach(async () => {
  await emptyAccounts(site.db);
  await addAccount(site.db);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function signIn() {
  const client = connect(site);
  const { error } = await client.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

/** Installs the browser APIs that the client uses. */
function stubBrowser(passkey: SoftwarePasskey) {
  vi.stubGlobal('document', {});
  vi.stubGlobal('PublicKeyCredential', SoftwareCredential);
  vi.stubGlobal('window', { PublicKeyCredential: SoftwareCredential, location: new URL(HOME) });
  vi.stubGlobal('navigator', { credentials: passkey });
}

async function register(client: Awaited<ReturnType<typeof signIn>>, passkey = new SoftwarePasskey(HOME)) {
  stubBrowser(passkey);
  const { data, error } = await client.mfa.webauthn.register({ friendlyName: 'Key', webauthn });
  vi.unstubAllGlobals();
  const { rows } = await site.db.query("select id from mfa_factors where name = 'Key'");
  return { passkey, data, error, factorId: rows[0]?.id as string };
}

async function authenticate(
  client: Awaited<ReturnType<typeof signIn>>,
  factorId: string,
  passkey: SoftwarePasskey,
) {
  stubBrowser(passkey);
  const { error } = await client.mfa.webauthn.authenticate({ factorId, webauthn });
  vi.unstubAllGlobals();
  return error as { code?: string; status?: number } | null;
}

const levelOf = async (client: Awaited<ReturnType<typeof signIn>>) =>
  (await client.mfa.getAuthenticatorAssuranceLevel()).data;

it('registers a passkey, raises its session to aal2, and ends sessions without it', async () => {
  const other = await signIn();
  const client = await signIn();
  const { error, data, factorId, passkey } = await register(client);
  expect(error).toBeNull();
  expect(data).toMatchObject({ token_type: 'bearer', user: { email, factors: [{ id: factorId }] } });
  expect(passkey.asked).toMatchObject({ rp: { id: 'magazine.test' }, user: { name: email } });
  expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
  expect((await client.getClaims()).data?.claims.amr).toMatchObject([
    { method: 'webauthn' },
    { method: 'password' },
  ]);
  expect((await client.mfa.listFactors()).data?.webauthn).toMatchObject([
    { id: factorId, friendly_name: 'Key', factor_type: 'webauthn', status: 'verified' },
  ]);
  expect((await other.getUser()).error?.message).toBe('Auth session missing!');
});

it('requires the passkey at the next sign-in and before removing it', async () => {
  const { factorId, passkey } = await register(await signIn());
  const client = await signIn();
  expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  expect((await client.mfa.unenroll({ factorId })).error).toMatchObject({ code: 'insufficient_aal' });
  expect((await client.updateUser({ password: 'another long one' })).error).toMatchObject({
    code: 'insufficient_aal',
  });
  expect(await authenticate(client, factorId, passkey)).toBeNull();
  expect(passkey.asked).toMatchObject({ rpId: 'magazine.test' });
  expect((await levelOf(client))?.currentLevel).toBe('aal2');
  expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
  expect((await site.db.query('select 1 from mfa_factors')).rowCount).toBe(0);
});

it('rejects another key, another origin and a copied key', async () => {
  const { factorId, passkey } = await register(await signIn());
  const client = await signIn();
  const otherKey = new SoftwarePasskey(HOME);
  expect(await authenticate(client, factorId, otherKey)).toMatchObject({ code: 'mfa_verification_failed' });
  // A phishing page requests the right key, but the browser reports its origin.
  passkey.origin = 'https://magazine.test.evil.example';
  expect(await authenticate(client, factorId, passkey)).toMatchObject({ code: 'mfa_verification_failed' });
  passkey.origin = HOME;
  // The counter of a copied key falls behind.
  await site.db.query("update mfa_factors set credential = jsonb_set(credential, '{counter}', '99')");
  expect(await authenticate(client, factorId, passkey)).toMatchObject({ code: 'mfa_verification_failed' });
  expect((await levelOf(client))?.currentLevel).toBe('aal1');
});

it('accepts an answer once, for the session that requested it', async () => {
  const { factorId, passkey } = await register(await signIn());
  const client = await signIn();
  const { data } = await client.mfa.challenge({ factorId, webauthn });
  if (data?.type !== 'webauthn' || data.webauthn.type !== 'request') throw new Error('not asked');
  const answer = await passkey.get(data.webauthn.credential_options as never);
  const show = (by: typeof client) =>
    by.mfa.verify({
      factorId,
      challengeId: data.id,
      webauthn: { ...webauthn, type: 'request', credential_response: answer as never },
    });
  const thief = await signIn();
  expect((await show(thief)).error).toMatchObject({ code: 'mfa_challenge_expired' });
  expect((await show(client)).error).toBeNull();
  expect((await show(client)).error).toMatchObject({ code: 'mfa_challenge_expired' });
  expect((await levelOf(thief))?.currentLevel).toBe('aal1');
});

describe('a passkey alone', () => {
  interface Options {
    rpId: string;
    challenge: string;
  }

  async function ask(): Promise<Options> {
    const asked = await visit(site).post('/auth/passkey', { step: 'sign-in', intent: 'ask' });
    return ((await asked.json()) as { options: Options }).options;
  }

  async function signInWith(answer: string): Promise<number> {
    const visitor = visit(site);
    const { status } = await visitor.post('/auth/passkey', { step: 'sign-in', intent: 'show', answer });
    expect(visitor.cookies.has('__Host-session')).toBe(status === 200);
    return status;
  }

  it('signs in once with each answer, also when it is sent several times simultaneously', async () => {
    const { passkey } = await register(await signIn());
    const answer = await answerTo(passkey, await ask());
    const statuses = await Promise.all([1, 2, 3, 4].map(() => signInWith(answer)));
    expect(statuses.sort()).toEqual([200, 422, 422, 422]);
    expect(await signInWith(answer)).toBe(422);
  });

  it('signs in within five minutes with a challenge of this site only', async () => {
    const { passkey } = await register(await signIn());
    const { rpId, challenge } = await ask();
    const now = Math.floor(Date.now() / 1000);
    const [, expires] = Buffer.from(challenge, 'base64url').toString().split('.');
    expect(Number(expires) - now).toBeLessThanOrEqual(300);
    const answerWith = (text: string, mark: string) =>
      answerTo(passkey, { rpId, challenge: Buffer.from(`${text}.${mark}`).toString('base64url') });
    const markOf = (text: string) => tokens.keyedHash(`passkey-question:${text}`);
    const [live, expired] = [`${tokens.random()}.${now + 60}`, `${tokens.random()}.${now - 1}`];
    expect(await signInWith(await answerWith(expired, await markOf(expired)))).toBe(422);
    expect(await signInWith(await answerWith(live, await markOf(expired)))).toBe(422);
    expect(await signInWith(await answerWith(live, await markOf(live)))).toBe(200);
  });
});
