// Second factors on the pages: setup, sign-in, recovery, removal.
import { beforeEach, describe, expect } from 'vitest';
import { connect } from '../../support/accounts/auth-client';
import { listCodes, setUpApp, totpCodeOf } from '../../support/accounts/authenticator-app';
import { addAccount, changeDuring, emptyAccounts, PASSWORD } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';
import { newestLink, type Visitor, visit } from '../../support/visitor';

const HERE = '/account/security';
const { it, site } = siteTest();
let ann: Visitor;

beforeEach(async () => {
  await emptyAccounts(site.db);
  await addAccount(site.db);
  ann = visit(site);
  await ann.signIn();
});

const letTimePass = () =>
  site.db.query(`update sessions set amr = '[{"method": "password", "timestamp": 1}]'`);
const eventsOf = async () =>
  (await site.db.query('select event from audit_log order by id')).rows.map(({ event }) => event as string);

async function owing(visitor = visit(site)) {
  const answer = await visitor.signIn();
  expect(answer.headers.get('location')).toMatch(/^\/auth\/second-factor/);
  return visitor;
}

describe('an authenticator app', () => {
  it('is set up with a QR code, a key and its first code, then required at sign-in', async () => {
    const { begun, page, key, done, codes, step, factor } = await setUpApp(ann);
    expect([begun.status, done.status]).toEqual([303, 200]);
    expect(page).toContain('aria-label="QR code for your authenticator app"');
    expect(page).toMatch(/<path d="M4 4h1v1h-1z/);
    expect(page).toContain(`otpauth://totp/`);
    expect(done.headers.get('cache-control')).toBe('no-store');
    expect(new Set(codes).size).toBe(10);
    const list = await (await ann.get(HERE)).text();
    expect(list).toContain('Phone');
    expect(list).toContain('10 codes are left');
    expect(list).not.toContain(codes[0]);
    expect(await (await ann.get(step)).text()).not.toContain(key.slice(0, 4).concat(' '));
    const again = await ann.post(step, { intent: 'finish-app', factor, code: totpCodeOf(key, 1) });
    expect(again.status).toBe(422);
    const other = await owing();
    expect((await other.get('/account')).headers.get('location')).toMatch(/^\/auth\/second-factor/);
    expect((await other.post('/auth/second-factor', { code: totpCodeOf(key, 1) })).status).toBe(303);
    expect((await other.get('/account')).status).toBe(200);
    expect(await eventsOf()).toEqual(expect.arrayContaining(['factor_added', 'recovery_codes_made']));
  });

  it('is not set up with a wrong code, and rejects a duplicate name', async () => {
    const begun = await ann.post(HERE, { intent: 'begin-app', name: 'Phone' });
    const step = begun.headers.get('location') ?? '';
    const factor = step.split('setup=')[1] ?? '';
    const wrong = await ann.post(step, { intent: 'finish-app', factor, code: '12345' });
    expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('That code is wrong')]);
    expect((await visit(site).signIn()).headers.get('location')).toBe('/');
    await setUpApp(ann);
    const twice = await ann.post(HERE, { intent: 'begin-app', name: 'Phone' });
    const text = await twice.text();
    expect([twice.status, text]).toEqual([422, expect.stringContaining('with this name')]);
    expect(text).toContain('value="Phone"');
  });

  it('is removed after confirmation, with its recovery codes', async () => {
    const { factor } = await setUpApp(ann);
    expect(await (await ann.get(`${HERE}?remove=${factor}`)).text()).toContain(
      'This is your only second factor',
    );
    expect((await ann.post(HERE, { intent: 'remove', factor })).status).toBe(303);
    expect(await (await ann.get(HERE)).text()).toContain('No second factor yet');
    expect((await site.db.query('select 1 from recovery_codes')).rowCount).toBe(0);
    expect((await visit(site).signIn()).headers.get('location')).toBe('/');
    expect(await eventsOf()).toContain('factor_removed');
  });

  it('is removed once by two parallel requests, and both say so', async () => {
    const { factor } = await setUpApp(ann);
    const remove = () => ann.post(HERE, { intent: 'remove', factor });
    const lock = 'select 1 from users for no key update';
    const answers = await changeDuring(site.db, lock, () => Promise.all([remove(), remove()]), 2);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect((await eventsOf()).filter((event) => event === 'factor_removed')).toHaveLength(1);
    const late = await remove();
    expect([late.status, await late.text()]).toEqual([
      422,
      expect.stringContaining('It may have been removed already.'),
    ]);
  });

  it('of another account cannot be used or removed', async () => {
    const { factor } = await setUpApp(ann);
    await addAccount(site.db, { email: 'bob@example.com' });
    const bob = visit(site);
    await bob.signIn('bob@example.com');
    expect((await bob.post(HERE, { intent: 'remove', factor })).status).toBe(422);
    expect(await (await bob.get(`${HERE}?setup=${factor}`)).text()).toContain('This setup has expired');
    expect((await bob.post(HERE, { intent: 'remove', factor: 'x' })).status).toBe(422);
    expect((await bob.post(HERE, { intent: 'new-codes' })).status).toBe(422);
  });
});

