// Sign-in through external issuers and wallets, with the published client.
import { createHash, generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { Address, Hex, PersonalMessage, Secp256k1, Signature, Siwe } from 'ox';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import { connect, readEmail } from '../../support/accounts/auth-client';
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
const email = 'ann@example.com';
const ANN = { sub: 'ann-at-the-issuer', email, email_verified: true, name: 'Ann Outside' };
let issuer: Issuer;
let keyless: KeylessIssuer;
const { it, site } = siteTest(async () => {
  issuer = await startIssuer(`${HOME}/auth/v1/callback`);
  keyless = await startKeylessIssuer();
  const providers = [
    { id: 'acme', name: 'Acme', issuer: issuer.url, ...CLIENT, audiences: ['acme-app'] },
    { id: 'smith', name: 'Smith LLP', issuer: issuer.url, ...CLIENT, domains: ['smith.example'] },
    { id: 'gone', name: 'Gone', issuer: 'http://127.0.0.1:9', ...CLIENT },
    { id: 'keyless', name: 'Keyless', issuer: keyless.url, ...CLIENT },
  ];
  return { vars: { AUTH_PROVIDERS: JSON.stringify(providers) } };
});

beforeEach(async () => {
  await emptyAccounts(site.db);
  issuer.person = ANN;
});
afterAll(async () => {
  await issuer.stop();
  await keyless.stop();
});

const linkMails = async () =>
  (await site.db.query(`select "to", text from outbox where subject like 'Another way to sign in%'`)).rows;

async function identityOf(client: ReturnType<typeof connect>, provider: string) {
  const { data } = await client.getUserIdentities();
  const found = data?.identities.find((identity) => identity.provider === provider);
  if (!found) throw new Error(`${provider} is not linked`);
  return found;
}

async function throughAcme(client = connect(site, { flowType: 'pkce' })) {
  const { data } = await client.signInWithOAuth({
    provider: 'acme' as 'google',
    options: { redirectTo: `${HOME}/welcome`, skipBrowserRedirect: true },
  });
  const target = await followRedirects(site, data.url ?? '');
  return { client, target };
}

describe('a provider', () => {
  it('signs up a new person with a code that works once', async () => {
    const { client, target } = await throughAcme();
    expect([target.pathname, target.hash]).toEqual(['/welcome', '']);
    const code = target.searchParams.get('code') ?? '';
    const { data, error } = await client.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      user_metadata: { full_name: 'Ann Outside' },
      app_metadata: { provider: 'acme', providers: ['acme'] },
    });
    expect((await client.getClaims()).data?.claims.amr).toMatchObject([{ method: 'oauth' }]);
    const again = await throughAcme();
    const second = await again.client.exchangeCodeForSession(again.target.searchParams.get('code') ?? '');
    expect(second.data.user?.id).toBe(data.user?.id);
  });

  it('returns tokens to a page without a PKCE challenge', async () => {
    const { target } = await throughAcme(connect(site));
    expect(new URLSearchParams(target.hash.slice(1)).get('access_token')).toBeTruthy();
  });

  it('signs in to an account with the same address only if both sides verified it', async () => {
    const id = await addAccount(site.db);
    issuer.person = { ...ANN, email_verified: false };
    const unproven = await throughAcme();
    expect(unproven.target.searchParams.get('error_code')).toBe('email_address_not_authorized');
    issuer.person = ANN;
    const { client, target } = await throughAcme();
    const { data } = await client.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    expect(data.user?.id).toBe(id);
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'acme']);
    // The owner is notified once: later sign-ins are not new.
    await throughAcme();
    expect(await linkMails()).toEqual([
      {
        to: email,
        text: expect.stringContaining('You can now sign in to your Law Firm Academy account with Acme'),
      },
    ]);
  });

  it('takes over an account whose address was never verified', async () => {
    await addAccount(site.db, { verified: false });
    const { client, target } = await throughAcme();
    await client.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    const { error } = await connect(site).signInWithPassword({ email, password: PASSWORD });
    expect(error?.code).toBe('invalid_credentials');
  });

  it('is rejected unless it is configured', async () => {
    for (const provider of ['google', 'smith', '', 'constructor']) {
      const answer = await site.get(`/auth/v1/authorize?provider=${provider}`);
      const { error_code, msg } = (await answer.json()) as { error_code: string; msg: string };
      expect([answer.status, error_code]).toEqual([400, 'provider_disabled']);
      expect(msg).toContain('provider is not enabled');
    }
  });

  it('returns 502 when it does not respond', async () => {
    const answer = await site.get('/auth/v1/authorize?provider=gone');
    expect(answer.status).toBe(502);
  });

  it('limits flows per caller, because each one adds a row', async () => {
    const from = (address: string) => ({ headers: { 'cf-connecting-ip': address } });
    const depart = (address = '10.7.0.1') =>
      site.get('/auth/v1/authorize?provider=acme&redirect_to=/', from(address));
    expect((await depart()).status).toBe(303);
    await site.db.query("update auth_throttle set tries = 200 where key like 'depart:%'");
    const flows = async () => (await site.db.query('select 1 from auth_flows')).rowCount;
    const before = await flows();
    const refused = await depart();
    expect([refused.status, await refused.json()]).toEqual([
      429,
      expect.objectContaining({ error_code: 'over_request_rate_limit' }),
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const page = await site.get('/auth/provider/acme?redirect=/account', from('10.7.0.1'));
    expect([page.status, page.headers.get('location')]).toEqual([303, '/auth?redirect=%2Faccount']);
    const [notice = ''] = page.headers.getSetCookie().filter((line) => line.startsWith('__Host-notice='));
    const said = await site.text('/auth', { headers: { cookie: notice.split(';')[0] ?? '' } });
    expect(said).toContain('Too many requests. Please wait a few minutes before trying again.');
    expect(await flows()).toBe(before);
    expect((await depart('10.7.0.2')).status).toBe(303);
  });

  it('accepts each state once, and no made-up state', async () => {
    const forged = await followRedirects(site, '/auth/v1/callback?state=made-up&code=x'.replace(/^/, HOME));
    expect(forged.searchParams.get('error_code')).toBe('bad_oauth_state');
    const { data } = await connect(site).signInWithOAuth({
      provider: 'acme' as 'google',
      options: { skipBrowserRedirect: true },
    });
    const browser = visit(site);
    const away = await browser.get(new URL(data.url ?? '').pathname + new URL(data.url ?? '').search);
    const state = new URL(away.headers.get('location') ?? '').searchParams.get('state');
    const back = (query: string) =>
      followRedirects(site, `${HOME}/auth/v1/callback?state=${state}&${query}`, browser.cookies);
    const denied = await back('error=access_denied');
    expect(denied.searchParams.get('error_description')).toBe('access_denied');
    const replayed = await back('code=x');
    expect(replayed.searchParams.get('error_code')).toBe('bad_oauth_state');
  });

  it('is linked and unlinked, except as the last sign-in method', async () => {
    await addAccount(site.db);
    issuer.person = { sub: 'another', email: 'work@example.com', email_verified: true };
    const client = connect(site, { flowType: 'pkce' });
    await client.signInWithPassword({ email, password: PASSWORD });
    const { data, error } = await client.linkIdentity({
      provider: 'acme' as 'google',
      options: { skipBrowserRedirect: true, redirectTo: `${HOME}/welcome` },
    });
    expect(error).toBeNull();
    const target = await followRedirects(site, data?.url ?? '');
    const exchanged = await client.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    expect(exchanged.error).toBeNull();
    // The email goes to the account's own address, not to the provider's.
    expect(await linkMails()).toMatchObject([{ to: email }]);
    const { data: listed } = await client.getUserIdentities();
    expect(listed?.identities.map(({ provider }) => provider)).toEqual(['email', 'acme']);
    const acme = listed?.identities[1];
    if (!acme) throw new Error('not linked');
    const other = connect(site);
    await addAccount(site.db, { email: 'bob@example.com' });
    await other.signInWithPassword({ email: 'bob@example.com', password: PASSWORD });
    expect((await other.unlinkIdentity(acme)).error).toMatchObject({ code: 'identity_not_found' });
    // The exchange opened a session from a provider sign-in, and the account has a password.
    expect((await client.unlinkIdentity(acme)).error?.code).toBe('reauthentication_needed');
    await client.signInWithPassword({ email, password: PASSWORD });
    expect((await client.unlinkIdentity(acme)).error).toBeNull();
    const last = (await client.getUserIdentities()).data?.identities[0];
    if (!last) throw new Error('nothing left');
    expect((await client.unlinkIdentity(last)).error).toMatchObject({
      code: 'single_identity_not_deletable',
    });
  });

  it('ends sessions that were opened through it when it is unlinked', async () => {
    await addAccount(site.db);
    const byPassword = connect(site);
    await byPassword.signInWithPassword({ email, password: PASSWORD });
    const { client: byAcme, target } = await throughAcme();
    await byAcme.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    // This sign-in has not exchanged its code yet.
    const late = await throughAcme();
    const acme = await identityOf(byPassword, 'acme');
    expect((await byPassword.unlinkIdentity(acme)).error).toBeNull();
    expect((await byPassword.getUser()).error).toBeNull();
    expect((await byAcme.getUser()).error?.message).toBe('Auth session missing!');
    const code = late.target.searchParams.get('code') ?? '';
    expect((await late.client.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found');
    const { rows } = await site.db.query(
      `select "to", text from outbox where subject = 'A way to sign in was removed from your account'`,
    );
    expect(rows).toEqual([{ to: email, text: expect.stringContaining('no longer linked to Acme') }]);
  });

  it('remains after the password is removed, which ends password sessions', async () => {
    await addAccount(site.db);
    const byPassword = connect(site);
    await byPassword.signInWithPassword({ email, password: PASSWORD });
    const { client: byAcme, target } = await throughAcme();
    await byAcme.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    await byAcme.reauthenticate();
    const { digits: nonce } = await readEmail(site, email);
    const own = await identityOf(byAcme, 'email');
    const token = (await byAcme.getSession()).data.session?.access_token;
    const unlinked = await site.get(`/auth/v1/user/identities/${own.identity_id}`, {
      method: 'DELETE',
      headers: { apikey: 'local-public-key', authorization: `Bearer ${token}` },
      body: JSON.stringify({ nonce }),
    });
    expect(unlinked.status).toBe(200);
    expect((await byAcme.getUser()).error).toBeNull();
    expect((await byPassword.getUser()).error?.message).toBe('Auth session missing!');
    const again = await connect(site).signInWithPassword({ email, password: PASSWORD });
    expect(again.error?.code).toBe('invalid_credentials');
    const { rows } = await site.db.query(
      `select "to" from outbox where subject = 'Your password was removed'`,
    );
    expect(rows).toEqual([{ to: email }]);
  });
});

/** An Ethereum wallet with a new key. */
function newWallet() {
  const privateKey = Secp256k1.randomPrivateKey();
  const address = Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey }), { checksum: true });
  const sign = (message: Hex.Hex) =>
    Signature.toHex(Secp256k1.sign({ payload: PersonalMessage.getSignPayload(message), privateKey }));
  return {
    address,
    sign,
    signEthereum(changes: Partial<Siwe.Message> = {}) {
      const message = Siwe.createMessage({
        address,
        chainId: 1,
        domain: 'magazine.test',
        nonce: 'abcdefgh1234',
        uri: `${HOME}/`,
        version: '1',
        issuedAt: new Date(),
        ...changes,
      });
      return { message, signature: sign(Hex.fromString(message)) };
    },
  };
}

