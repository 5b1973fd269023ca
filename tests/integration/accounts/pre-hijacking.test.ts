// Account pre-hijacking: an attacker signs up with the owner's address first and waits for the owner to
// confirm it.
import { afterAll, beforeEach, describe, expect } from 'vitest';
import { connect, connectAdmin, pressLink, readEmail } from '../../support/accounts/auth-client';
import { CLIENT, type Issuer, startIssuer } from '../../support/accounts/issuer';
import { addAccount, emptyAccounts, PASSWORD } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';
import { newestLink, type Visitor, visit } from '../../support/visitor';

const HOME = 'https://magazine.test';
const email = 'ann@example.com';
const ATTACKER = 'chosen by the attacker';
const OWN = 'chosen by the owner';
const LATER = 'chosen after the confirmation';
let issuer: Issuer;
const { it, site } = siteTest(async () => {
  issuer = await startIssuer(`${HOME}/auth/v1/callback`);
  return {
    vars: {
      AUTH_PROVIDERS: JSON.stringify([{ id: 'acme', name: 'Acme', issuer: issuer.url, ...CLIENT }]),
    },
  };
});

beforeEach(() => emptyAccounts(site.db));
afterAll(async () => {
  await issuer.stop();
});

type Client = ReturnType<typeof connect>;
type Secrets = Awaited<ReturnType<typeof readEmail>>;

async function signUp(password: string, client = connect(site)): Promise<Secrets> {
  const options = { data: { full_name: password === OWN ? 'Ann Owner' : 'An Attacker' } };
  const { error } = await client.signUp({ email, password, options });
  if (error) throw error;
  return readEmail(site, email);
}
const attackerSignsUp = () => signUp(ATTACKER);

const trySignIn = async (password: string) => {
  const { data, error } = await connect(site).signInWithPassword({ email, password });
  return data.session ? 'signed in' : (error?.code ?? 'no error');
};

async function hasPassword(): Promise<boolean> {
  const { rows } = await site.db.query(
    'select password_hash is not null as has from users where email = $1',
    [email],
  );
  return rows[0]?.has ?? false;
}

/** How the owner gets in: `ask` sends the email, `enter` uses it and returns a signed-in client. */
interface Way {
  ask(): Promise<Secrets | null>;
  enter(secrets: Secrets | null): Promise<Client>;
  /** The password that works afterwards when no attacker signed up before the confirmation. */
  brings?: string;
}

async function verified(client: Client, params: Parameters<Client['verifyOtp']>[0]): Promise<Client> {
  const { error } = await client.verifyOtp(params);
  if (error) throw error;
  return client;
}

/** Opens the link of an email and reads the tokens from the address that it redirects to. */
async function follow({ token }: Secrets): Promise<Client> {
  const hash = new URLSearchParams((await pressLink(site, `/auth/confirm?token=${token}`)).hash.slice(1));
  const client = connect(site);
  const [access_token, refresh_token] = [hash.get('access_token') ?? '', hash.get('refresh_token') ?? ''];
  const { error } = await client.setSession({ access_token, refresh_token });
  if (error) throw error;
  return client;
}

const requireMail = (secrets: Secrets | null): Secrets => {
  if (!secrets?.token) throw new Error('No email was sent');
  return secrets;
};

async function askForOtp() {
  await connect(site).signInWithOtp({ email });
  return readEmail(site, email);
}

