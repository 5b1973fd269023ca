// Wrong passwords and codes never lock the owner out of an account, and allow no additional guesses.
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { signIn } from '~/features/accounts/sign-in/sign-in.server';
import { TooManyError } from '~/lib/errors';
import { connect, countEmails, readEmail } from '../../support/accounts/auth-client';
import { productContext } from '../../support/accounts/product-context';
import { addAccount, emptyAccounts, PASSWORD } from '../../support/factory';
import { gate } from '../../support/gate';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit } from '../../support/visitor';

const email = 'ann@example.com';
const HOME = '203.0.113.7';
const SAME_NETWORK = '203.0.113.200';
const ATTACKER = '198.51.100.66';
const ELSEWHERE = '192.0.2.9';
const TOO_MANY = 'Too many requests. Please wait a few minutes before trying again.';
const { it, site } = siteTest();

beforeEach(async () => {
  await emptyAccounts(site.db);
  await addAccount(site.db);
});

const from = (address: string, copyOf?: Visitor) => visit(site, copyOf, address);
const askReset = (visitor: Visitor, to = email) =>
  visitor.post('/auth?panel=forgot', { intent: 'forgot', email: to });

/** Signs in at home, so that this browser and its network are known, then signs out. */
async function ownerAtHome(): Promise<Visitor> {
  const owner = from(HOME);
  expect((await owner.signIn()).status).toBe(303);
  await owner.post('/auth/sign-out', {});
  expect((await owner.get('/account')).status).toBe(302);
  return owner;
}

/** Uses up the attempts of unknown networks: ten wrong passwords and five recovery emails. */
async function flood(address = ATTACKER): Promise<void> {
  for (let i = 0; i < 10; i += 1) await from(address).signIn(email, `wrong password ${i}`);
  for (let i = 0; i < 5; i += 1) await askReset(from(address));
}

const statusOf = async (answer: Promise<Response>) => (await answer).status;

