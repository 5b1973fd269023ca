// The authentication API through its published client: accounts, sessions and emails.
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect } from 'vitest';
import { connect, countEmails, pressLink, readEmail } from '../../support/accounts/auth-client';
import { addAccount, emptyAccounts, PASSWORD } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';

const email = 'ann@example.com';
const { it, site } = siteTest();

beforeEach(() => emptyAccounts(site.db));

const follow = (link: string) => pressLink(site, link);

async function signedIn(options?: Parameters<typeof connect>[1]) {
  const client = connect(site, options);
  const { data, error } = await client.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { client, session: data.session };
}

describe('an account', () => {
  it('is created, verified by its digits and signed in', async () => {
    const client = connect(site);
    const made = await client.signUp({
      email,
      password: PASSWORD,
      options: { data: { full_name: 'Ann Reader', firm: 'Ann & Co' } },
    });
    expect([made.error, made.data.session]).toEqual([null, null]);
    expect(made.data.user).toMatchObject({
      email,
      role: 'authenticated',
      user_metadata: { full_name: 'Ann Reader' },
    });
    const early = await client.signInWithPassword({ email, password: PASSWORD });
    expect(early.error).toMatchObject({ code: 'email_not_confirmed', status: 400 });
    const { digits } = await readEmail(site, email);
    const verified = await client.verifyOtp({ email, token: digits, type: 'signup' });
    expect(verified.error).toBeNull();
    expect(verified.data.user?.user_metadata).toEqual({ full_name: 'Ann Reader', firm: 'Ann & Co' });
    expect(verified.data.user?.id).toBe(made.data.user?.id);
    expect(verified.data.user?.email_confirmed_at).toBeTruthy();
    const again = await connect(site).verifyOtp({ email, token: digits, type: 'signup' });
    expect(again.error).toMatchObject({ code: 'otp_expired', status: 403 });
    expect((await signedIn()).session.user.identities?.map(({ provider }) => provider)).toEqual(['email']);
  });

  it('that exists already is indistinguishable from a new one', async () => {
    await addAccount(site.db);
    const taken = await connect(site).signUp({ email, password: 'another fine password' });
    const free = await connect(site).signUp({ email: 'new@example.com', password: PASSWORD });
    const shape = (user: object | null) => Object.keys(user ?? {}).sort();
    expect(shape(taken.data.user)).toEqual(shape(free.data.user));
    expect((await readEmail(site, email)).subject).toBe('You already have an account');
    expect((await signedIn()).session.access_token).toBeTruthy();
    // The id does not reveal it either: it stays the same for both.
    for (const [to, first] of [
      ['ANN@example.com', taken],
      ['new@example.com', free],
    ] as const) {
      const again = await connect(site).signUp({ email: to, password: PASSWORD });
      expect([to, again.data.user?.id]).toEqual([to, first.data.user?.id]);
    }
  });

  it('is rejected with the reasons when its password is weak', async () => {
    const { error } = await connect(site).signUp({ email, password: 'abc' });
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'], status: 422 });
    const common = await connect(site).signUp({ email, password: 'password123' });
    expect(common.error).toMatchObject({ code: 'weak_password', reasons: ['pwned'] });
    expect(await countEmails(site, email)).toBe(0);
  });

  it('is verified by the emailed link, which hands tokens to the requesting page', async () => {
    await connect(site).signUp({ email, password: PASSWORD });
    const { link } = await readEmail(site, email);
    const page = await site.get(link);
    expect(page.status).toBe(200);
    const target = await follow(link);
    const hash = new URLSearchParams(target.hash.slice(1));
    expect([target.origin, hash.get('type')]).toEqual(['https://magazine.test', 'signup']);
    const client = connect(site);
    const { data, error } = await client.setSession({
      access_token: hash.get('access_token') ?? '',
      refresh_token: hash.get('refresh_token') ?? '',
    });
    expect([error, data.user?.email]).toEqual([null, email]);
    const dead = await follow(link);
    expect(dead.hash).toContain('error_code=otp_expired');
  });

  it('is never redirected to a site that is not allowed', async () => {
    await connect(site).signUp({
      email,
      password: PASSWORD,
      options: { emailRedirectTo: 'https://evil.example/steal' },
    });
    expect((await follow((await readEmail(site, email)).link)).origin).toBe('https://magazine.test');
  });
});