it('keeps one identity when two calls remove both simultaneously', async () => {
  const client = connect(site);
  const { data } = await client.signInWithWeb3({ chain: 'ethereum', ...newWallet().signEthereum() });
  await site.db.query(
    "insert into identities (user_id, provider, provider_id, data) values ($1, 'acme', 'ann', '{}')",
    [data.user?.id],
  );
  const { data: listed } = await client.getUserIdentities();
  const answers = await Promise.all(
    (listed?.identities ?? []).map((identity) => client.unlinkIdentity(identity)),
  );
  expect(answers.map(({ error }) => error?.code ?? null).sort()).toEqual([
    null,
    'single_identity_not_deletable',
  ]);
  expect((await site.db.query('select 1 from identities')).rowCount).toBe(1);
  const lines = await site.db.query("select 1 from audit_log where event = 'identity_unlinked'");
  expect(lines.rowCount).toBe(1);
});

describe('single sign-on', () => {
  it('sends people of a domain to their own issuer, which is trusted for that domain only', async () => {
    issuer.person = { sub: 'sue', email: 'sue@smith.example', name: 'Sue Smith' };
    const client = connect(site, { flowType: 'pkce' });
    const { data, error } = await client.signInWithSSO({ domain: 'smith.example' });
    expect(error).toBeNull();
    const target = await followRedirects(site, data?.url ?? '');
    const { data: session } = await client.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    expect(session.user).toMatchObject({
      email: 'sue@smith.example',
      app_metadata: { provider: 'sso:smith' },
    });
    issuer.person = { sub: 'mallory', email, email_verified: true };
    const other = await connect(site, { flowType: 'pkce' }).signInWithSSO({ domain: 'smith.example' });
    const refused = await followRedirects(site, other.data?.url ?? '');
    expect(refused.searchParams.get('error_code')).toBe('email_address_not_authorized');
    const unknownDomain = await connect(site).signInWithSSO({ domain: 'jones.example' });
    expect(unknownDomain.error).toMatchObject({ code: 'sso_provider_not_found', status: 404 });
  });
});

