// Second factors on the pages: set up, asked for, recovered from, removed.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { connect } from '../support/auth-client';
import { codeOf, listCodes, setUpApp } from '../support/authenticator-app';
import { addAccount, emptyAccounts, PASSWORD } from '../support/factory';
import { type Site, startSite } from '../support/site';
import { newestLink, type Visitor, visit } from '../support/visitor';

const HERE = '/account/security';
let site: Site;
let ann: Visitor;

beforeAll(async () => {
  site = await startSite({ databaseServer: inject('databaseServer') });
});
beforeEach(async () => {
  await emptyAccounts(site.db);
  await addAccount(site.db);
  ann = visit(site);
  await ann.signIn();
});
afterAll(() => site.stop());

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
  it('is set up with a picture, a key and its first code, and asked for from then on', async () => {
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
    const again = await ann.post(step, { intent: 'finish-app', factor, code: codeOf(key, 1) });
    expect(again.status).toBe(422);
    const other = await owing();
    expect((await other.get('/account')).headers.get('location')).toMatch(/^\/auth\/second-factor/);
    expect((await other.post('/auth/second-factor', { code: codeOf(key, 1) })).status).toBe(303);
    expect((await other.get('/account')).status).toBe(200);
    expect(await eventsOf()).toEqual(expect.arrayContaining(['factor_added', 'recovery_codes_made']));
  });

  it('is not set up by a wrong code, and a name is taken once', async () => {
    const begun = await ann.post(HERE, { intent: 'begin-app', name: 'Phone' });
    const step = begun.headers.get('location') ?? '';
    const factor = step.split('setup=')[1] ?? '';
    const wrong = await ann.post(step, { intent: 'finish-app', factor, code: '12345' });
    expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('That code is wrong')]);
    expect((await visit(site).signIn()).headers.get('location')).toBe('/');
    await setUpApp(ann);
    const twice = await ann.post(HERE, { intent: 'begin-app', name: 'Phone' });
    const text = await twice.text();
    expect([twice.status, text]).toEqual([422, expect.stringContaining('of this name already')]);
    expect(text).toContain('value="Phone"');
  });

  it('is removed after a question, and with it what it was asked for', async () => {
    const { factor } = await setUpApp(ann);
    expect(await (await ann.get(`${HERE}?remove=${factor}`)).text()).toContain('It is your only one');
    expect((await ann.post(HERE, { intent: 'remove', factor })).status).toBe(303);
    expect(await (await ann.get(HERE)).text()).toContain('There is none yet');
    expect((await site.db.query('select 1 from recovery_codes')).rowCount).toBe(0);
    expect((await visit(site).signIn()).headers.get('location')).toBe('/');
    expect(await eventsOf()).toContain('factor_removed');
  });

  it('of somebody else is not there', async () => {
    const { factor } = await setUpApp(ann);
    await addAccount(site.db, { email: 'bob@example.com' });
    const bob = visit(site);
    await bob.signIn('bob@example.com');
    expect((await bob.post(HERE, { intent: 'remove', factor })).status).toBe(422);
    expect(await (await bob.get(`${HERE}?setup=${factor}`)).text()).toContain('not there any more');
    expect((await bob.post(HERE, { intent: 'remove', factor: 'x' })).status).toBe(422);
    expect((await bob.post(HERE, { intent: 'new-codes' })).status).toBe(422);
  });
});

