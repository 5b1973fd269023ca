// Attempts to take over another account.
import { beforeEach, describe, expect } from 'vitest';
import { connect, connectAdmin, countEmails, pressLink, readEmail } from '../../support/accounts/auth-client';
import { setUpApp } from '../../support/accounts/authenticator-app';
import { addAd } from '../../support/ads';
import { addAccount, changeDuring, emptyAccounts, PASSWORD } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';
import { newestLink, type Visitor, visit } from '../../support/visitor';

const HOME = 'https://magazine.test';
const email = 'ann@example.com';
/** Connections that wait for this one. */
const WAITING = 'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))';
const { it, site } = siteTest();

beforeEach(async () => {
  await emptyAccounts(site.db);
  await addAccount(site.db);
});

const pathOf = (address: string | null) => {
  const { pathname, search, hash } = new URL(address ?? '', HOME);
  return { path: pathname + search, hash };
};

it('never carries the tokens of an emailed link over to another site', async () => {
  await site.db.query('delete from ads');
  await addAd(site.db, { name: 'One', link: 'https://evil.example/', places: [['footer']] });
  const click = /href="(\/go\?[^"]+)/.exec(await site.text('/'))?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(click).not.toBe('');
  // Anyone can request a link for Ann and choose its target on this site.
  await connect(site).signInWithOtp({ email, options: { emailRedirectTo: HOME + click } });
  const { token } = await readEmail(site, email);
  const arrived = pathOf((await pressLink(site, `/auth/confirm?token=${token}`)).href);
  expect([arrived.path, arrived.hash]).toEqual([click, expect.stringContaining('access_token=')]);
  const away = await site.get(arrived.path);
  // A Location without # would inherit the previous hash.
  expect(away.headers.get('location')).toBe('https://evil.example/#');
});

it.each([
  [
    'a new password',
    async (id: string) => {
      const owner = visit(site);
      await owner.signIn();
      await owner.post('/account', {
        intent: 'password',
        currentPassword: PASSWORD,
        password: `${PASSWORD}2`,
      });
      return id;
    },
  ],
  ['a ban', (id: string) => connectAdmin(site).updateUserById(id, { ban_duration: '1h' })],
] as const)('invalidates an unexchanged code after %s', async (_, change) => {
  const thief = connect(site, { flowType: 'pkce' });
  await thief.signInWithOtp({ email, options: { emailRedirectTo: `${HOME}/welcome` } });
  const { token } = await readEmail(site, email);
  const code = (await pressLink(site, `/auth/confirm?token=${token}`)).searchParams.get('code') ?? '';
  expect(code).not.toBe('');
  const { rows } = await site.db.query('select id from users where email = $1', [email]);
  await change(rows[0].id);
  const { data, error } = await thief.exchangeCodeForSession(code);
  expect([data.session, error?.code]).toEqual([null, 'flow_state_not_found']);
});

it('rejects the old password when the new one is written during the sign-in', async () => {
  await site.db.query('begin');
  // At this lock, the sign-in has already verified the password.
  await site.db.query('lock table sessions in exclusive mode');
  const late = connect(site).signInWithPassword({ email, password: PASSWORD });
  while ((await site.db.query(WAITING)).rowCount === 0) await new Promise(setImmediate);
  await site.db.query("update users set password_hash = 'scrypt$16384$8$1$another$one'");
  await site.db.query('commit');
  expect((await late).error).toMatchObject({ code: 'invalid_credentials', status: 400 });
  expect((await site.db.query('select 1 from sessions')).rowCount).toBe(0);
});