describe('an id token', () => {
  const by = (token: string, nonce?: string) =>
    connect(site).signInWithIdToken({ provider: 'acme', token, ...(nonce !== undefined && { nonce }) });

  it('signs in the person that the issuer names, for our clients', async () => {
    const nonce = 'a nonce of the page';
    const hashed = createHash('sha256').update(nonce).digest('hex');
    const { data, error } = await by(await issuer.signIdToken({ ...ANN, nonce: hashed }), nonce);
    expect([error, data.user?.email]).toEqual([null, email]);
    const app = await by(await issuer.signIdToken(ANN, { audience: 'acme-app' }));
    expect(app.data.user?.id).toBe(data.user?.id);
  });

  it('is linked to the signed-in account, with its second factor if it has one', async () => {
    await addAccount(site.db);
    const work = { sub: 'ann-at-work', email: 'work@example.com', email_verified: true };
    const client = connect(site);
    await client.signInWithPassword({ email, password: PASSWORD });
    await site.db.query(`insert into mfa_factors (user_id, type, name, status)
      select id, 'totp', 'Phone', 'verified' from users`);
    const link = async () =>
      client.linkIdentity({ provider: 'acme' as 'google', token: await issuer.signIdToken(work) });
    expect((await link()).error).toMatchObject({ code: 'insufficient_aal', status: 401 });
    expect((await site.db.query('select 1 from identities')).rowCount).toBe(0);
    await site.db.query('delete from mfa_factors');
    expect((await link()).error).toBeNull();
    const { data } = await client.getUserIdentities();
    expect(data?.identities.map(({ provider }) => provider)).toEqual(['email', 'acme']);
  });

  it.each([
    ['hangs up', null],
    ['fails', { status: 500, text: 'no' }],
    ['returns HTML', { status: 200, text: '<html></html>' }],
    ['returns invalid JSON', { status: 200, text: '{"keys": "none"}' }],
  ])('returns a retryable error while the issuer %s instead of sending keys', async (_, keys) => {
    keyless.keys = keys;
    const { error } = await connect(site).signInWithIdToken({
      provider: 'keyless',
      token: await issuer.signIdToken(ANN),
    });
    expect(error).toMatchObject({ name: 'AuthRetryableFetchError', status: 502 });
  });

  it('is rejected for another client, nonce or key, and after it expires', async () => {
    const other = await startIssuer(`${HOME}/auth/v1/callback`);
    const wrong = [
      await by(await issuer.signIdToken(ANN, { audience: 'someone-else' })),
      await by(await issuer.signIdToken(ANN, { expires: '-10m' })),
      await by(await issuer.signIdToken({ ...ANN, nonce: 'x' }), 'y'),
      await by(await issuer.signIdToken({ ...ANN, nonce: 'x' })),
      await by(await other.signIdToken(ANN)),
      await by('not.a.token'),
    ];
    await other.stop();
    expect(wrong.map(({ error }) => error?.code)).toEqual(Array(6).fill('bad_id_token'));
    const off = await connect(site).signInWithIdToken({ provider: 'google', token: 'x' });
    expect(off.error?.message).toContain('provider is not enabled');
  });
});