describe('while an attacker floods an account from one address', () => {
  it('lets the owner sign in and recover from a network they signed in from before', async () => {
    await ownerAtHome();
    await flood();
    const withoutCookies = from(SAME_NETWORK);
    expect((await withoutCookies.signIn()).status).toBe(303);
    expect((await withoutCookies.get('/account')).status).toBe(200);
    const mails = await countEmails(site, email);
    await askReset(from(SAME_NETWORK));
    expect(await countEmails(site, email)).toBe(mails + 1);
    const { token } = await readEmail(site, email);
    expect((await from(SAME_NETWORK).post('/auth/confirm', { token })).status).toBe(303);
  });

  it('lets the owner sign in and recover from any network with a browser they used before', async () => {
    const owner = await ownerAtHome();
    await flood();
    const traveling = from(ELSEWHERE, owner);
    expect((await traveling.signIn()).status).toBe(303);
    const mails = await countEmails(site, email);
    expect((await askReset(traveling)).headers.get('location')).toBe('/auth');
    expect(await countEmails(site, email)).toBe(mails + 1);
  });

  it('lets a known browser sign in while its own network is flooded', async () => {
    const owner = await ownerAtHome();
    await flood(HOME);
    await site.db.query("update auth_throttle set tries = 100 where key like '%:address:%'");
    expect((await from(HOME, owner).signIn()).status).toBe(303);
    expect((await from(SAME_NETWORK).signIn()).status).toBe(429);
  });

  it('rejects an unknown network even with the right password', async () => {
    await ownerAtHome();
    await flood();
    for (const address of [ATTACKER, ELSEWHERE]) {
      const refused = await from(address).signIn();
      expect(refused.status).toBe(429);
      expect(await refused.text()).toContain(TOO_MANY);
      expect((await askReset(from(address))).status).toBe(429);
      const { error } = await connect(site, { address }).signInWithPassword({ email, password: PASSWORD });
      expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
    }
  });

  it('lets clients of the authentication API sign in and recover from a known network', async () => {
    await connect(site, { address: HOME }).signInWithPassword({ email, password: PASSWORD });
    await flood();
    const owner = connect(site, { address: SAME_NETWORK });
    expect((await owner.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    const mails = await countEmails(site, email);
    await owner.resetPasswordForEmail(email);
    await owner.signInWithOtp({ email });
    // Only one of the two: a known network is allowed one extra email per hour.
    expect(await countEmails(site, email)).toBe(mails + 1);
  });

  it('accepts the six digits of an email only from a known network', async () => {
    await ownerAtHome();
    await connect(site, { address: HOME }).signInWithOtp({ email });
    const { digits: token } = await readEmail(site, email);
    const wrong = token === '000000' ? '000001' : '000000';
    const attacker = connect(site, { address: ATTACKER });
    for (let i = 0; i < 10; i += 1) await attacker.verifyOtp({ email, token: wrong, type: 'email' });
    const verify = (address: string, digits: string) =>
      connect(site, { address }).verifyOtp({ email, token: digits, type: 'email' });
    expect((await verify(ELSEWHERE, token)).error).toMatchObject({ status: 429 });
    expect((await verify(SAME_NETWORK, wrong)).error).toMatchObject({ status: 429 });
    expect((await verify(SAME_NETWORK, token)).error).toBeNull();
  });

  it('sends a signed-in owner the emails they request', async () => {
    const owner = connect(site, { address: ELSEWHERE });
    await owner.signInWithPassword({ email, password: PASSWORD });
    await site.db.query('update sessions set known_network = null');
    await flood();
    expect((await owner.reauthenticate()).error).toBeNull();
    expect((await readEmail(site, email)).digits).not.toBe('');
  });
});

describe('one caller', () => {
  const checks = async () => {
    const { rows } = await site.db.query(
      "select tries from auth_throttle where key = 'password-check:address:' || $1",
      [ATTACKER],
    );
    return rows[0]?.tries ?? 0;
  };

  it('is refused after 600 password checks in 15 minutes, right or wrong, while a known browser is not', async () => {
    const owner = await ownerAtHome();
    await from(ELSEWHERE).post('/auth?panel=sign-up', {
      intent: 'sign-up',
      fullName: 'Bob Reader',
      email: 'bob@example.com',
      password: PASSWORD,
    });
    for (const [count, to] of [email, 'bob@example.com', 'who@example.com'].entries()) {
      await from(ATTACKER).signIn(to);
      expect(await checks()).toBe(count + 1);
    }
    await site.db.query("update auth_throttle set tries = 599 where key like 'password-check:%'");
    expect(await statusOf(from(ATTACKER).signIn())).toBe(303);
    const refused = await from(ATTACKER).signIn();
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await statusOf(from(ATTACKER).signIn('bob@example.com'))).toBe(429);
    const { error } = await connect(site, { address: ATTACKER }).signInWithPassword({
      email,
      password: PASSWORD,
    });
    expect(error).toMatchObject({ status: 429 });
    expect(await statusOf(from(ATTACKER, owner).signIn())).toBe(303);
    expect(await statusOf(from(ELSEWHERE).signIn())).toBe(303);
  });

  it('is refused after 100 checks of the password of a signed-in account, which no one else can use up', async () => {
    const ann = from(ATTACKER);
    await ann.signIn();
    const change = () =>
      ann.post('/account', { intent: 'password', currentPassword: PASSWORD, password: '12345678' });
    await site.db.query("update auth_throttle set tries = 600 where key like 'password-check:address:%'");
    expect(await statusOf(change())).not.toBe(429);
    await site.db.query("update auth_throttle set tries = 100 where key like 'password-check:user:%'");
    expect(await statusOf(change())).toBe(429);
  });

  it('does not count refused attempts of an account for others at the same address', async () => {
    const ann = from(ATTACKER);
    await ann.signIn();
    const change = () =>
      ann.post('/account', {
        intent: 'password',
        currentPassword: 'not that one',
        password: 'tulip garden wall',
      });
    for (let i = 0; i < 15; i += 1) await change();
    const { rows } = await site.db.query("select tries from auth_throttle where key like 'digits:address:%'");
    expect(rows).toEqual([{ tries: 10 }]);
  });
});

describe('parallel attempts', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('count before any password is checked, so that the right one among 30 guesses is refused', async () => {
    const app = productContext(site);
    const [guessed, allGuessed] = gate();
    const [settled, release] = gate();
    let held = 0;
    const passwords = {
      ...app.passwords,
      verify: async (password: string) => password === PASSWORD,
      hash: async (password: string) => {
        if (password !== PASSWORD) {
          held += 1;
          if (held === 30) allGuessed();
          await settled;
        }
        return 'the hash of no sign-up';
      },
    };
    const ctx = { ...app, passwords };
    const guesses = Array.from({ length: 30 }, (_, n) => signIn(ctx, { email, password: `guess ${n}` }));
    await guessed;
    const late = signIn(ctx, { email, password: PASSWORD }).finally(release);
    const [outcome] = await Promise.allSettled([late, ...guesses]);
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(TooManyError) });
    expect((await site.db.query('select 1 from sessions')).rowCount).toBe(0);
    const failed = "select 1 from audit_log where event = 'sign_in_failed'";
    expect((await site.db.query(failed)).rowCount).toBe(10);
  });
});

