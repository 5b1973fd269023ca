// Guessable passwords are rejected in every form and API call, and stored hashes are upgraded to the current
// cost.
import { hashPassword } from 'db/seed/demo-accounts';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import { connect, connectAdmin, countEmails } from '../../support/accounts/auth-client';
import { type BreachApi, startBreachApi } from '../../support/accounts/breach-api';
import { addAccount, emptyAccounts, PASSWORD } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';
import { newestLink, visit } from '../../support/visitor';

const BREACHED = 'quite long, and breached';
const GOOD = 'four plums in a bowl';
const REFUSED = 'Password is known to be weak and easy to guess, please choose a different one.';
const email = 'jordan.pike@example.com';
let breaches: BreachApi;
const { it, site } = siteTest(async () => {
  breaches = await startBreachApi([BREACHED]);
  return { vars: { BREACHED_PASSWORDS_URL: breaches.url } };
});

beforeEach(async () => {
  await emptyAccounts(site.db);
  breaches.mode = 'answers';
  breaches.asked = [];
});
afterAll(async () => {
  await breaches.stop();
});

const GUESSABLE = [
  ['a very common password', 'password123'],
  ['a very common password in capitals', 'PASSWORD123'],
  ['the last of the ten thousand most common', 'olympia'],
  ['a repeated character', 'zzzzzzzzzz'],
  ['the topic of the site', 'LawFirm-2026!'],
  ['the person’s email address', 'Jordan.Pike99'],
  ['a breached password', BREACHED],
] as const;

/** Every way to choose a password, with the resulting status and reason. */
const WAYS: [string, (password: string) => Promise<{ status: number; reason: unknown }>][] = [
  ['the sign-up page', (password) => post(visit(site), '/auth?tab=sign-up', signUpForm(password))],
  [
    'the account page',
    async (password) => {
      await addAccount(site.db, { email });
      const owner = visit(site);
      await owner.signIn(email);
      return post(owner, '/account', { intent: 'password', currentPassword: PASSWORD, password });
    },
  ],
  [
    'the link in a recovery email',
    async (password) => {
      await addAccount(site.db, { email });
      const owner = visit(site);
      await owner.post('/auth?panel=forgot', { intent: 'forgot', email });
      const token = (await newestLink(site)).split('token=')[1] ?? '';
      await owner.post('/auth/confirm', { token });
      return post(owner, '/auth?reset=true', { intent: 'new-password', password });
    },
  ],
  ['sign-up through the API', async (password) => reasonOf(await connect(site).signUp({ email, password }))],
  [
    'account update through the API',
    async (password) => {
      await addAccount(site.db, { email });
      const client = connect(site);
      await client.signInWithPassword({ email, password: PASSWORD });
      return reasonOf(await client.updateUser({ password }));
    },
  ],
  [
    'account creation with the service key',
    async (password) => reasonOf(await connectAdmin(site).createUser({ email, password })),
  ],
  [
    'account update with the service key',
    async (password) => {
      const id = await addAccount(site.db, { email });
      return reasonOf(await connectAdmin(site).updateUserById(id, { password }));
    },
  ],
  [
    'a sign-up link from the service key',
    async (password) => reasonOf(await connectAdmin(site).generateLink({ type: 'signup', email, password })),
  ],
];

const signUpForm = (password: string) => ({ intent: 'sign-up', fullName: 'Jordan Pike', email, password });

async function post(visitor: ReturnType<typeof visit>, path: string, fields: Record<string, string>) {
  const answer = await visitor.post(path, fields);
  return {
    status: answer.status,
    reason: visibleTextOf(await answer.text()).includes(REFUSED) ? REFUSED : null,
  };
}

function reasonOf({
  error,
}: {
  error: { status?: number | undefined; code?: string | undefined; message: string } | null;
}) {
  const { status = 200, message = null } = error ?? {};
  const { reasons, code } = (error ?? {}) as { reasons?: string[]; code?: string };
  if (error) expect([code, reasons]).toEqual(['weak_password', ['pwned']]);
  return { status, reason: message };
}

describe.each(WAYS)('%s', (_, choose) => {
  it.each(GUESSABLE)('rejects %s', async (_, password) => {
    expect(await choose(password)).toEqual({ status: 422, reason: REFUSED });
  });

  it('accepts a password that is hard to guess', async () => {
    const { status, reason } = await choose(GOOD);
    expect([status < 400, reason]).toEqual([true, null]);
  });
});

describe('the breached-password range API', () => {
  it('receives only five hash digits, and a request for padding', async () => {
    await post(visit(site), '/auth?tab=sign-up', signUpForm(BREACHED));
    expect(breaches.asked.map(({ url }) => url)).toEqual([expect.stringMatching(/^\/range\/[0-9A-F]{5}$/)]);
    expect(breaches.asked[0]?.headers).toMatchObject({ 'add-padding': 'true', 'user-agent': /Magazine/ });
  });

  it('is not called for passwords that the site rejects itself', async () => {
    await post(visit(site), '/auth?tab=sign-up', signUpForm('password123'));
    expect(breaches.asked).toEqual([]);
  });

  it.each([
    'fails',
    'silent',
  ] as const)('does not block sign-ups when the API is in mode "%s", and logs the failure', async (mode) => {
    breaches.mode = mode;
    expect((await post(visit(site), '/auth?tab=sign-up', signUpForm(BREACHED))).status).toBe(303);
    expect(await countEmails(site, email)).toBe(1);
    const logged = (await site.logLines()).filter(({ event }) => event === 'breach_check_failed').at(-1);
    expect(logged?.reason).toMatch(mode === 'fails' ? /503/ : /timeout|timed out|abort/i);
    expect(JSON.stringify(logged)).not.toContain(BREACHED);
  });
});

describe('a hash with an outdated cost', () => {
  const hashOf = async () => (await site.db.query('select password_hash from users')).rows[0]?.password_hash;
  let old: string;

  beforeEach(async () => {
    await addAccount(site.db, { email });
    old = await hashPassword(PASSWORD, { N: 2 ** 8, r: 8, p: 1 });
    await site.db.query('update users set password_hash = $1', [old]);
  });

  it('is upgraded at the next sign-in and accepts the password before and after', async () => {
    expect((await visit(site).signIn(email)).status).toBe(303);
    const renewed = await hashOf();
    expect(renewed).toMatch(/^scrypt\$1024\$8\$1\$/);
    expect((await visit(site).signIn(email)).status).toBe(303);
    expect(await hashOf()).toBe(renewed);
    expect((await visit(site).signIn(email, 'not this one')).status).toBe(422);
  });

  it('is upgraded by a sign-in through the API', async () => {
    const { error } = await connect(site).signInWithPassword({ email, password: PASSWORD });
    expect([error, await hashOf()]).toEqual([null, expect.stringMatching(/^scrypt\$1024\$/)]);
  });

  it('stays unchanged after a wrong password', async () => {
    expect((await visit(site).signIn(email, 'not this one')).status).toBe(422);
    expect(await hashOf()).toBe(old);
  });

  it('accepts several simultaneous sign-ins', async () => {
    const answers = await Promise.all([0, 1, 2, 3, 4].map(() => visit(site).signIn(email)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
  });
});
