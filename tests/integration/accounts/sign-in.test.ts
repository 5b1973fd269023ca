// Sign-in, sign-up and forgotten passwords: responses, stored data and limits.
import { beforeEach, describe, expect } from 'vitest';
import { connect } from '../../support/accounts/auth-client';
import { setUpApp, totpCodeOf } from '../../support/accounts/authenticator-app';
import { addAccount, emptyAccounts, PASSWORD } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';
import { newestLink, visit } from '../../support/visitor';

const TOO_MANY = 'Too many requests. Please wait a few minutes before trying again.';
const { it, site } = siteTest();

beforeEach(() => emptyAccounts(site.db));

const count = async (table: string, where = 'true') =>
  Number((await site.db.query(`select count(*) from ${table} where ${where}`)).rows[0].count);

describe('signing in', () => {
  it('sends readers to the home page and admins to the admin, with a notice', async () => {
    await addAccount(site.db);
    await addAccount(site.db, { email: 'boss@example.com', role: 'admin', fullName: 'Alex Morgan' });
    const reader = visit(site);
    const answer = await reader.signIn('ANN@example.com');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('__Host-session='));
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).toMatch(/Secure/);
    const home = await reader.get('/');
    expect(await home.text()).toContain('Welcome back!');
    expect(home.headers.get('cache-control')).toBe('no-store');
    expect(await (await reader.get('/')).text()).not.toContain('Welcome back!');
    const admin = visit(site);
    expect((await admin.signIn('boss@example.com')).headers.get('location')).toBe('/admin');
    const dashboard = visibleTextOf(await (await admin.get('/admin')).text());
    expect(dashboard).toContain('Welcome back!');
    expect(dashboard).toContain('Content Management');
    expect(dashboard).toContain('Alex Morganadmin');
    expect(await count('audit_log', "event = 'signed_in'")).toBe(2);
  });

  it('redirects to the requested page on this site only', async () => {
    await addAccount(site.db);
    const fields = { intent: 'sign-in', email: 'ann@example.com', password: PASSWORD };
    const goTo = async (redirect: string) =>
      (await visit(site).post(`/auth?redirect=${encodeURIComponent(redirect)}`, fields)).headers.get(
        'location',
      );
    expect(await goTo('/newsletter?x=1')).toBe('/newsletter?x=1');
    for (const evil of ['https://evil.example', '//evil.example', '/\\evil.example', '/%2Fevil.example'])
      expect(await goTo(evil)).toBe('/');
  });

  it('answers a wrong password and an unknown address alike, and keeps the email', async () => {
    await addAccount(site.db);
    const bodies = await Promise.all(
      ['ann@example.com', 'who@example.com'].map(async (email) => {
        const answer = await visit(site).signIn(email, 'wrong password');
        expect(answer.status).toBe(422);
        expect(answer.headers.get('cache-control')).toBe('no-store');
        const html = await answer.text();
        expect(html).toContain('Sign in failed');
        expect(html).toContain('Invalid login credentials');
        expect(html).toContain(`value="${email}"`);
        expect(html).not.toContain('wrong password');
        return html.replaceAll(email, '').replace(/<script[\s\S]*?<\/script>/g, '');
      }),
    );
    expect(bodies[0]).toBe(bodies[1]);
  });

  it('requires a verified address', async () => {
    await addAccount(site.db, { verified: false });
    const answer = await visit(site).signIn();
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('Email not confirmed');
  });

  it('stops after 10 failed attempts per account, known or not, and does not count successes', async () => {
    await addAccount(site.db);
    const visitor = visit(site);
    for (let i = 0; i < 12; i += 1) expect((await visitor.signIn()).status).toBe(303);
    for (const email of ['ann@example.com', 'who@example.com']) {
      for (let i = 0; i < 10; i += 1) expect((await visit(site).signIn(email, 'wrong one')).status).toBe(422);
      const blocked = await visit(site).signIn(email);
      expect(blocked.status).toBe(429);
      expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await blocked.text()).toContain(TOO_MANY);
    }
    await site.db.query("update auth_throttle set ends_at = now() - interval '1 second'");
    expect((await visitor.signIn()).status).toBe(303);
  });

  it('limits simultaneous guesses', async () => {
    await addAccount(site.db);
    const guesses = Array.from({ length: 30 }, (_, i) =>
      visit(site).signIn('ann@example.com', `guess number ${i}`),
    );
    const statuses = await Promise.all(guesses.map(async (answer) => (await answer).status));
    const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
    expect(count(422)).toBeGreaterThan(0);
    expect(count(422)).toBeLessThanOrEqual(10);
    // Hashing this many passwords at the same time can delay the database beyond the request's time limit.
    // Those requests return 503, which reveals nothing.
    expect(count(422) + count(429) + count(503)).toBe(30);
    expect((await visit(site).signIn()).status).toBe(429);
  });

  it('stops a caller after 100 failed attempts', async () => {
    const visitor = visit(site);
    await site.db.query("insert into auth_throttle values ($1, 99, now() + interval '5 minutes')", [
      `sign-in:address:${visitor.address}`,
    ]);
    expect((await visitor.signIn('a@example.com', 'wrong one')).status).toBe(422);
    expect((await visitor.signIn('b@example.com', 'wrong one')).status).toBe(429);
    expect((await visit(site).signIn('b@example.com', 'wrong one')).status).toBe(422);
  });

  it('ends the previous session of this browser', async () => {
    await addAccount(site.db);
    const first = visit(site);
    await first.signIn();
    const stolen = visit(site, first);
    await first.signIn();
    expect((await stolen.get('/account')).headers.get('location')).toBe('/auth?redirect=%2Faccount');
    expect((await first.get('/account')).status).toBe(200);
  });
});