it('counts wrong passwords only, and no attempt that is refused before the password is checked', async () => {
  const tries = async () =>
    (await site.db.query("select sum(tries)::int as sum from auth_throttle where key like 'sign-in:%'"))
      .rows[0].sum;
  await connect(site).signUp({ email: 'bob@example.com', password: PASSWORD });
  expect(await statusOf(from(ELSEWHERE).signIn())).toBe(303);
  expect(await (await from(ELSEWHERE).signIn('bob@example.com')).text()).toContain('Email not confirmed');
  await addAccount(site.db, { email: 'eve@example.com' });
  await site.db.query(
    "delete from profiles where user_id = (select id from users where email = 'eve@example.com')",
  );
  expect(await statusOf(from(ELSEWHERE).signIn('eve@example.com'))).toBe(503);
  expect(await tries()).toBe(0);
  expect(await statusOf(from(ATTACKER).signIn(email, 'a guess'))).toBe(422);
  expect(await tries()).toBe(3);
  await site.db.query("update auth_throttle set tries = 100 where key like 'sign-in:address:%'");
  const before = await tries();
  for (const to of [email, 'bob@example.com'])
    expect(await statusOf(from(ATTACKER).signIn(to, 'a guess'))).toBe(429);
  expect(await tries()).toBe(before);
});