describe('a recovery code', () => {
  it('replaces the factor once, in any spelling', async () => {
    const { codes } = await setUpApp(ann);
    const [code = '', next = ''] = codes;
    const first = await owing();
    const page = await (await first.get('/auth/second-factor?redirect=%2Faccount&with=recovery')).text();
    expect(page).toContain('Recovery code');
    const used = await first.post('/auth/second-factor?redirect=%2Faccount&with=recovery', {
      recoveryCode: ` ${code.toUpperCase().replace('-', ' ')}`,
    });
    expect([used.status, used.headers.get('location')]).toEqual([303, '/account']);
    expect(await (await first.get(HERE)).text()).toContain('9 codes are left');
    const second = await owing();
    const again = await second.post('/auth/second-factor?with=recovery', { recoveryCode: code });
    expect([again.status, await again.text()]).toEqual([422, expect.stringContaining('already used')]);
    expect((await second.get('/account')).status).toBe(302);
    const many = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const visitor = await owing();
        return visitor.post('/auth/second-factor?with=recovery', { recoveryCode: next });
      }),
    );
    expect(many.filter(({ status }) => status === 303)).toHaveLength(1);
    expect((await eventsOf()).filter((event) => event === 'recovery_code_used')).toHaveLength(2);
    const { rows } = await site.db.query('select hash from recovery_codes');
    expect(rows.some(({ hash }) => codes.includes(hash))).toBe(false);
  });

  it('works only from the newest set and only for its owner', async () => {
    const { codes } = await setUpApp(ann);
    const made = await ann.post(HERE, { intent: 'new-codes' });
    const [fresh = ''] = listCodes(await made.text());
    await addAccount(site.db, { email: 'bob@example.com' });
    const bob = visit(site);
    await bob.signIn('bob@example.com');
    await setUpApp(bob);
    const other = visit(site);
    await other.signIn('bob@example.com');
    const post = (visitor: Visitor, recoveryCode: string) =>
      visitor.post('/auth/second-factor?with=recovery', { recoveryCode });
    expect((await post(other, fresh)).status).toBe(422);
    const visitor = await owing();
    expect((await post(visitor, codes[0] ?? '')).status).toBe(422);
    expect((await post(visitor, fresh)).status).toBe(303);
  });
});