describe('signing up', () => {
  const fields = {
    intent: 'sign-up',
    fullName: 'New Member',
    email: 'New@Example.com',
    password: 'tulip garden',
  };

  it('emails a link that verifies the address, and opening the link uses nothing up', async () => {
    const visitor = visit(site);
    const answer = await visitor.post('/auth', fields);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/auth']);
    const page = visibleTextOf(await (await visitor.get('/auth')).text());
    expect(page).toContain('Account created!');
    expect(page).toMatch(/check your email to verify/);
    const link = await newestLink(site);
    for (let i = 0; i < 2; i += 1) expect((await visit(site).get(link)).status).toBe(200);
    expect((await visit(site).signIn('new@example.com', fields.password)).status).toBe(422);
    const token = new URL(link, site.url).searchParams.get('token') ?? '';
    const confirmed = await visitor.post('/auth/confirm', { token });
    expect(confirmed.status).toBe(303);
    expect(confirmed.headers.get('location')).toMatch(
      /^\/auth#access_token=.+&refresh_token=.+&type=signup$/,
    );
    expect(await (await visitor.get('/auth')).text()).toContain('Email verified successfully');
    expect((await visitor.get('/account')).status).toBe(200);
    expect((await visit(site).signIn('new@example.com', fields.password)).status).toBe(303);
    const again = await visit(site).post('/auth/confirm', { token });
    expect(again.status).toBe(422);
    const dead = visibleTextOf(await again.text());
    expect(dead).toContain('Email verification failed');
    expect(dead).toContain('The link may be expired or invalid.');
    expect((await visit(site).get(link)).status).toBe(410);
  });

  it('answers the same for an address that has an account, and notifies its owner', async () => {
    await addAccount(site.db, { email: 'new@example.com' });
    const answer = await visit(site).post('/auth', fields);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/auth']);
    expect((await site.db.query('select subject from outbox')).rows).toEqual([
      { subject: 'You already have an account' },
    ]);
    expect((await visit(site).signIn('new@example.com')).status).toBe(303);
    expect(await count('users')).toBe(1);
  });

  it('names the error and keeps every field but the password', async () => {
    for (const [change, reason] of [
      [{ fullName: ' ' }, 'Full name is required.'],
      [{ email: 'no-address' }, 'Please enter a valid email address.'],
      [{ password: '12345' }, 'Password should be at least 6 characters.'],
      [{ password: 'password1' }, 'Password is known to be weak'],
    ] as const) {
      const answer = await visit(site).post('/auth?tab=sign-up', { ...fields, ...change });
      expect(answer.status).toBe(422);
      const html = await answer.text();
      expect(html).toContain('Sign up failed');
      expect(html).toContain(reason);
      if (!('fullName' in change)) expect(html).toContain('value="New Member"');
      expect(html).not.toContain('tulip garden');
    }
    expect(await count('users')).toBe(0);
  });

  it('stops after 20 sign-ups an hour from one address', async () => {
    const visitor = visit(site);
    await site.db.query("insert into auth_throttle values ($1, 20, now() + interval '5 minutes')", [
      `sign-up:address:${visitor.address}`,
    ]);
    const answer = await visitor.post('/auth?tab=sign-up', fields);
    expect(answer.status).toBe(429);
    expect(await answer.text()).toContain(TOO_MANY);
    // Refused calls do not use up the limit of the typed address.
    const { rows } = await site.db.query("select key from auth_throttle where key like 'sign-up:account%'");
    expect(rows).toEqual([]);
  });
});