describe('a wallet', () => {
  const account = newWallet();
  const { signEthereum } = account;

  it('signs in once with an EIP-4361 message', async () => {
    const signed = signEthereum();
    const { data, error } = await connect(site).signInWithWeb3({ chain: 'ethereum', ...signed });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: '', app_metadata: { provider: 'web3' } });
    const replayed = await connect(site).signInWithWeb3({ chain: 'ethereum', ...signed });
    expect(replayed.error).toMatchObject({ code: 'web3_invalid_message' });
    const back = await connect(site).signInWithWeb3({
      chain: 'ethereum',
      ...signEthereum({ nonce: 'zyxwvuts9876' }),
    });
    expect(back.data.user?.id).toBe(data.user?.id);
    const page = await connect(site).getUser(back.data.session?.access_token);
    expect(page.error).toBeNull();
  });

  it.each([
    ['no options', {}],
    ['a statement', { statement: 'I accept the terms' }],
    ['a nonce from the page', { nonce: 'abcdefgh9876' }],
  ])('signs in with the message that the client creates: %s', async (_, {
    statement,
    nonce,
  }: MessageOptions) => {
    const asked: Record<string, (parameter: `0x${string}`) => unknown> = {
      eth_requestAccounts: () => [account.address],
      eth_chainId: () => '0x1',
      personal_sign: (raw) => account.sign(raw),
    };
    const wallet = {
      address: account.address,
      on: () => {},
      removeListener: () => {},
      request: async ({ method, params }: { method: string; params?: unknown[] }) =>
        asked[method]?.(params?.[0] as `0x${string}`),
    };
    const { data, error } = await connect(site).signInWithWeb3({
      chain: 'ethereum',
      wallet: wallet as never,
      ...(statement !== undefined && { statement }),
      options: { url: `${HOME}/members`, signInWithEthereum: nonce === undefined ? {} : { nonce } },
    });
    expect([error, data.user?.identities?.[0]?.provider]).toEqual([null, 'web3']);
  });

  it('is limited to 20 sign-ups an hour per caller, while known wallets sign in', async () => {
    const address = '10.7.0.9';
    const signIn = async (nonce: string) =>
      connect(site, { address }).signInWithWeb3({ chain: 'ethereum', ...signEthereum({ nonce }) });
    expect((await signIn('abcdefgh0001')).error).toBeNull();
    await site.db.query("update auth_throttle set tries = 20 where key like 'sign-up:%'");
    expect((await signIn('abcdefgh0002')).error).toBeNull();
    await site.db.query('delete from identities');
    expect((await signIn('abcdefgh0003')).error).toMatchObject({
      status: 429,
      code: 'over_request_rate_limit',
    });
    expect((await site.db.query('select 1 from identities')).rowCount).toBe(0);
  });

  it('is rejected for another site, an old message or another signer', async () => {
    const old = new Date(Date.now() - 11 * 60_000);
    const wrong = [
      signEthereum({ domain: 'evil.example' }),
      signEthereum({ uri: 'https://evil.example/' }),
      signEthereum({ issuedAt: old }),
      signEthereum({ expirationTime: old }),
      { ...signEthereum(), message: signEthereum({ nonce: 'otherother' }).message },
    ];
    for (const signed of wrong) {
      const { error } = await connect(site).signInWithWeb3({ chain: 'ethereum', ...signed });
      expect(error).toMatchObject({ code: 'web3_invalid_message', status: 400 });
    }
  });

  it('on Solana signs in with its own message format', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
    const message = [
      `magazine.test wants you to sign in with your Solana account:`,
      toBase58(raw),
      '',
      'Welcome to the magazine',
      '',
      `URI: ${HOME}/`,
      'Version: 1',
      `Issued At: ${new Date().toISOString()}`,
    ].join('\n');
    const signature = new Uint8Array(signBytes(null, Buffer.from(message), privateKey));
    const { data, error } = await connect(site).signInWithWeb3({ chain: 'solana', message, signature });
    expect(error).toBeNull();
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({
      chain: 'solana',
      address: toBase58(raw),
    });
    const altered = message.replace('Welcome', 'Goodbye');
    const forged = await connect(site).signInWithWeb3({ chain: 'solana', message: altered, signature });
    expect(forged.error).toMatchObject({ code: 'web3_invalid_message' });
  });
});

type MessageOptions = { statement?: string; nonce?: string };

function toBase58(bytes: Uint8Array): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; number > 0n; number /= 58n) text = alphabet[Number(number % 58n)] + text;
  // Each leading zero byte is a '1'.
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros) + text;
}