describe('a change whose session ends while it is on its way', () => {
  const HERE = '/account/security';
  const LOCK = 'select 1 from users for no key update';
  const end = `with locked as (${LOCK}) update sessions set revoked_at = now() from locked`;
  let ann: Visitor;

  beforeEach(async () => {
    ann = visit(site);
    await ann.signIn();
  });

  const secrets = async () =>
    (
      await site.db.query(
        `select u.password_hash, (select count(*)::int from mfa_factors) as factors,
          (select array_agg(hash order by hash) from recovery_codes) as codes,
          (select count(*)::int from identities) as identities, (select count(*)::int from one_time_tokens) as links,
          (select count(*)::int from outbox) as emails,
          (select count(*)::int from audit_log) as entries from users u`,
      )
    ).rows;

  const password = 'a new fine tulip';
  it.each([
    ['password', '/account', { currentPassword: PASSWORD, password }],
    ['email', '/account', { email: 'new@example.com' }],
    ['begin-app', HERE, { name: 'Phone' }],
    ['', '/account/delete', { word: email }],
  ])('is refused: %s %s', async (intent, path, fields) => {
    const before = await secrets();
    const answer = await changeDuring(site.db, end, () => ann.post(path, { intent, ...fields }));
    expect(answer.status).toBe(401);
    expect(await secrets()).toEqual(before);
  });

  it.each(['remove', 'new-codes'])('is refused for an account with a factor: %s', async (intent) => {
    const { factor } = await setUpApp(ann);
    const before = await secrets();
    const answer = await changeDuring(site.db, end, () => ann.post(HERE, { intent, factor }));
    expect(answer.status).toBe(401);
    expect(await secrets()).toEqual(before);
  });

  it.each([
    ['remove', 'lock table audit_log in share mode', [303, 0, 0]],
    ['new-codes', 'select 1 from recovery_codes for update', [200, 1, 10]],
  ])('is completed if it has begun: %s', async (intent, lock, expected) => {
    const { factor } = await setUpApp(ann);
    await site.db.query('begin');
    await site.db.query(lock);
    const changing = ann.post(HERE, { intent, factor });
    while ((await site.db.query(WAITING)).rowCount === 0) await new Promise(setImmediate);
    // A sign-out that does not wait for locked sessions.
    await site.db.query(`update sessions set revoked_at = now()
      where id in (select id from sessions where revoked_at is null for no key update skip locked)`);
    await site.db.query('commit');
    const { status } = await changing;
    const [{ factors, codes }] = await secrets();
    expect([status, factors, codes?.length ?? 0]).toEqual(expected);
  });

  it('is refused with a password that was replaced after it was checked', async () => {
    const replaced = "update users set password_hash = 'scrypt$16384$8$1$another$one'";
    const fields = { intent: 'password', currentPassword: PASSWORD, password: 'a new fine tulip' };
    const answer = await changeDuring(site.db, replaced, () => ann.post('/account', fields));
    expect(answer.status).toBe(401);
    expect((await site.db.query('select password_hash from users')).rows).toEqual([
      { password_hash: 'scrypt$16384$8$1$another$one' },
    ]);
  });

  it('is refused in the API with a password that was replaced after it was checked', async () => {
    const replaced = "update users set password_hash = 'scrypt$16384$8$1$another$one'";
    const client = connect(site);
    await client.signInWithPassword({ email, password: PASSWORD });
    const fields = { password: 'a new fine tulip', current_password: PASSWORD };
    const { error } = await changeDuring(site.db, replaced, () => client.updateUser(fields as never));
    expect(error?.message).toBe('Auth session missing!');
    expect((await site.db.query('select password_hash from users')).rows).toEqual([
      { password_hash: 'scrypt$16384$8$1$another$one' },
    ]);
  });

  type Client = ReturnType<typeof connect>;
  const unlink = async (client: Client, wanted: string) => {
    const identities = (await client.getUserIdentities()).data?.identities ?? [];
    const identity = identities.find(({ provider }) => provider === wanted);
    if (!identity) throw new Error(`No identity of ${wanted}`);
    return () => client.unlinkIdentity(identity);
  };
  it.each<[string, (client: Client) => Promise<() => Promise<{ error: Error | null }>>]>([
    ['password', async (client) => () => client.updateUser({ password })],
    ['email address', async (client) => () => client.updateUser({ email: 'new@example.com' })],
    ['second factor', async (client) => () => client.mfa.enroll({ factorType: 'totp' })],
    ['provider', (client) => unlink(client, 'acme')],
    ['removed password', (client) => unlink(client, 'email')],
  ])('is refused in the API: %s', async (_, prepare) => {
    await site.db.query(
      "insert into identities (user_id, provider, provider_id) select id, 'acme', 'ann' from users",
    );
    const client = connect(site);
    await client.signInWithPassword({ email, password: PASSWORD });
    const act = await prepare(client);
    const before = await secrets();
    const { error } = await changeDuring(site.db, end, act);
    expect(error?.message).toBe('Auth session missing!');
    expect(await secrets()).toEqual(before);
  });
});

it('sends no confirmation again for an address change that was invalidated during the request', async () => {
  const thief = connect(site);
  await thief.signInWithPassword({ email, password: PASSWORD });
  const to = 'thief@example.com';
  expect((await thief.updateUser({ email: to })).error).toBeNull();
  const owner = `with locked as (select 1 from users for no key update)
    update one_time_tokens set spent_at = now() from locked`;
  const { error } = await changeDuring(site.db, owner, () => thief.resend({ type: 'email_change', email }));
  expect([error, await countEmails(site, to)]).toEqual([null, 1]);
  expect((await site.db.query('select 1 from one_time_tokens where spent_at is null')).rowCount).toBe(0);
});

it('opens one session per emailed link, in the API or on the pages', async () => {
  await connect(site).resetPasswordForEmail(email);
  const link = await newestLink(site);
  const token = new URL(link, HOME).searchParams.get('token') ?? '';
  const visitor = visit(site);
  expect((await visitor.post(link, { token })).status).toBe(303);
  const again = await connect(site).verifyOtp({ token_hash: token, type: 'recovery' });
  expect([again.data.session, again.error?.code]).toEqual([null, 'otp_expired']);
  const followed = await site.get(`/auth/v1/verify?token=${token}`);
  expect(followed.headers.get('location')).toContain('error_code=otp_expired');
});

it.each([
  ['Ann\r\nBcc: all@evil.example\r\n\r\nBuy', 'Hello,'],
  ['Ann \u2028 \tReader', 'Hello Ann Reader,'],
  ['Win at https://evil.example', 'Hello,'],
  ['evil.example has news', 'Hello,'],
  ['J.R.R. Tolkien Ph.D.', 'Hello J.R.R. Tolkien Ph.D.,'],
  ['x'.repeat(80), 'Hello,'],
])('keeps text of a stranger out of emails: %j', async (full_name, greeting) => {
  const to = 'new@example.com';
  await connect(site).signUp({ email: to, password: PASSWORD, options: { data: { full_name } } });
  const { rows } = await site.db.query('select text, html from outbox');
  expect(rows[0].text.split('\n')[0]).toBe(greeting);
  for (const body of [rows[0].text, rows[0].html]) expect(body).not.toContain('evil.example');
  expect((await site.db.query("select 1 from profiles where full_name ~ '[[:cntrl:]]'")).rowCount).toBe(0);
});