describe('a forgotten password', () => {
  const ask = (email: string) => visit(site).post('/auth?panel=forgot', { intent: 'forgot', email });

  it('is replaced through an email, and signs out every other device', async () => {
    await addAccount(site.db);
    const other = visit(site);
    await other.signIn();
    const visitor = visit(site);
    await visitor.post('/auth?panel=forgot', { intent: 'forgot', email: 'ann@example.com' });
    expect(await (await visitor.get('/auth')).text()).toContain('Password reset email sent');
    const token = (await newestLink(site)).split('token=')[1] ?? '';
    const confirmed = await visitor.post('/auth/confirm', { token });
    expect(confirmed.headers.get('location')).toMatch(/^\/auth\?reset=true#access_token=.+&type=recovery$/);
    const panel = visibleTextOf(await (await visitor.get('/auth?reset=true')).text());
    expect(panel).toContain('Email verified');
    expect(panel).toContain('set a new password below');
    const weak = await visitor.post('/auth?reset=true', { intent: 'new-password', password: '123456' });
    expect(weak.status).toBe(422);
    expect(await weak.text()).toContain('Password update failed');
    const done = await visitor.post('/auth?reset=true', { intent: 'new-password', password: 'a new tulip' });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/']);
    expect(await (await visitor.get('/')).text()).toContain('Password updated successfully');
    expect((await other.get('/account')).status).toBe(302);
    expect((await visitor.get('/account')).status).toBe(200);
    expect((await visit(site).signIn()).status).toBe(422);
    expect((await visit(site).signIn('ann@example.com', 'a new tulip')).status).toBe(303);
    const { rows } = await site.db.query('select distinct event from audit_log order by 1');
    expect(rows.map((row) => row.event)).toEqual([
      'password_recovery',
      'reset_requested',
      'sign_in_failed',
      'signed_in',
      'user_updated',
    ]);
  });

  it('is answered alike for an unknown address, which gets no email', async () => {
    await addAccount(site.db);
    const known = await ask('ann@example.com');
    const unknown = await ask('who@example.com');
    expect([unknown.status, unknown.headers.get('location')]).toEqual([
      known.status,
      known.headers.get('location'),
    ]);
    expect(await count('outbox')).toBe(1);
  });

  it('is emailed 5 times an hour per account, known or not, and 30 times per caller', async () => {
    await addAccount(site.db);
    for (const email of ['ann@example.com', 'who@example.com']) {
      for (let i = 0; i < 5; i += 1) expect((await ask(email)).status).toBe(303);
      const answer = await ask(email);
      expect(answer.status).toBe(429);
      const html = await answer.text();
      expect(html).toContain('Password reset failed');
      expect(html).toContain(TOO_MANY);
    }
    expect(await count('outbox')).toBe(5);
    // Rejected requests are not logged.
    expect(await count('audit_log', "event = 'reset_requested'")).toBe(10);
    const visitor = visit(site);
    await site.db.query("insert into auth_throttle values ($1, 30, now() + interval '5 minutes')", [
      `reset:address:${visitor.address}`,
    ]);
    expect((await visitor.post('/auth', { intent: 'forgot', email: 'x@example.com' })).status).toBe(429);
  });

  it('cannot be set without a session', async () => {
    const answer = await visit(site).post('/auth?reset=true', {
      intent: 'new-password',
      password: 'a new tulip',
    });
    expect(answer.status).toBe(401);
    const html = await answer.text();
    expect(html).toContain('Password update failed');
    expect(html).toContain('Auth session missing!');
  });

  it('is set only with a recovery link of the last hour', async () => {
    await addAccount(site.db);
    const setIt = (by: ReturnType<typeof visit>) =>
      by.post('/auth?reset=true', { intent: 'new-password', password: 'a new tulip' });
    const signedIn = visit(site);
    await signedIn.signIn();
    const recovered = visit(site);
    await ask('ann@example.com');
    const token = (await newestLink(site)).split('token=')[1] ?? '';
    await recovered.post('/auth/confirm', { token });
    const refused = await setIt(signedIn);
    expect(refused.status).toBe(403);
    expect(visibleTextOf(await refused.text())).toContain('Open a password reset link');
    const makeOlder = (table: string, column: string) =>
      site.db.query(`update ${table} set ${column} = ${column} - interval '61 minutes'`);
    await makeOlder('sessions', 'created_at');
    expect((await setIt(recovered)).status).toBe(403);
    expect((await visit(site).signIn()).status).toBe(303);
  });
});

describe('failed sign-ins', () => {
  it('are in both logs with their reason, but without the typed values', async () => {
    await addAccount(site.db);
    const ann = visit(site);
    await ann.signIn();
    const { key } = await setUpApp(ann);
    const wrongCode = totpCodeOf(key, 500);
    await ann.post('/auth/second-factor', { code: wrongCode });
    await ann.post('/auth/second-factor?with=recovery', { recoveryCode: 'aaaaa-bbbbb' });
    await connect(site).verifyOtp({ email: 'ann@example.com', token: '000000', type: 'email' });
    await site.db.query("update users set banned_until = now() + interval '1 day'");
    expect(await (await visit(site).signIn()).text()).toContain('suspended');
    const { rows } = await site.db.query(
      "select subject, details from audit_log where event = 'sign_in_failed' order by id",
    );
    const reasons = ['second-factor', 'second-factor', 'code', 'suspended'];
    expect(rows).toEqual(reasons.map((reason) => ({ subject: 'ann@example.com', details: { reason } })));
    const lines = await site.logLines();
    const logged = lines.filter(({ event }) => event === 'sign_in_failed').map(({ reason }) => reason);
    expect(logged.slice(-reasons.length)).toEqual(reasons);
    // Without ids and times, whose random digits may contain the same ones.
    const text = JSON.stringify(lines.map(({ at, request, userId, sessionId, ...rest }) => rest));
    for (const typed of [wrongCode, 'aaaaa', '000000', PASSWORD, 'ann@example.com'])
      expect(text).not.toContain(typed);
  });

  it('of a disabled account stop being logged when its attempts are used up', async () => {
    await addAccount(site.db);
    await site.db.query("update users set banned_until = now() + interval '1 day'");
    const statuses: number[] = [];
    for (let tried = 0; tried < 11; tried += 1) statuses.push((await visit(site).signIn()).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
    expect(await count('audit_log', "event = 'sign_in_failed'")).toBe(10);
  });
});