const ownerAddress = '10.200.0.1';
const WAYS: Record<string, Way> = {
  code: {
    ask: askForOtp,
    enter: (mail) => verified(connect(site), { email, token: requireMail(mail).digits, type: 'email' }),
  },
  'magic link': { ask: askForOtp, enter: (mail) => follow(requireMail(mail)) },
  recovery: {
    async ask() {
      await connect(site).resetPasswordForEmail(email);
      return readEmail(site, email);
    },
    enter: (mail) => verified(connect(site), { token_hash: requireMail(mail).token, type: 'recovery' }),
  },
  invite: {
    async ask() {
      const { error } = await connectAdmin(site).inviteUserByEmail(email);
      if (error) throw error;
      return readEmail(site, email);
    },
    enter: (mail) => verified(connect(site), { email, token: requireMail(mail).digits, type: 'invite' }),
  },
  provider: {
    ask: async () => null,
    async enter() {
      const client = connect(site);
      const token = await issuer.signIdToken({ sub: 'ann', email, email_verified: true, name: 'Ann Owner' });
      const { error } = await client.signInWithIdToken({ provider: 'acme', token });
      if (error) throw error;
      return client;
    },
  },
  resend: {
    async ask() {
      await connect(site).resend({ type: 'signup', email });
      return readEmail(site, email);
    },
    enter: (mail) => verified(connect(site), { email, token: requireMail(mail).digits, type: 'signup' }),
  },
  'resend after the owner’s sign-up': {
    async ask() {
      const client = connect(site, { address: ownerAddress });
      await signUp(OWN, client);
      await client.resend({ type: 'signup', email });
      return readEmail(site, email);
    },
    enter: (mail) => follow(requireMail(mail)),
    brings: OWN,
  },
  'sign-up': {
    ask: () => signUp(OWN),
    enter: (mail) => verified(connect(site), { email, token: requireMail(mail).digits, type: 'signup' }),
    brings: OWN,
  },
};

/** When the attacker signs up: before the owner requests the email, before its confirmation, or after it. */
const ORDERS = ['before', 'between', 'before and between', 'after'] as const;
/** An address without an account gets no email, so nothing can happen in between. */
const isPossible = (way: string, order: string) =>
  order.startsWith('before') || !['recovery', 'resend'].includes(way);
const CASES = Object.keys(WAYS).flatMap((way) =>
  ORDERS.filter((order) => isPossible(way, order)).map((order) => [way, order] as const),
);

describe("an attacker's sign-up", () => {
  it.each(CASES)('sets no password on the account: %s, attacker %s', async (name, order) => {
    const way = WAYS[name] as Way;
    if (order.startsWith('before')) await attackerSignsUp();
    const mail = await way.ask();
    if (order.endsWith('between')) await attackerSignsUp();
    const owner = await way.enter(mail);
    if (order === 'after') await attackerSignsUp();

    const brought = order === 'after' ? way.brings : undefined;
    expect(await trySignIn(ATTACKER)).not.toBe('signed in');
    expect([await hasPassword(), (await owner.getUser()).data.user?.email]).toEqual([
      Boolean(brought),
      email,
    ]);
    if (brought) expect(await trySignIn(brought)).toBe('signed in');

    // The owner chooses a password, and only that one works.
    const recovered = connect(site);
    await recovered.resetPasswordForEmail(email);
    const { token } = await readEmail(site, email);
    await verified(recovered, { token_hash: token, type: 'recovery' });
    expect((await recovered.updateUser({ password: LATER })).error).toBeNull();
    expect(await trySignIn(LATER)).toBe('signed in');
    expect(await trySignIn(ATTACKER)).not.toBe('signed in');
  });

  it("competing with the owner's activates neither password, whichever email is opened", async () => {
    for (const [first, second, opened] of [
      [ATTACKER, OWN, 0],
      [ATTACKER, OWN, 1],
      [OWN, ATTACKER, 0],
      [OWN, ATTACKER, 1],
    ] as const) {
      await emptyAccounts(site.db);
      const mails = [await signUp(first), await signUp(second)];
      const owner = await follow(requireMail(mails[opened] ?? null));
      expect([first, opened, await hasPassword()]).toEqual([first, opened, false]);
      expect(await trySignIn(ATTACKER)).not.toBe('signed in');
      expect(await trySignIn(OWN)).not.toBe('signed in');
      expect((await owner.updateUser({ password: LATER })).error).toBeNull();
      expect(await trySignIn(LATER)).toBe('signed in');
      // The other email is expired and sets no password.
      const other = await connect(site).verifyOtp({
        token_hash: requireMail(mails[1 - opened] ?? null).token,
        type: 'signup',
      });
      expect([other.data.session, other.error?.code]).toEqual([null, 'otp_expired']);
    }
  });

  it('is not activated by an email sent earlier or to someone else', async () => {
    // The owner requests a code, then the attacker signs up. The emails look alike and the owner opens the
    // wrong one.
    await askForOtp();
    const attackerMail = await attackerSignsUp();
    await follow(attackerMail);
    expect(await hasPassword()).toBe(false);
    expect(await trySignIn(ATTACKER)).not.toBe('signed in');
    await emptyAccounts(site.db);
    const first = await attackerSignsUp();
    await WAYS.resend?.ask();
    await follow(first);
    expect(await trySignIn(ATTACKER)).not.toBe('signed in');
  });
});