describe('a recovery code', () => {
  it('stands in for the factor once, however it is typed', async () => {
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
    expect([again.status, await again.text()]).toEqual([422, expect.stringContaining('used already')]);
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

  it('of the last ten works, of those before no more, and of nobody else', async () => {
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

describe('all or nothing', () => {
  it('codes that are made many times at once are ten', async () => {
    await setUpApp(ann);
    const made = await Promise.all(Array.from({ length: 4 }, () => ann.post(HERE, { intent: 'new-codes' })));
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await site.db.query('select 1 from recovery_codes')).rowCount).toBe(10);
  });

  it('a factor whose first codes cannot be made is not there, and nobody is signed out', async () => {
    const begun = await ann.post(HERE, { intent: 'begin-app', name: 'Phone' });
    const step = begun.headers.get('location') ?? '';
    const page = await (await ann.get(step)).text();
    const key = /(?<=<code>)[A-Z2-7 ]{30,}(?=<\/code>)/.exec(page)?.[0].replaceAll(' ', '') ?? '';
    const finish = () =>
      ann.post(step, { intent: 'finish-app', factor: step.split('setup=')[1] ?? '', code: codeOf(key) });
    await site.db.query('alter table recovery_codes add constraint broken check (false)');
    try {
      expect((await finish()).status).toBe(422);
    } finally {
      await site.db.query('alter table recovery_codes drop constraint broken');
    }
    expect(await (await ann.get(HERE)).text()).toContain('There is none yet');
    expect((await site.db.query('select 1 from outbox')).rowCount).toBe(0);
    expect(listCodes(await (await finish()).text())).toHaveLength(10);
  });
});

describe('a link of a mail', () => {
  it('leads whoever has a factor to it, and carries no tokens there', async () => {
    const { key } = await setUpApp(ann);
    const visitor = visit(site);
    await visitor.post('/auth', { intent: 'forgot', email: 'ann@example.com' });
    const token = (await newestLink(site)).split('token=')[1] ?? '';
    const next = '/auth/second-factor?then=new-password';
    expect((await visitor.post('/auth/confirm', { token })).headers.get('location')).toBe(next);
    // A hash of its own: what stands in the address before is not carried over.
    expect((await visitor.get('/auth?reset=true')).headers.get('location')).toBe(`${next}#content`);
    const shown = await visitor.post(next, { code: codeOf(key, 1) });
    expect(shown.headers.get('location')).toBe('/auth?reset=true');
    const done = await visitor.post('/auth?reset=true', { intent: 'new-password', password: 'a new tulip' });
    expect(done.headers.get('location')).toBe('/');
  });

  it.each([
    ['signup', '/auth/second-factor'],
    ['recovery', '/auth/second-factor?then=new-password'],
  ])('whose tokens come in the hash leads there too: %s', async (type, location) => {
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
    expect((await visitor.get('/account')).headers.get('location')).toMatch(/^\/auth\/second-factor/);
  });
});

describe('what protects an account', () => {
  it('changes only after the person showed again who they are, and nothing typed is lost', async () => {
    await letTimePass();
    expect(await (await ann.get(HERE)).text()).toContain('please confirm that it is you');
    const asked = await ann.post(HERE, { intent: 'begin-app', name: 'My blue phone' });
    const text = await asked.text();
    expect([asked.status, text]).toEqual([422, expect.stringContaining('Please confirm that it is you')]);
    expect(text).toContain('value="My blue phone"');
    const wrong = await ann.post(HERE, { intent: 'begin-app', name: 'x', proofPassword: 'not that' });
    expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('password is wrong')]);
    const right = await ann.post(HERE, { intent: 'begin-app', name: 'x', proofPassword: PASSWORD });
    expect(right.status).toBe(303);
    expect((await ann.post(HERE, { intent: 'begin-app', name: 'y' })).status).toBe(303);
  });

  it.each(['remove', 'new-codes', 'finish-app'])('%s wants that too', async (intent) => {
    const { factor } = await setUpApp(ann);
    await letTimePass();
    expect((await ann.post(HERE, { intent, factor, code: '123456' })).status).toBe(422);
    expect(await (await ann.get(HERE)).text()).toContain('10 codes are left');
  });

  it('a change of address wants that, tells both addresses, and waits for the new one', async () => {
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

  it('a new password ends a change of address that somebody else began', async () => {
    expect((await ann.post('/account', { intent: 'email', email: 'thief@example.com' })).status).toBe(303);
    const { rows } = await site.db.query(`select text from outbox where "to" = 'thief@example.com'`);
    const link = /https?:\/\/[^/\s]+(\/\S+)/.exec(rows[0].text)?.[1] ?? '';
    expect((await visit(site).get(link)).status).toBe(200);
    const fields = { intent: 'password', currentPassword: PASSWORD, password: 'a new tulip' };
    expect((await ann.post('/account', fields)).status).toBe(303);
    expect((await visit(site).get(link)).status).toBe(410);
  });

  it('a session that a new address opened sets no password, though a recovery link lay open beside it', async () => {
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
    // Nor does it show who sits there.
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

  it('who has no password shows a code, and may choose a password then', async () => {
    const { key } = await setUpApp(ann);
    await site.db.query('update users set password_hash = null');
    await letTimePass();
    const asked = await ann.post('/account', { intent: 'password', password: 'a new tulip' });
    expect([asked.status, await asked.text()]).toEqual([422, expect.stringContaining('proofCode')]);
    const fields = { intent: 'password', password: 'a new tulip' };
    expect((await ann.post('/account', { ...fields, proofCode: codeOf(key, 500) })).status).toBe(422);
    expect((await ann.post('/account', { ...fields, proofCode: codeOf(key, 1) })).status).toBe(303);
    expect((await visit(site).signIn('ann@example.com', 'a new tulip')).status).toBe(303);
  });

  it.each([
    [
      'code',
      (secret: string) => ({
        path: '/auth/second-factor',
        right: { code: codeOf(secret, 1) },
        wrong: { code: codeOf(secret, 500) },
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
  ])('whoever knows the password guesses no %s, and shuts the owner out by no guessing', async (_, wayOf) => {
    const { key, codes } = await setUpApp(ann);
    const { path, right, wrong } = wayOf(key, codes);
    const thief = visit(site);
    for (let tried = 0; tried < 10; tried += 1) {
      // Another session does not begin another count.
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

  it('codes cannot be guessed where the owner is known either', async () => {
    const { key, codes } = await setUpApp(ann);
    await ann.post('/auth/sign-out', {});
    await ann.signIn();
    const path = '/auth/second-factor';
    for (let tried = 0; tried < 10; tried += 1)
      expect((await ann.post(path, { code: codeOf(key, 500) })).status).toBe(422);
    expect((await ann.post(path, { code: codeOf(key, 1) })).status).toBe(429);
    const recovered = await ann.post(`${path}?with=recovery`, { recoveryCode: codes[0] ?? '' });
    expect(recovered.status).toBe(303);
  });

  it('passwords cannot be guessed there, not by many tries at once either', async () => {
    await letTimePass();
    const guess = (proofPassword: string) =>
      ann.post(HERE, { intent: 'begin-app', name: 'x', proofPassword });
    const answers = await Promise.all(Array.from({ length: 14 }, () => guess('not that')));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(422), ...Array(4).fill(429)]);
    expect((await guess(PASSWORD)).status).toBe(429);
  });

  it('a stranger who fails to sign in does not stop whoever is signed in', async () => {
    await letTimePass();
    const stranger = visit(site);
    for (let tried = 0; tried < 11; tried += 1) await stranger.signIn('ann@example.com', 'not that');
    expect((await visit(site).signIn()).status).toBe(429);
    const fields = { intent: 'begin-app', name: 'x', proofPassword: PASSWORD };
    expect((await ann.post(HERE, fields)).status).toBe(303);
    const change = { intent: 'password', currentPassword: PASSWORD, password: 'a new tulip' };
    expect((await ann.post('/account', change)).status).toBe(303);
  });

  it('who has no password may show a recovery code, once', async () => {
    const { codes } = await setUpApp(ann);
    await site.db.query('update users set password_hash = null');
    const change = (proofCode: string) => ann.post(HERE, { intent: 'begin-app', name: 'x', proofCode });
    await letTimePass();
    expect((await change(codes[0] ?? '')).status).toBe(303);
    await letTimePass();
    const again = await change(codes[0] ?? '');
    expect([again.status, await again.text()]).toEqual([422, expect.stringContaining('used already')]);
    expect((await change(codes[1] ?? '')).status).toBe(303);
  });

  it('is told to its owner by mail when it changes', async () => {
    const { factor } = await setUpApp(ann);
    await ann.post(HERE, { intent: 'new-codes' });
    await ann.post(HERE, { intent: 'remove', factor });
    await ann.post(HERE, { intent: 'begin-app', name: 'Begun' });
    const { rows } = await site.db.query('select "to", subject, text from outbox order by created_at, id');
    expect(rows.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      'ann@example.com: A second factor was added to your account',
      'ann@example.com: New recovery codes were made for your account',
      'ann@example.com: A second factor was removed from your account',
    ]);
    expect(rows[0].text).toContain('“Phone”');
  });

  it('a recovery code that is used is told to its owner, with when and from where', async () => {
    const { codes } = await setUpApp(ann);
    const stranger = await owing();
    await stranger.post('/auth/second-factor?with=recovery', { recoveryCode: 'aaaaa-bbbbb' });
    const told = `select "to", text from outbox where subject = 'A recovery code was used for your account'`;
    expect((await site.db.query(told)).rows).toEqual([]);
    await stranger.post(
      '/auth/second-factor?with=recovery',
      { recoveryCode: codes[0] ?? '' },
      { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' },
    );
    const { rows } = await site.db.query(told);
    expect(rows).toMatchObject([{ to: 'ann@example.com' }]);
    expect(rows[0].text).toContain(`UTC, from Firefox on Windows · ${stranger.address}.`);
  });

  it('whoever has a passkey alone is asked for it, whichever door made it', async () => {
    await site.db.query(
      "insert into mfa_factors (user_id, type, name, status) select id, 'webauthn', 'Key', 'verified' from users",
    );
    const visitor = await owing();
    const page = await visitor.get('/auth/second-factor?redirect=%2Faccount');
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Use your passkey')]);
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
    expect((await visitor.post('/account/passkey', { name: 'x', stamp: '' })).status).toBe(401);
  });

  it('what no passkey signed opens nothing', async () => {
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

  it('nobody who is not signed in comes there', async () => {
    const answer = await visit(site).get(HERE);
    expect(answer.headers.get('location')).toBe('/auth?redirect=%2Faccount%2Fsecurity');
    expect((await ann.post(HERE, { intent: 'anything' })).status).toBe(400);
  });
});