describe('a session', () => {
  beforeEach(() => addAccount(site.db).then(() => undefined));

  it("has a token with the user's identity that anyone can verify", async () => {
    const { client, session } = await signedIn();
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    // The client fills in what is missing, so this is what the server sent.
    const sent = await site.get('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { apikey: 'local-public-key', 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    expect(await sent.json()).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: expect.any(Number),
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      user: { email },
    });
    const { data, error } = await client.getClaims();
    expect(error).toBeNull();
    expect(data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' });
    expect(data?.claims).toMatchObject({
      iss: 'https://magazine.test/auth/v1',
      aud: 'authenticated',
      role: 'authenticated',
      aal: 'aal1',
      email,
      amr: [{ method: 'password' }],
    });
    const keys = await site.get('/auth/v1/.well-known/jwks.json');
    expect(keys.headers.get('cache-control')).toBe('public, max-age=600');
    expect(JSON.stringify(await keys.json())).not.toContain('"d"');
  });

  it('is rejected for wrong credentials, alike for known and unknown accounts', async () => {
    const wrong = await connect(site).signInWithPassword({ email, password: 'not this one' });
    const unknown = await connect(site).signInWithPassword({ email: 'who@example.com', password: 'x' });
    expect(wrong.error).toMatchObject({
      code: 'invalid_credentials',
      status: 400,
      message: 'Invalid login credentials',
    });
    expect(unknown.error?.message).toBe(wrong.error?.message);
  });

  it('is refreshed, and ends when a spent token is reused', async () => {
    const { client, session } = await signedIn();
    const { data, error } = await client.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    await site.db.query("update refresh_tokens set spent_at = spent_at - interval '11 seconds'");
    const thief = await connect(site).refreshSession({ refresh_token: session.refresh_token });
    expect(thief.error).toMatchObject({ code: 'refresh_token_not_found', status: 400 });
    const { error: over } = await client.getUser();
    expect(over).toMatchObject({ name: 'AuthSessionMissingError', message: 'Auth session missing!' });
  });

  it.each([
    ['local', [false, true, true]],
    ['others', [true, false, false]],
    ['global', [false, false, false]],
  ] as const)('is ended with scope %s', async (scope, alive) => {
    const devices = [await signedIn(), await signedIn(), await signedIn()];
    const { error } = (await devices[0]?.client.signOut({ scope })) ?? {};
    expect(error).toBeNull();
    const states = await Promise.all(
      devices.map(async ({ session }) => (await connect(site).getUser(session.access_token)).error === null),
    );
    expect(states).toEqual(alive);
  });

  it('can be handed to the cookie of our own pages', async () => {
    const { session } = await signedIn();
    const handed = await site.get('/auth/session', {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: site.url },
      body: new URLSearchParams({
        access_token: session.access_token,
        refresh_token: session.refresh_token,
        confirmed: 'yes',
      }),
    });
    expect([handed.status, handed.headers.get('location')]).toEqual([303, '/']);
  });
});