describe('a link that the service key generates', () => {
  const TYPES = ['signup', 'magiclink', 'recovery', 'invite'] as const;
  const ORDERS = ['before', 'after', 'before and after'] as const;
  const CASES = TYPES.flatMap((type) => ORDERS.map((order) => [type, order] as const));
  // A recovery link needs an account, which the attacker's sign-up creates.
  const POSSIBLE = CASES.filter(([type, order]) => type !== 'recovery' || order !== 'after');

  it.each(POSSIBLE)('confirms no password of a stranger: %s, stranger signs up %s', async (type, order) => {
    if (order.startsWith('before')) await attackerSignsUp();
    const admin = connectAdmin(site);
    const { data, error } = await (type === 'signup'
      ? admin.generateLink({ type, email, password: OWN })
      : admin.generateLink({ type, email }));
    expect(error).toBeNull();
    if (order.endsWith('after')) await attackerSignsUp();
    const token_hash = data.properties?.hashed_token ?? '';
    await verified(connect(site), { token_hash, type: type === 'signup' ? 'email' : type });
    expect(await trySignIn(ATTACKER)).not.toBe('signed in');
    // The operator's password counts only if no one else asked to set another one.
    expect(await hasPassword()).toBe(type === 'signup' && order === 'before');
    const { rows } = await site.db.query('select full_name from profiles');
    expect(rows).toEqual([{ full_name: '' }]);
  });
});

describe('a sign-up', () => {
  it('repeated with the same password sets its password and name', async () => {
    await signUp(OWN);
    const owner = await follow(await signUp(OWN));
    expect((await owner.getUser()).data.user?.user_metadata.full_name).toBe('Ann Owner');
    expect(await trySignIn(OWN)).toBe('signed in');
  });

  it('without a competing one is confirmed by a resent email', async () => {
    const client = connect(site);
    await signUp(OWN, client);
    await client.resend({ type: 'signup', email });
    await follow(await readEmail(site, email));
    expect(await trySignIn(OWN)).toBe('signed in');
  });

  it('sets no password and no name before it is confirmed', async () => {
    await attackerSignsUp();
    const { rows } = await site.db.query(
      'select u.password_hash, u.user_metadata, p.full_name from users u join profiles p on p.user_id = u.id',
    );
    expect(rows).toEqual([{ password_hash: null, user_metadata: {}, full_name: '' }]);
  });
});