describe('a known browser or network', () => {
  it('allows ten wrong passwords of its own in 15 minutes', async () => {
    const owner = await ownerAtHome();
    await flood();
    const thief = from(ELSEWHERE, owner);
    for (let i = 0; i < 10; i += 1) expect(await statusOf(thief.signIn(email, `guess ${i}`))).toBe(422);
    expect(await statusOf(thief.signIn())).toBe(429);
    // Refused before the password is checked, which would be counted.
    const tries = async () => (await site.db.query('select key, tries from auth_throttle order by key')).rows;
    const before = await tries();
    expect(await statusOf(thief.signIn())).toBe(429);
    expect(await tries()).toEqual(before);
    // The owner's network has its own attempts, and all attempts return after 15 minutes.
    expect(await statusOf(from(HOME).signIn())).toBe(303);
    for (let i = 0; i < 10; i += 1) await from(SAME_NETWORK).signIn(email, `guess ${i}`);
    expect(await statusOf(from(HOME).signIn())).toBe(429);
    await site.db.query("update auth_throttle set ends_at = now() - interval '1 second'");
    expect(await statusOf(from(ELSEWHERE, owner).signIn())).toBe(303);
  });

  it('is known for one account only', async () => {
    await addAccount(site.db, { email: 'bob@example.com' });
    const bob = from(ELSEWHERE);
    await bob.signIn('bob@example.com');
    await flood();
    expect(await statusOf(bob.signIn())).toBe(429);
  });

  it.each([
    [
      'a password sign-in whose second factor is still due',
      "insert into mfa_factors (user_id, type, status) select id, 'totp', 'verified' from users",
    ],
    ['a sign-in more than 90 days ago', "update sessions set last_seen_at = now() - interval '91 days'"],
  ])('does not become known by %s', async (_, change) => {
    const owner = await ownerAtHome();
    await site.db.query(change);
    await flood();
    expect(await statusOf(from(HOME).signIn())).toBe(429);
    expect(await statusOf(from(ELSEWHERE, owner).signIn())).toBe(429);
  });

  it('is forgotten after a password change, except where the password was changed', async () => {
    const thief = from(ELSEWHERE);
    await thief.signIn();
    const owner = from(HOME);
    await owner.signIn();
    const password = 'a new fine password';
    await owner.post('/account', { intent: 'password', currentPassword: PASSWORD, password });
    await flood();
    expect(await statusOf(thief.signIn(email, password))).toBe(429);
    expect(await statusOf(from(ELSEWHERE).signIn(email, password))).toBe(429);
    expect(await statusOf(from(HOME).signIn(email, password))).toBe(303);
    expect(await statusOf(from('192.0.2.200', owner).signIn(email, password))).toBe(303);
  });

  it('rejects a forged device cookie', async () => {
    const owner = await ownerAtHome();
    const name = '__Host-device';
    const deviceCookie = owner.cookies.get(name) ?? '';
    expect(deviceCookie).not.toBe('');
    await flood();
    for (const forged of [
      deviceCookie.slice(0, -4),
      `${deviceCookie}AAAA`,
      'x'.repeat(100),
      btoa(JSON.stringify([['a', 'b']])),
    ]) {
      const forger = from(ELSEWHERE);
      forger.cookies.set(name, forged);
      expect(await statusOf(forger.signIn())).toBe(429);
    }
  });

  it('sets a device cookie that scripts and other sites cannot read', async () => {
    const owner = from(HOME);
    const line = (await owner.signIn()).headers.getSetCookie().find((each) => each.includes('device='));
    expect(line).toMatch(/^__Host-device=[^;]+; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    expect(decodeURIComponent(line ?? '')).not.toMatch(/ann@|@example/);
  });
});

it('sends five recovery emails an hour to an account, from however many addresses they are requested', async () => {
  const statuses = async (to: string) => {
    const answers = Array.from({ length: 7 }, (_, caller) => askReset(from(`198.51.${caller}.1`), to));
    return (await Promise.all(answers)).map(({ status }) => status).sort();
  };
  const limited = [303, 303, 303, 303, 303, 429, 429];
  expect(await statuses(email)).toEqual(limited);
  expect(await statuses('who@example.com')).toEqual(limited);
  expect(await countEmails(site, email)).toBe(5);
});

describe('responses to an attacker', () => {
  /** Drops the parts that differ between any two responses. */
  async function readComparable(answer: Response) {
    const headers = [...answer.headers].filter(
      ([name]) =>
        !/^(date|x-request-id|server-timing|retry-after|set-cookie|content-security-policy)$/.test(name),
    );
    const body = (await answer.text())
      .replaceAll(/(ann|who)@example\.com/g, '')
      .replace(/<script[\s\S]*?<\/script>/g, '');
    const roundTrips = /desc="(\d+ round trips?)"/.exec(answer.headers.get('server-timing') ?? '')?.[1];
    return { status: answer.status, headers, body, roundTrips };
  }

  it('are the same for known and unknown addresses, and from a network known to the owner', async () => {
    await ownerAtHome();
    await flood();
    for (let i = 0; i < 10; i += 1) await from(ATTACKER).signIn('who@example.com', `wrong password ${i}`);
    for (let i = 0; i < 5; i += 1) await askReset(from(ATTACKER), 'who@example.com');
    const guesses: [string, string][] = [
      [SAME_NETWORK, email],
      [ELSEWHERE, email],
      [SAME_NETWORK, 'who@example.com'],
      [ELSEWHERE, 'who@example.com'],
    ];
    const [first, ...others] = await Promise.all(
      guesses.map(async ([address, to]) => [
        await readComparable(await from(address).signIn(to, 'another wrong one')),
        await readComparable(await askReset(from(address), to)),
      ]),
    );
    expect(first?.map(({ status }) => status)).toEqual([429, 429]);
    for (const other of others) expect(other).toEqual(first);
  });
});
