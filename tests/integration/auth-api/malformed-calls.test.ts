// Five thousand malformed calls: none opens a session and none causes a server error.
import { beforeAll, expect } from 'vitest';
import { connect, readEmail } from '../../support/accounts/auth-client';
import { draw } from '../../support/browser/draw';
import { addAccount, emptyAccounts, PASSWORD } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';

const CALLS = 5_000;
const CONCURRENCY = 25;
const ADDRESSES = 500;
const { it, site } = siteTest();
/** Credentials that were valid once. */
let spent: {
  access: string;
  refresh: string;
  digits: string;
  token: string;
  factorId: string;
  userId: string;
};

beforeAll(async () => {
  await emptyAccounts(site.db);
  const userId = await addAccount(site.db, { role: 'admin' });
  await addAccount(site.db, { email: 'bob@example.com' });
  const client = connect(site);
  await client.signInWithOtp({ email: 'ann@example.com' });
  const { digits, token } = await readEmail(site, 'ann@example.com');
  const { data } = await client.verifyOtp({ email: 'ann@example.com', token: digits, type: 'email' });
  const { data: factor } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  const session = data.session;
  await client.signOut();
  spent = {
    access: session?.access_token ?? '',
    refresh: session?.refresh_token ?? '',
    digits,
    token,
    factorId: factor?.id ?? '',
    userId,
  };
});

const PATHS = [
  'signup',
  'otp',
  'magiclink',
  'recover',
  'resend',
  'verify',
  'logout',
  'logout?scope=local',
  'user',
  'reauthenticate',
  'sso',
  'token',
  'token?grant_type=password',
  'token?grant_type=refresh_token',
  'token?grant_type=pkce',
  'token?grant_type=id_token',
  'token?grant_type=web3',
  'token?grant_type=__proto__',
  'authorize?provider=google',
  'callback?state=x&code=y',
  'user/identities/authorize?provider=google',
  'user/identities/ID',
  'factors',
  'factors/ID',
  'factors/ID/challenge',
  'factors/ID/verify',
  'admin/users',
  'admin/users/ID',
  'admin/generate_link',
  'invite',
  'admin/users/ID/factors',
  'verify?token=TOKEN&type=magiclink',
  'nowhere',
  '',
  '%00',
  'user/../admin/users',
];
const FIELDS = [
  'email',
  'password',
  'phone',
  'data',
  'type',
  'token',
  'token_hash',
  'refresh_token',
  'auth_code',
  'code_verifier',
  'code_challenge',
  'code_challenge_method',
  'provider',
  'id_token',
  'nonce',
  'chain',
  'message',
  'signature',
  'domain',
  'factor_type',
  'friendly_name',
  'challenge_id',
  'code',
  'webauthn',
  'user_metadata',
  'app_metadata',
  'ban_duration',
  'create_user',
];

function makeCall(number: number) {
  const { next, pick } = draw(number + 1);
  const altered = (text: string) => {
    const at = Math.floor(next() * Math.max(1, text.length));
    return text.slice(0, at) + pick(['A', 'z', '.', '', '\u0000', 'é']) + text.slice(at + 1);
  };
  const ids = [spent.factorId, spent.userId, crypto.randomUUID(), 'x', "1' or 1=1", '../..'];
  const values = () =>
    pick<unknown>([
      null,
      true,
      0,
      -1,
      1e308,
      '',
      'x',
      'ann@example.com',
      'bob@example.com',
      'a@b',
      '\u0000',
      '\ud800',
      'x'.repeat(3_000),
      [],
      {},
      [[]],
      { a: { b: {} } },
      { __proto__: null, constructor: 1 },
      spent.digits,
      spent.token,
      spent.refresh,
      spent.access,
      PASSWORD.slice(1),
      altered(spent.token),
      altered(spent.refresh),
      'signup',
      'recovery',
      'email',
      'magiclink',
      'email_change',
      'ethereum',
      'solana',
      'totp',
      'webauthn',
      's256',
      'google',
      spent.factorId,
      spent.userId,
      { credential_response: {} },
      '123456',
      '9'.repeat(56),
    ]);
  const body = Object.fromEntries(
    Array.from({ length: Math.floor(next() * 6) }, () => [pick(FIELDS), values()]),
  );
  const method = pick(['POST', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'GET']);
  const path = pick(PATHS)
    .replaceAll('ID', () => encodeURIComponent(pick(ids)))
    .replace('TOKEN', () => encodeURIComponent(altered(spent.token)));
  const text = pick([
    JSON.stringify(body),
    JSON.stringify(body),
    JSON.stringify(body),
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '['.repeat(5_000),
  ]);
  const headers: Record<string, string> = {
    'cf-connecting-ip': `10.8.${Math.floor(next() * ADDRESSES) >> 8}.${Math.floor(next() * 256)}`,
  };
  const key = pick(['local-public-key', 'local-public-key', 'local-public-key', 'wrong', '']);
  if (key) headers.apikey = key;
  const bearer = pick([
    '',
    spent.access,
    altered(spent.access).replace(/[^\x20-\x7e]/g, ''),
    'a.b.c',
    'null',
    `${spent.access}.x`,
  ]);
  if (bearer) headers.authorization = `Bearer ${bearer}`;
  const init: RequestInit = method === 'GET' ? { headers } : { method, headers, body: text };
  return { path: `/auth/v1/${path}`, init };
}

it('opens no session and causes no server error', async () => {
  const { rows: before } = await site.db.query('select count(*)::int as sessions from sessions');
  const statuses = new Map<number, number>();
  for (let from = 0; from < CALLS; from += CONCURRENCY) {
    const calls = Array.from({ length: CONCURRENCY }, (_, at) => makeCall(from + at));
    await Promise.all(
      calls.map(async ({ path, init }) => {
        const answer = await site.get(path, init);
        const body = await answer.text();
        const about = `${init.method ?? 'GET'} ${path} ${String(init.body).slice(0, 300)}: ${answer.status} ${body.slice(0, 300)}`;
        expect(answer.status, about).toBeLessThan(500);
        expect(body, about).not.toContain('access_token');
        expect(answer.headers.get('location') ?? '', about).not.toMatch(/access_token|[?&]code=/);
        expect(answer.headers.getSetCookie(), about).toEqual([]);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      }),
    );
  }
  const { rows: after } = await site.db.query('select count(*)::int as sessions from sessions');
  expect(after).toEqual(before);
  // The calls reached the handlers and were rejected there, not only by the key check.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([400, 401, 403, 404, 405]));
}, 240_000);