describe('atomic changes', () => {
  it('creates exactly ten codes when several sets are requested simultaneously', async () => {
    await setUpApp(ann);
    const made = await Promise.all(Array.from({ length: 4 }, () => ann.post(HERE, { intent: 'new-codes' })));
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await site.db.query('select 1 from recovery_codes')).rowCount).toBe(10);
  });

  it('adds no factor and keeps all sessions when its recovery codes cannot be created', async () => {
    const begun = await ann.post(HERE, { intent: 'begin-app', name: 'Phone' });
    const step = begun.headers.get('location') ?? '';
    const page = await (await ann.get(step)).text();
    const key = /(?<=<code>)[A-Z2-7 ]{30,}(?=<\/code>)/.exec(page)?.[0].replaceAll(' ', '') ?? '';
    const finish = () =>
      ann.post(step, { intent: 'finish-app', factor: step.split('setup=')[1] ?? '', code: totpCodeOf(key) });
    await site.db.query('alter table recovery_codes add constraint broken check (false)');
    try {
      expect((await finish()).status).toBe(422);
    } finally {
      await site.db.query('alter table recovery_codes drop constraint broken');
    }
    expect(await (await ann.get(HERE)).text()).toContain('No second factor yet');
    expect((await site.db.query('select 1 from outbox')).rowCount).toBe(0);
    expect(listCodes(await (await finish()).text())).toHaveLength(10);
  });
});

describe('an emailed link', () => {
  it('sends users with a factor to that step without tokens in the address', async () => {
    const { key } = await setUpApp(ann);
    const visitor = visit(site);
    await visitor.post('/auth', { intent: 'forgot', email: 'ann@example.com' });
    const token = (await newestLink(site)).split('token=')[1] ?? '';
    const next = '/auth/second-factor?then=new-password';
    expect((await visitor.post('/auth/confirm', { token })).headers.get('location')).toBe(next);
    // The redirect has its own hash, so the browser does not carry over the previous one.
    expect((await visitor.get('/auth?reset=true')).headers.get('location')).toBe(`${next}#content`);
    const shown = await visitor.post(next, { code: totpCodeOf(key, 1) });
    expect(shown.headers.get('location')).toBe('/auth?reset=true');
    const done = await visitor.post('/auth?reset=true', { intent: 'new-password', password: 'a new tulip' });
    expect(done.headers.get('location')).toBe('/');
  });

  it('to a new address says that it is verified, and then asks for the factor', async () => {
    const { key } = await setUpApp(ann);
    const sent = await ann.post('/account', { intent: 'email', email: 'new@example.com' });
    expect(sent.status).toBe(303);
    const { rows } = await site.db.query(`select text from outbox where "to" = 'new@example.com'`);
    const visitor = visit(site);
    await visitor.post('/auth/confirm', { token: /token=([\w-]+)/.exec(rows[0].text)?.[1] ?? '' });
    const step = await (await visitor.get('/auth/second-factor')).text();
    expect(step).toContain('>Email verified successfully<');
    expect(step).toContain('>Use your second factor to finish signing in.<');
    expect(await (await visitor.get('/auth/second-factor')).text()).not.toContain('Email verified');
    const shown = await visitor.post('/auth/second-factor', { code: totpCodeOf(key, 1) });
    expect(shown.headers.get('location')).toBe('/');
    expect(await (await visitor.get('/account')).text()).toContain('new@example.com');
  });

  it.each([
    ['signup', '/auth/second-factor'],
    ['recovery', '/auth/second-factor?then=new-password'],
  ])('with tokens in the hash also requires the factor: %s', async (type, location) => {
    await setUpApp(ann);
    const client = connect(site);
    const { data } = await client.signInWithPassword({ email: 'ann@example.com', password: PASSWORD });
    const tokens = {
      access_token: data.session?.access_token ?? '',
      refresh_token: data.session?.refresh_token ?? '',
    };
    const visitor = visit(site);
    const taken = await visitor.post('/auth/session', { ...tokens, type, confirmed: 'yes' });
    expect([taken.status, taken.headers.get('location')]).toEqual([303, location]);
    // The hash may come from anyone.
    expect(await (await visitor.get(location)).text()).not.toContain('Email verified');
    expect((await visitor.get('/account')).headers.get('location')).toMatch(/^\/auth\/second-factor/);
  });
});

