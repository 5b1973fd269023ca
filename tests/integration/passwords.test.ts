// New passwords that a guesser tries first are refused wherever one is chosen, and stored hashes keep up with today's cost.
import { hashPassword } from 'db/seed/demo-accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { connect, connectAdmin, countMails } from '../support/auth-client';
import { type BreachApi, startBreachApi } from '../support/breach-api';
import { addAccount, emptyAccounts, PASSWORD } from '../support/factory';
import { textOf } from '../support/html';
import { type Site, startSite } from '../support/site';
import { newestLink, visit } from '../support/visitor';

const BREACHED = 'quite long, and breached';
const GOOD = 'four plums in a bowl';
const REFUSED = 'Password is known to be weak and easy to guess, please choose a different one.';
const email = 'jordan.pike@example.com';
let site: Site;
let breaches: BreachApi;

beforeAll(async () => {
  breaches = await startBreachApi([BREACHED]);
  const vars = { BREACHED_PASSWORDS_URL: breaches.url };
  site = await startSite({ databaseServer: inject('databaseServer'), vars });
});
beforeEach(async () => {
  await emptyAccounts(site.db);
  breaches.mode = 'answers';
  breaches.asked = [];
});
afterAll(async () => {
  await site.stop();
  await breaches.stop();
});

const GUESSABLE = [
  ['one of the most common ones', 'password123'],
  ['the same in capitals', 'PASSWORD123'],
  ['the last of ten thousand', 'olympia'],
  ['one character', 'zzzzzzzzzz'],
  ['what the site is about', 'LawFirm-2026!'],
  ['the person’s own address', 'Jordan.Pike99'],
  ['known from a breach', BREACHED],
] as const;

/** Each way to choose a password: what it answers, as the status and the reason. */
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
    'the link of a recovery mail',
    async (password) => {
      await addAccount(site.db, { email });
      const owner = visit(site);
      await owner.post('/auth?panel=forgot', { intent: 'forgot', email });
      const token = (await newestLink(site)).split('token=')[1] ?? '';
      await owner.post('/auth/confirm', { token });
      return post(owner, '/auth?reset=true', { intent: 'new-password', password });
    },
  ],
  ['signing up by the API', async (password) => reasonOf(await connect(site).signUp({ email, password }))],
  [
    'changing an account by the API',
    async (password) => {
      await addAccount(site.db, { email });
      const client = connect(site);
      await client.signInWithPassword({ email, password: PASSWORD });
      return reasonOf(await client.updateUser({ password }));
    },
  ],
  [
    'making an account by the service key',
    async (password) => reasonOf(await connectAdmin(site).createUser({ email, password })),
  ],
  [
    'changing an account by the service key',
    async (password) => {
      const id = await addAccount(site.db, { email });
      return reasonOf(await connectAdmin(site).updateUserById(id, { password }));
    },
  ],
  [
    'a sign-up link by the service key',
    async (password) => reasonOf(await connectAdmin(site).generateLink({ type: 'signup', email, password })),
  ],
];

const signUpForm = (password: string) => ({ intent: 'sign-up', fullName: 'Jordan Pike', email, password });

async function post(visitor: ReturnType<typeof visit>, path: string, fields: Record<string, string>) {
  const answer = await visitor.post(path, fields);
  return { status: answer.status, reason: textOf(await answer.text()).includes(REFUSED) ? REFUSED : null };
}

function reasonOf({ error }: { error: { status?: number; code?: string; message: string } | null }) {
  const { status = 200, message = null } = error ?? {};
  const { reasons, code } = (error ?? {}) as { reasons?: string[]; code?: string };
  if (error) expect([code, reasons]).toEqual(['weak_password', ['pwned']]);
  return { status, reason: message };
}

describe.each(WAYS)('%s', (_, choose) => {
  it.each(GUESSABLE)('refuses %s', async (_, password) => {
    expect(await choose(password)).toEqual({ status: 422, reason: REFUSED });
  });

  it('takes a password that is hard to guess', async () => {
    const { status, reason } = await choose(GOOD);
    expect([status < 400, reason]).toEqual([true, null]);
  });
});

describe('the range API', () => {
  it('is told five digits of a hash that thousands of passwords share, and asked for padding', async () => {
    await post(visit(site), '/auth?tab=sign-up', signUpForm(BREACHED));
    expect(breaches.asked.map(({ url }) => url)).toEqual([expect.stringMatching(/^\/range\/[0-9A-F]{5}$/)]);
    expect(breaches.asked[0]?.headers).toMatchObject({ 'add-padding': 'true', 'user-agent': /Magazine/ });
  });

  it('is not asked about what the site refuses by itself', async () => {
    await post(visit(site), '/auth?tab=sign-up', signUpForm('password123'));
    expect(breaches.asked).toEqual([]);
  });

  it.each([
    'fails',
    'silent',
  ] as const)('keeps nobody from signing up when it %s, and the log tells', async (mode) => {
    breaches.mode = mode;
    expect((await post(visit(site), '/auth?tab=sign-up', signUpForm(BREACHED))).status).toBe(303);
    expect(await countMails(site, email)).toBe(1);
    const told = (await site.logLines()).filter(({ event }) => event === 'breach_check_failed').at(-1);
    expect(told?.reason).toMatch(mode === 'fails' ? /503/ : /timeout|timed out|abort/i);
    expect(JSON.stringify(told)).not.toContain(BREACHED);
  });
});

describe('a hash of a lower cost', () => {
  const hashOf = async () => (await site.db.query('select password_hash from users')).rows[0]?.password_hash;
  let old: string;

  beforeEach(async () => {
    await addAccount(site.db, { email });
    old = await hashPassword(PASSWORD, { N: 2 ** 8, r: 8, p: 1 });
    await site.db.query('update users set password_hash = $1', [old]);
  });

  it('is replaced at the next sign-in, and opens the account before and after', async () => {
    expect((await visit(site).signIn(email)).status).toBe(303);
    const renewed = await hashOf();
    expect(renewed).toMatch(/^scrypt\$1024\$8\$1\$/);
    expect((await visit(site).signIn(email)).status).toBe(303);
    expect(await hashOf()).toBe(renewed);
    expect((await visit(site).signIn(email, 'not this one')).status).toBe(422);
  });

  it('is replaced by a sign-in through the API too', async () => {
    const { error } = await connect(site).signInWithPassword({ email, password: PASSWORD });
    expect([error, await hashOf()]).toEqual([null, expect.stringMatching(/^scrypt\$1024\$/)]);
  });

  it('stays when a password is wrong', async () => {
    expect((await visit(site).signIn(email, 'not this one')).status).toBe(422);
    expect(await hashOf()).toBe(old);
  });

  it('lets several sign-ins at the same moment in', async () => {
    const answers = await Promise.all([0, 1, 2, 3, 4].map(() => visit(site).signIn(email)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
  });
});