describe('emails', () => {
  it('sign in known and new people without a password', async () => {
    const client = connect(site);
    expect((await client.signInWithOtp({ email })).error).toBeNull();
    const { digits } = await readEmail(site, email);
    const { data, error } = await client.verifyOtp({ email, token: digits, type: 'email' });
    expect([error, data.user?.email]).toEqual([null, email]);
    expect((await client.signInWithOtp({ email })).error).toBeNull();
    const second = await readEmail(site, email);
    expect(second.subject).toBe('Your sign-in link');
    const back = await client.verifyOtp({ token_hash: second.token, type: 'magiclink' });
    expect(back.data.session?.access_token).toBeTruthy();
    expect(
      (await client.signInWithOtp({ email: 'no@example.com', options: { shouldCreateUser: false } })).error,
    ).toBeNull();
    expect(await countEmails(site, 'no@example.com')).toBe(0);
  });

  it('contain a one-time code for the requesting client (PKCE)', async () => {
    await addAccount(site.db);
    const client = connect(site, { flowType: 'pkce' });
    await client.signInWithOtp({ email, options: { emailRedirectTo: 'https://magazine.test/welcome' } });
    const { link } = await readEmail(site, email);
    // Link scanners open links, including with HEAD. Only the button's POST spends them.
    for (const path of [link, link.replace('/auth/confirm', '/auth/v1/verify')])
      for (const method of ['GET', 'HEAD']) await site.get(path, { method });
    const page = await site.get(link);
    expect(page.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://magazine.test;",
    );
    expect(await page.text()).not.toContain('href="/auth/v1/verify');
    const target = await follow(link);
    expect(target.pathname).toBe('/welcome');
    const code = target.searchParams.get('code') ?? '';
    expect(code).toHaveLength(56);
    const attacker = await site.get('/auth/v1/token?grant_type=pkce', {
      method: 'POST',
      headers: { apikey: 'local-public-key' },
      body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(56) }),
    });
    expect([attacker.status, ((await attacker.json()) as { error_code: string }).error_code]).toEqual([
      400,
      'bad_code_verifier',
    ]);
    const exchanged = await client.exchangeCodeForSession(code);
    expect([exchanged.error, exchanged.data.user?.email]).toEqual([null, email]);
    const { rows } = await site.db.query('select count(*)::int as sessions from sessions');
    expect(rows[0].sessions).toBe(1);
  });

  it.each([
    [42, 400],
    [43, 200],
    [56, 200],
    [128, 200],
    [129, 400],
  ])('with a verifier of %i characters answer %i', async (length, status) => {
    await addAccount(site.db);
    const verifier = 'aZ09-._~'.repeat(17).slice(0, length);
    const code_challenge = createHash('sha256').update(verifier).digest('base64url');
    const post = (path: string, body: object) =>
      site.get(`/auth/v1/${path}`, {
        method: 'POST',
        headers: { apikey: 'local-public-key' },
        body: JSON.stringify(body),
      });
    await post('otp', { email, code_challenge, code_challenge_method: 's256' });
    const target = await follow((await readEmail(site, email)).link);
    const auth_code = target.searchParams.get('code');
    const answer = await post('token?grant_type=pkce', { auth_code, code_verifier: verifier });
    expect(answer.status).toBe(status);
  });

  it('open one session for simultaneous uses of one code', async () => {
    await addAccount(site.db);
    await connect(site).signInWithOtp({ email });
    const { digits } = await readEmail(site, email);
    const tries = await Promise.all(
      Array.from({ length: 6 }, () => connect(site).verifyOtp({ email, token: digits, type: 'email' })),
    );
    expect(tries.filter(({ data }) => data.session)).toHaveLength(1);
  });

  it('recover an account and set its password', async () => {
    await addAccount(site.db);
    const client = connect(site);
    expect((await client.resetPasswordForEmail(email)).error).toBeNull();
    const { digits, token } = await readEmail(site, email);
    expect(token).toHaveLength(56);
    await client.verifyOtp({ email, token: digits, type: 'recovery' });
    const same = await client.updateUser({ password: PASSWORD });
    expect(same.error).toMatchObject({ code: 'same_password', status: 422 });
    expect((await client.updateUser({ password: 'a new fine password' })).error).toBeNull();
    const { error } = await connect(site).signInWithPassword({ email, password: 'a new fine password' });
    expect(error).toBeNull();
  });

  it('are sent again on request', async () => {
    const client = connect(site);
    await client.signUp({ email, password: PASSWORD });
    expect((await client.resend({ type: 'signup', email })).error).toBeNull();
    expect((await connect(site).resend({ type: 'signup', email: 'who@example.com' })).error).toBeNull();
    expect([await countEmails(site, email), await countEmails(site, 'who@example.com')]).toEqual([2, 0]);
    const { digits } = await readEmail(site, email);
    expect((await connect(site).verifyOtp({ email, token: digits, type: 'signup' })).error).toBeNull();
    expect((await connect(site).signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it('for sign-ups are limited to twenty an hour per address from any caller', async () => {
    await addAccount(site.db);
    for (const to of [email, 'who@example.com']) {
      for (let sent = 0; sent < 20; sent += 1)
        expect((await connect(site).signUp({ email: to, password: PASSWORD })).error).toBeNull();
      const { error } = await connect(site).signUp({ email: to.toUpperCase(), password: PASSWORD });
      expect([to, error?.status]).toEqual([to, 429]);
      expect([to, await countEmails(site, to)]).toEqual([to, 20]);
    }
  });

  it('are limited to five an hour for known and unknown addresses, with a retry time', async () => {
    await addAccount(site.db);
    for (const to of [email, 'who@example.com']) {
      for (let sent = 0; sent < 5; sent += 1)
        expect((await connect(site).resetPasswordForEmail(to)).error).toBeNull();
      const { error } = await connect(site).resetPasswordForEmail(to);
      expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    }
    const raw = await site.get('/auth/v1/recover', {
      method: 'POST',
      headers: { apikey: 'local-public-key' },
      body: JSON.stringify({ email }),
    });
    expect([raw.status, Number(raw.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  it('do not reveal by their limits which addresses have an account', async () => {
    await addAccount(site.db);
    const address = '10.44.0.1';
    const ask = async (to: string) =>
      (await connect(site, { address }).signInWithOtp({ email: to })).error?.code ?? 'sent';
    for (let asked = 0; asked < 25; asked += 1) expect(await ask(`nobody-${asked}@example.com`)).toBe('sent');
    expect([await ask(email), await ask('nobody-25@example.com')]).toEqual(['sent', 'sent']);
    await site.db.query("update auth_throttle set tries = 30 where key like '%address%'");
    expect([await ask(email), await ask('nobody-26@example.com')]).toEqual(
      Array(2).fill('over_email_send_rate_limit'),
    );
  });

  it('allow ten wrong codes an hour, then reject the right one too', async () => {
    await addAccount(site.db);
    await connect(site).signInWithOtp({ email });
    const { digits } = await readEmail(site, email);
    const wrong = digits === '000000' ? '000001' : '000000';
    for (let tried = 0; tried < 10; tried += 1) {
      const { error } = await connect(site).verifyOtp({ email, token: wrong, type: 'email' });
      expect(error?.code).toBe('otp_expired');
    }
    const { error } = await connect(site).verifyOtp({ email, token: digits, type: 'email' });
    expect(error).toMatchObject({ status: 429 });
  });
});

describe('changes', () => {
  beforeEach(() => addAccount(site.db).then(() => undefined));

  it('of data and name appear on our own pages', async () => {
    const { client } = await signedIn();
    const { data, error } = await client.updateUser({ data: { full_name: 'Ann Writer', theme: 'dark' } });
    expect([error, data.user?.user_metadata]).toEqual([null, { full_name: 'Ann Writer', theme: 'dark' }]);
    const { rows } = await site.db.query('select full_name from profiles');
    expect(rows).toEqual([{ full_name: 'Ann Writer' }]);
  });

  it('of the address wait for its confirmation', async () => {
    const { client } = await signedIn();
    const { data } = await client.updateUser({ email: 'new@example.com' });
    expect([data.user?.email, data.user?.new_email]).toEqual([email, 'new@example.com']);
    expect((await readEmail(site, email)).subject).toBe('Your email address is about to change');
    const { digits } = await readEmail(site, 'new@example.com');
    const { error } = await client.verifyOtp({
      email: 'new@example.com',
      token: digits,
      type: 'email_change',
    });
    expect(error).toBeNull();
    expect((await client.getUser()).data.user?.email).toBe('new@example.com');
  });

  it('of address and password fail together', async () => {
    const { client } = await signedIn();
    for (let asked = 0; asked < 5; asked += 1) await client.updateUser({ email: `new-${asked}@example.com` });
    const { error } = await client.updateUser({
      email: 'new-5@example.com',
      password: 'a new fine password',
    });
    expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    // The password is unchanged.
    await signedIn();
  });

  it('to a taken address have no effect', async () => {
    await addAccount(site.db, { email: 'bob@example.com' });
    const { client } = await signedIn();
    expect((await client.updateUser({ email: 'bob@example.com' })).error).toBeNull();
    expect((await readEmail(site, 'bob@example.com')).subject).toBe('You already have an account');
  });

  it('to a taken address send no link when the email is requested again', async () => {
    await addAccount(site.db, { email: 'bob@example.com' });
    const { client } = await signedIn();
    await client.updateUser({ email: 'bob@example.com' });
    expect((await connect(site).resend({ type: 'email_change', email })).error).toBeNull();
    expect(await countEmails(site, 'bob@example.com')).toBe(2);
    const { subject, token } = await readEmail(site, 'bob@example.com');
    expect([subject, token]).toEqual(['You already have an account', '']);
    // A free address gets its link again.
    await client.updateUser({ email: 'new@example.com' });
    await connect(site).resend({ type: 'email_change', email });
    const { digits } = await readEmail(site, 'new@example.com');
    const type = 'email_change';
    const confirmed = await connect(site).verifyOtp({ email: 'new@example.com', token: digits, type });
    expect(confirmed.data.user?.email).toBe('new@example.com');
  });
});

describe('the API', () => {
  it('requires a key, which grants nothing by itself', async () => {
    const call = (headers: Record<string, string>, path = 'user') =>
      site.get(`/auth/v1/${path}`, { headers });
    const codeOf = async (answer: Response) => ((await answer.json()) as { error_code: string }).error_code;
    expect(await codeOf(await call({}))).toBe('no_authorization');
    expect(await codeOf(await call({ apikey: 'wrong' }))).toBe('bad_api_key');
    const open = await call({ apikey: 'local-public-key' });
    expect([open.status, await codeOf(open)]).toEqual([401, 'no_authorization']);
    const forged = await call({ apikey: 'local-public-key', authorization: 'Bearer a.b.c' });
    const refusal = (await forged.json()) as { code: number; msg: string };
    expect([forged.status, refusal.code]).toEqual([403, 403]);
    expect(refusal.msg).toContain('invalid JWT');
    expect(await codeOf(await call({ authorization: 'Bearer local-public-key' }))).toBe('no_authorization');
    expect((await call({}, 'health')).status).toBe(200);
    expect((await call({}, 'nowhere')).status).toBe(404);
  });

  it('reports every error as JSON', async () => {
    await addAccount(site.db);
    const { client, session } = await signedIn();
    await client.signOut();
    const key = { apikey: 'local-public-key' };
    const over = { ...key, authorization: `Bearer ${session.access_token}` };
    const calls: [number, string, string, RequestInit?][] = [
      [401, 'session_not_found', 'user', { headers: over }],
      [404, 'not_found', 'nowhere', { headers: key }],
      [400, 'validation_failed', '%00', { headers: key }],
      [414, 'validation_failed', 'x'.repeat(5_000), { headers: key }],
      [405, 'method_not_allowed', 'user', { headers: key, method: 'PROPFIND' }],
      [405, 'method_not_allowed', 'token', { headers: key }],
      [400, 'validation_failed', 'signup', { headers: key, method: 'POST', body: 'x'.repeat(70_000) }],
      [400, 'bad_json', 'signup', { headers: key, method: 'POST', body: '{' }],
    ];
    for (const [status, code, path, init] of calls) {
      const answer = await site.get(`/auth/v1/${path}`, init);
      expect(await answer.json(), path).toEqual({
        code: status,
        error_code: code,
        msg: code === 'session_not_found' ? 'Auth session missing!' : expect.stringMatching(/\w/),
      });
      expect(answer.status, path).toBe(status);
    }
  });

  it('answers with a retryable error while the database is unavailable', async () => {
    await site.loseDatabase();
    const { error } = await connect(site).signInWithPassword({ email, password: PASSWORD });
    await site.restoreDatabase();
    expect(error).toMatchObject({ name: 'AuthRetryableFetchError', status: 503 });
  });

  it('reports providers that are not enabled', async () => {
    const { external } = (await (await site.get('/auth/v1/settings')).json()) as {
      external: Record<string, boolean>;
    };
    expect(external).toMatchObject({ email: true, phone: false, anonymous_users: false });
    const anonymous = await connect(site).signInAnonymously();
    expect(anonymous.error).toMatchObject({ code: 'anonymous_provider_disabled' });
    const phone = await connect(site).signInWithOtp({ phone: '+15551234567' });
    expect(phone.error).toMatchObject({ code: 'phone_provider_disabled' });
    const again = await connect(site).resend({ type: 'sms', phone: '+15551234567' });
    expect(again.error).toMatchObject({ code: 'phone_provider_disabled' });
  });

  it('allows calls from configured sites only', async () => {
    const preflight = (origin: string) =>
      site.get('/auth/v1/token', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const own = await preflight('https://magazine.test');
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'https://magazine.test',
    ]);
    expect(own.headers.get('access-control-allow-headers')).toContain('apikey');
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  });
});