describe('account protection', () => {
  it('changes only after reauthentication, and keeps the input', async () => {
    await letTimePass();
    expect(await (await ann.get(HERE)).text()).toContain('Please confirm your identity');
    const asked = await ann.post(HERE, { intent: 'begin-app', name: 'My blue phone' });
    const text = await asked.text();
    expect([asked.status, text]).toEqual([422, expect.stringContaining('Please confirm your identity')]);
    expect(text).toContain('value="My blue phone"');
    const wrong = await ann.post(HERE, { intent: 'begin-app', name: 'x', proofPassword: 'not that' });
    expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('password is wrong')]);
    const right = await ann.post(HERE, { intent: 'begin-app', name: 'x', proofPassword: PASSWORD });
    expect(right.status).toBe(303);
    expect((await ann.post(HERE, { intent: 'begin-app', name: 'y' })).status).toBe(303);
  });

  it.each(['remove', 'new-codes', 'finish-app'])('requires reauthentication for %s', async (intent) => {
    const { factor } = await setUpApp(ann);
    await letTimePass();
    expect((await ann.post(HERE, { intent, factor, code: '123456' })).status).toBe(422);
    expect(await (await ann.get(HERE)).text()).toContain('10 codes are left');
  });

  it('requires reauthentication for a new address, and emails both addresses', async () => {
    await letTimePass();
    const asked = await ann.post('/account', { intent: 'email', email: 'new@example.com' });
    expect([asked.status, await asked.text()]).toEqual([
      422,
      expect.stringContaining('value="new@example.com"'),
    ]);
    expect((await site.db.query('select 1 from outbox')).rowCount).toBe(0);
    const fields = { intent: 'email', email: 'new@example.com', proofPassword: PASSWORD };
    expect((await ann.post('/account', fields)).status).toBe(303);
    const { rows } = await site.db.query('select "to" from outbox');
    expect(rows.map(({ to }) => to).sort()).toEqual(['ann@example.com', 'new@example.com']);
    expect((await visit(site).signIn()).status).toBe(303);
  });

  it('cancels a pending address change when the password changes', async () => {
    expect((await ann.post('/account', { intent: 'email', email: 'thief@example.com' })).status).toBe(303);
    const { rows } = await site.db.query(`select text from outbox where "to" = 'thief@example.com'`);
    const link = /https?:\/\/[^/\s]+(\/\S+)/.exec(rows[0].text)?.[1] ?? '';
    expect((await visit(site).get(link)).status).toBe(200);
    const fields = { intent: 'password', currentPassword: PASSWORD, password: 'a new tulip' };
    expect((await ann.post('/account', fields)).status).toBe(303);
    expect((await visit(site).get(link)).status).toBe(410);
  });

  it('does not let a session from an address change set a password, even with a pending recovery link', async () => {
    await visit(site).post('/auth?panel=forgot', { intent: 'forgot', email: 'ann@example.com' });
    expect((await ann.post('/account', { intent: 'email', email: 'new@example.com' })).status).toBe(303);
    const { rows } = await site.db.query(`select text from outbox where "to" = 'new@example.com'`);
    const token = /token=([\w-]+)/.exec(rows[0].text)?.[1] ?? '';
    const thief = visit(site);
    const confirmed = await thief.post('/auth/confirm', { token });
    const { hash, pathname } = new URL(confirmed.headers.get('location') ?? '', site.url);
    expect(pathname).toBe('/auth');
    const fields = { intent: 'new-password', password: 'a new tulip' };
    expect((await thief.post('/auth?reset=true', fields)).status).toBe(403);
    // This session does not count as reauthenticated either.
    expect((await thief.post(HERE, { intent: 'begin-app', name: 'x' })).status).toBe(422);
    const access = new URLSearchParams(hash.slice(1)).get('access_token');
    const byApi = (body: Record<string, string>) =>
      site.get('/auth/v1/user', {
        method: 'PUT',
        headers: { apikey: 'local-public-key', authorization: `Bearer ${access}` },
        body: JSON.stringify(body),
      });
    const refused = await byApi({ password: 'a new tulip' });
    expect(await refused.json()).toMatchObject({ error_code: 'reauthentication_needed' });
    expect((await byApi({ password: 'a new tulip', current_password: PASSWORD })).status).toBe(200);
  });

  it('accepts a code from a user without a password, who can then choose one', async () => {
    const { key } = await setUpApp(ann);
    await site.db.query('update users set password_hash = null');
    await letTimePass();
    const asked = await ann.post('/account', { intent: 'password', password: 'a new tulip' });
    expect([asked.status, await asked.text()]).toEqual([422, expect.stringContaining('proofCode')]);
    const fields = { intent: 'password', password: 'a new tulip' };
    expect((await ann.post('/account', { ...fields, proofCode: totpCodeOf(key, 500) })).status).toBe(422);
    expect((await ann.post('/account', { ...fields, proofCode: totpCodeOf(key, 1) })).status).toBe(303);
    expect((await visit(site).signIn('ann@example.com', 'a new tulip')).status).toBe(303);
  });

  it.each([
    [
      'code',
      (secret: string) => ({
        path: '/auth/second-factor',
        right: { code: totpCodeOf(secret, 1) },
        wrong: { code: totpCodeOf(secret, 500) },
      }),
    ],
    [
      'recovery code',
      (_: string, [recoveryCode = '']: string[]) => ({
        path: '/auth/second-factor?with=recovery',
        right: { recoveryCode },
        wrong: { recoveryCode: 'aaaaa-bbbbb' },
      }),
    ],
  ])('limits guesses of a %s by someone who knows the password, without locking the owner out', async (_, wayOf) => {
    const { key, codes } = await setUpApp(ann);
    const { path, right, wrong } = wayOf(key, codes);
    const thief = visit(site);
    for (let tried = 0; tried < 10; tried += 1) {
      // A new session does not reset the count.
      if (tried % 5 === 0) await thief.signIn();
      expect((await thief.post(path, wrong)).status).toBe(422);
    }
    await thief.signIn();
    expect((await thief.post(path, right)).status).toBe(429);
    await ann.post('/auth/sign-out', {});
    await ann.signIn();
    expect((await ann.get('/account')).status).toBe(302);
    expect((await ann.post(path, right)).status).toBe(303);
    expect((await ann.get('/account')).status).toBe(200);
  });

  it('limits guesses of codes in a known browser', async () => {
    const { key, codes } = await setUpApp(ann);
    await ann.post('/auth/sign-out', {});
    await ann.signIn();
    const path = '/auth/second-factor';
    for (let tried = 0; tried < 10; tried += 1)
      expect((await ann.post(path, { code: totpCodeOf(key, 500) })).status).toBe(422);
    expect((await ann.post(path, { code: totpCodeOf(key, 1) })).status).toBe(429);
    const recovered = await ann.post(`${path}?with=recovery`, { recoveryCode: codes[0] ?? '' });
    expect(recovered.status).toBe(303);
  });

  it('limits guesses of passwords, even simultaneous ones', async () => {
    await letTimePass();
    const guess = (proofPassword: string) =>
      ann.post(HERE, { intent: 'begin-app', name: 'x', proofPassword });
    const answers = await Promise.all(Array.from({ length: 14 }, () => guess('not that')));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(422), ...Array(4).fill(429)]);
    expect((await guess(PASSWORD)).status).toBe(429);
  });

  it('does not block a signed-in user when a stranger fails to sign in', async () => {
    await letTimePass();
    const stranger = visit(site);
    for (let tried = 0; tried < 11; tried += 1) await stranger.signIn('ann@example.com', 'not that');
    expect((await visit(site).signIn()).status).toBe(429);
    const fields = { intent: 'begin-app', name: 'x', proofPassword: PASSWORD };
    expect((await ann.post(HERE, fields)).status).toBe(303);
    const change = { intent: 'password', currentPassword: PASSWORD, password: 'a new tulip' };
    expect((await ann.post('/account', change)).status).toBe(303);
  });

  it('accepts each recovery code once from a user without a password', async () => {
    const { codes } = await setUpApp(ann);
    await site.db.query('update users set password_hash = null');
    const change = (proofCode: string) => ann.post(HERE, { intent: 'begin-app', name: 'x', proofCode });
    await letTimePass();
    expect((await change(codes[0] ?? '')).status).toBe(303);
    await letTimePass();
    const again = await change(codes[0] ?? '');
    expect([again.status, await again.text()]).toEqual([422, expect.stringContaining('already used')]);
    expect((await change(codes[1] ?? '')).status).toBe(303);
  });

  it('notifies the owner by email of every change', async () => {
    const { factor } = await setUpApp(ann);
    await ann.post(HERE, { intent: 'new-codes' });
    await ann.post(HERE, { intent: 'remove', factor });
    await ann.post(HERE, { intent: 'begin-app', name: 'Begun' });
    const { rows } = await site.db.query('select "to", subject, text from outbox order by created_at, id');
    expect(rows.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      'ann@example.com: A second factor was added to your account',
      'ann@example.com: New recovery codes were created for your account',
      'ann@example.com: A second factor was removed from your account',
    ]);
    expect(rows[0].text).toContain('“Phone”');
  });

  it('notifies the owner of a used recovery code with time and device', async () => {
    const { codes } = await setUpApp(ann);
    const stranger = await owing();
    await stranger.post('/auth/second-factor?with=recovery', { recoveryCode: 'aaaaa-bbbbb' });
    const noticeQuery = `select "to", text from outbox where subject = 'A recovery code was used for your account'`;
    expect((await site.db.query(noticeQuery)).rows).toEqual([]);
    await stranger.post(
      '/auth/second-factor?with=recovery',
      { recoveryCode: codes[0] ?? '' },
      { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' },
    );
    const { rows } = await site.db.query(noticeQuery);
    expect(rows).toMatchObject([{ to: 'ann@example.com' }]);
    expect(rows[0].text).toContain(`UTC, from Firefox on Windows · ${stranger.address}.`);
  });

  it('requires the passkey of a user who has no other factor', async () => {
    await site.db.query(
      "insert into mfa_factors (user_id, type, name, status) select id, 'webauthn', 'Key', 'verified' from users",
    );
    const visitor = await owing();
    const page = await visitor.get('/auth/second-factor?redirect=%2Faccount');
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Use Passkey')]);
    expect((await visitor.get(HERE)).headers.get('location')).toMatch(/^\/auth\/second-factor/);
    expect((await visitor.post(HERE, { intent: 'new-codes' })).status).toBe(302);
    const fields = {
      fullName: 'Eve',
      email: 'eve@example.com',
      currentPassword: PASSWORD,
      password: 'a tulip',
    };
    for (const intent of ['name', 'email', 'password'])
      expect((await visitor.post('/account', { intent, ...fields })).status).toBe(302);
    expect((await visitor.post('/account/passkey', { name: 'x' })).status).toBe(302);
    expect((await visitor.post('/account/passkey', { name: 'x', version: '' })).status).toBe(401);
  });

  it('rejects answers that no passkey signed', async () => {
    const stranger = visit(site);
    const asked = await stranger.post('/auth/passkey', { step: 'sign-in', intent: 'ask' });
    const { options } = (await asked.json()) as { options: { challenge: string } };
    const answer = JSON.stringify({ id: 'abc', response: { userHandle: 'x' }, challenge: options.challenge });
    for (const step of ['sign-in', 'second-factor', ''])
      for (const shown of [answer, '{}', 'x', ''])
        expect(
          (await stranger.post('/auth/passkey', { step, intent: 'show', answer: shown })).status,
        ).toBeOneOf([401, 422]);
    expect((await ann.post('/auth/passkey', { step: 'second-factor', intent: 'ask' })).status).toBe(422);
    expect(stranger.cookies.has('__Host-session')).toBe(false);
  });

  it('requires a signed-in user', async () => {
    const answer = await visit(site).get(HERE);
    expect(answer.headers.get('location')).toBe('/auth?redirect=%2Faccount%2Fsecurity');
    expect((await ann.post(HERE, { intent: 'anything' })).status).toBe(400);
  });
});