it('ends earlier sessions, links, codes and linked providers when an address is confirmed', async () => {
  // Simulates a reclaimed address: earlier sessions may belong to an attacker.
  const id = await addAccount(site.db);
  const attacker = connect(site);
  await attacker.signInWithPassword({ email, password: PASSWORD });
  await site.db.query(
    "insert into identities (user_id, provider, provider_id) values ($1, 'acme', 'the-attacker')",
    [id],
  );
  const waiting = connect(site, { flowType: 'pkce' });
  await waiting.signInWithOtp({ email, options: { emailRedirectTo: `${HOME}/welcome` } });
  const followed = await pressLink(site, (await readEmail(site, email)).link);
  const code = followed.searchParams.get('code') ?? '';
  const recovery = await WAYS.recovery?.ask();
  await site.db.query('update users set email_verified_at = null');
  const owner = await (WAYS.code as Way).enter(await askForOtp());
  expect((await owner.getUser()).error).toBeNull();
  expect((await attacker.getUser()).error?.message).toBe('Auth session missing!');
  expect((await waiting.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found');
  const late = await connect(site).verifyOtp({
    token_hash: requireMail(recovery ?? null).token,
    type: 'recovery',
  });
  expect(late.error?.code).toBe('otp_expired');
  expect((await site.db.query('select 1 from identities')).rowCount).toBe(0);
  expect(await trySignIn(PASSWORD)).toBe('invalid_credentials');
});

describe('on the pages', () => {
  const signUpOnPage = (by: Visitor, password: string) =>
    by.post('/auth?tab=sign-up', { intent: 'sign-up', fullName: 'Ann Owner', email, password });
  const confirm = async (by: Visitor) => {
    const token = (await newestLink(site)).split('token=')[1] ?? '';
    return by.post('/auth/confirm', { token });
  };

  it('asks for a password when one of two competing sign-ups is confirmed', async () => {
    await signUpOnPage(visit(site), ATTACKER);
    const owner = visit(site);
    await signUpOnPage(owner, OWN);
    const confirmed = await confirm(owner);
    expect(confirmed.headers.get('location')).toMatch(/^\/auth\?reset=true#access_token=.+&type=recovery$/);
    const panel = await (await owner.get('/auth?reset=true')).text();
    expect(panel).toContain('Email verified');
    expect(panel).toContain('Set New Password');
    for (const password of [ATTACKER, OWN])
      expect((await visit(site).signIn(email, password)).status).toBe(422);
    const chosen = await owner.post('/auth?reset=true', { intent: 'new-password', password: LATER });
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/']);
    expect((await visit(site).signIn(email, LATER)).status).toBe(303);
  });

  it('resends the email of the sign-up whose password was typed, and no other', async () => {
    const owner = visit(site);
    await signUpOnPage(owner, OWN);
    // From another network: the typed password identifies the sign-up.
    const later = visit(site);
    const refused = await later.signIn(email, OWN);
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(html).toContain('Email not confirmed');
    const signUp = /name="signUp" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const sent = await later.post('/auth', { intent: 'resend', email, signUp });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/auth']);
    expect(await (await later.get('/auth')).text()).toContain('Verification email sent');
    expect((await confirm(later)).headers.get('location')).toMatch(/type=signup$/);
    expect((await visit(site).signIn(email, OWN)).status).toBe(303);
  });

  it('ignores a sign-up id of another address or an invalid one when resending', async () => {
    await signUpOnPage(visit(site), ATTACKER);
    const html = await (await visit(site).signIn(email, ATTACKER)).text();
    const signUp = /name="signUp" value="([^"]+)"/.exec(html)?.[1] ?? '';
    await connect(site).signInWithOtp({ email: 'bob@example.com' });
    await visit(site).post('/auth', { intent: 'resend', email: 'bob@example.com', signUp });
    await confirm(visit(site));
    const bob = await connect(site).signInWithPassword({ email: 'bob@example.com', password: ATTACKER });
    expect(bob.data.session).toBeNull();
    for (const made of ['', 'not a uuid', '00000000-0000-4000-8000-000000000000']) {
      const answer = await visit(site).post('/auth', { intent: 'resend', email, signUp: made });
      expect(answer.status).toBe(303);
    }
    await confirm(visit(site));
    expect(await hasPassword()).toBe(false);
  });

  it('limits resent emails like other emails to an address', async () => {
    const owner = visit(site);
    await signUpOnPage(owner, OWN);
    for (let sent = 0; sent < 5; sent += 1)
      expect((await visit(site).post('/auth', { intent: 'resend', email, signUp: '' })).status).toBe(303);
    const answer = await visit(site).post('/auth', { intent: 'resend', email, signUp: '' });
    expect(answer.status).toBe(429);
    expect(await answer.text()).toContain('Too many requests.');
  });
});

it('deletes unconfirmed sign-ups once their links expire', async () => {
  await attackerSignsUp();
  await site.db.query("update pending_sign_ups set expires_at = now() - interval '2 hours'");
  const [hour] = new Date().toISOString().split(':');
  await site.runCron(new Date(`${hour}:41:00Z`));
  expect((await site.db.query('select 1 from pending_sign_ups')).rowCount).toBe(0);
});
