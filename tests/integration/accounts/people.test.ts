// The People page: invitations, roles, disabling accounts, and the audit log entries of each.
import { beforeEach, describe, expect } from 'vitest';
import { connect, connectAdmin } from '../../support/accounts/auth-client';
import { addAccount, emptyAccounts, PASSWORD } from '../../support/factory';
import { hrefsOf, visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';
import { newestLink, type Visitor, visit } from '../../support/visitor';

const { it, site } = siteTest();
let boss: Visitor;
const ids: Record<string, string> = {};

beforeEach(async () => {
  await emptyAccounts(site.db);
  await site.db.query('delete from audit_log');
  ids.boss = await addAccount(site.db, { email: 'boss@example.com', role: 'admin', fullName: 'Alex Morgan' });
  ids.ed = await addAccount(site.db, { email: 'ed@example.com', role: 'editor', fullName: 'Ed Editor' });
  ids.ann = await addAccount(site.db, { email: 'ann@example.com', fullName: 'Ann Reader' });
  boss = visit(site);
  await boss.signIn('boss@example.com');
});

const PEOPLE = '/admin/people';
const send = (fields: Record<string, string>, who = boss) => who.post(PEOPLE, fields);

async function logged() {
  const { rows } = await site.db.query(
    "select event, subject from audit_log where event like 'user%' order by id",
  );
  return rows.map(({ event, subject }) => `${event} ${subject}`);
}

async function roleOf(id: string | undefined) {
  return (await site.db.query('select role from profiles where user_id = $1', [id])).rows[0]?.role;
}

describe('the list', () => {
  it('shows staff first, others on request, and searches by name and address', async () => {
    const staff = visibleTextOf(await (await boss.get(PEOPLE)).text());
    expect(staff).toMatch(/Alex Morgan\s*\(you\)\s*boss@example.com\s*Admin\s*Active/);
    expect(staff).toMatch(/Ed Editor\s*ed@example.com\s*Editor\s*Active\s*Never\s*0/);
    expect(staff).not.toContain('Ann Reader');
    const readers = visibleTextOf(await (await boss.get(`${PEOPLE}?who=readers`)).text());
    expect(readers).toContain('Ann Reader');
    expect(readers).not.toContain('ed@example.com');
    const found = visibleTextOf(await (await boss.get(`${PEOPLE}?who=all&search=ANN%40`)).text());
    expect(found).toContain('1 account');
    expect(visibleTextOf(await (await boss.get(`${PEOPLE}?search=nobody-at-all`)).text())).toContain(
      'No people found',
    );
  });

  it.each(['new', 'role', 'disable', 'enable', 'sign-out'])('closes the dialog %s', async (kind) => {
    const html = await (await boss.get(`${PEOPLE}?search=ed&${kind}=${ids.ed}`)).text();
    const [dialog = ''] = /<dialog[\s\S]*<\/dialog>/.exec(html) ?? [];
    expect(new Set(hrefsOf(dialog, PEOPLE))).toEqual(new Set(['?search=ed']));
  });

  it('explains each role in one sentence, also where one is chosen', async () => {
    const [list, dialog] = await Promise.all(
      [PEOPLE, `${PEOPLE}?role=${ids.ed}`].map(async (path) =>
        visibleTextOf(await (await boss.get(path)).text()),
      ),
    );
    for (const [role, text] of [
      ['Admin', 'Manages everything, including settings and people.'],
      [
        'Editor',
        'Edits and publishes all articles, manages categories, tags, authors, pages and images, and sees the readership report.',
      ],
      ['Sales', 'Manages ads, their reports and calls to action, and sees the readership report.'],
      ['Audience', 'Manages leads, the newsletter and calls to action, and sees the readership report.'],
      ['Author', 'Writes their own drafts, which editors publish.'],
      ['Reader', 'Has an account, but no access to Newsroom.'],
    ]) {
      expect(list).toMatch(new RegExp(`${role}\\s*${text}`));
    }
    // The dialog explains the role that is chosen.
    expect(dialog?.match(/Edits and publishes all articles/g)).toHaveLength(2);
    expect((await send({ intent: 'role', id: ids.ed ?? '', role: 'audience' })).status).toBe(303);
    expect(await roleOf(ids.ed)).toBe('audience');
    const log = visibleTextOf(await (await boss.get('/admin/audit')).text());
    expect(log).toContain('made ed@example.com an audience manager');
  });

  it('counts open sessions and shows the last sign-in', async () => {
    await visit(site).signIn('ed@example.com');
    await visit(site).signIn('ed@example.com');
    const text = visibleTextOf(await (await boss.get(PEOPLE)).text());
    expect(text).toMatch(/ed@example.com\s*Editor\s*Active\s*[A-Z][a-z]{2} \d+, \d{4}.*?[AP]M\s*2/);
  });
});

describe('an invitation', () => {
  it('lets the invited person choose a password and opens the admin', async () => {
    const invited = await send({
      intent: 'invite',
      email: 'new@example.com',
      fullName: 'Nia New',
      role: 'author',
    });
    expect([invited.status, invited.headers.get('location')]).toEqual([303, PEOPLE]);
    expect(visibleTextOf(await (await boss.get(PEOPLE)).text())).toMatch(
      /Nia New\s*new@example.com\s*Author\s*Invited/,
    );
    const nia = visit(site);
    expect((await nia.signIn('new@example.com', 'any password at all')).status).toBe(422);
    const link = await newestLink(site);
    expect((await nia.get(link)).status).toBe(200);
    const accepted = await nia.post(link, {});
    expect(accepted.headers.get('location')).toMatch(/^\/auth\?reset=true#/);
    const chosen = await nia.post('/auth?reset=true', { intent: 'new-password', password: PASSWORD });
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/admin']);
    const later = await visit(site).signIn('new@example.com', PASSWORD);
    expect(later.headers.get('location')).toBe('/admin');
    expect((await visit(site).get(link)).status).toBe(410);
    expect(visibleTextOf(await (await boss.get(PEOPLE)).text())).toMatch(/new@example.com\s*Author\s*Active/);
    expect(await logged()).toContain('user_invited new@example.com');
  });

  it('is sent again only to people who have not accepted', async () => {
    await send({ intent: 'invite', email: 'new@example.com', fullName: 'Nia New', role: 'editor' });
    const first = await newestLink(site);
    const { rows } = await site.db.query("select id from users where email = 'new@example.com'");
    expect((await send({ intent: 'invite-again', id: rows[0].id })).status).toBe(303);
    const second = await newestLink(site);
    expect(second).not.toBe(first);
    expect((await visit(site).get(first)).status).toBe(410);
    expect((await visit(site).post(first, {})).headers.get('set-cookie') ?? '').not.toContain('session=');
    expect((await visit(site).get(second)).status).toBe(200);
    expect((await send({ intent: 'invite-again', id: ids.ed ?? '' })).status).toBe(422);
  });

  it('discards the password of a stranger who signs up with the address', async () => {
    await send({ intent: 'invite', email: 'new@example.com', fullName: 'Nia New', role: 'admin' });
    const invitation = await newestLink(site);
    const typed = {
      intent: 'sign-up',
      fullName: 'Not Nia',
      email: 'new@example.com',
      password: 'of a stranger',
    };
    await visit(site).post('/auth', typed);
    const verification = await newestLink(site);
    expect(verification).not.toBe(invitation);
    expect((await visit(site).post(verification, {})).status).toBe(303);
    expect((await visit(site).signIn('new@example.com', 'of a stranger')).status).toBe(422);
    expect((await site.db.query("select 1 from profiles where full_name = 'Not Nia'")).rowCount).toBe(0);
    // Signing in another way makes the invitation invalid.
    expect((await visit(site).get(invitation)).status).toBe(410);
  });

  it('is rejected for an address with an account, and keeps the input', async () => {
    const { rows: before } = await site.db.query('select count(*)::int as mails from outbox');
    for (const [typed, reason] of [
      [{ email: 'ED@example.com', fullName: 'Ed Again', role: 'author' }, 'Change its role in the list'],
      [{ email: 'no address', fullName: 'Ed Again', role: 'author' }, 'valid email address'],
      [{ email: 'x@example.com', fullName: 'Ed Again', role: 'owner' }, 'Choose a role'],
    ] as const) {
      const refused = await boss.post(`${PEOPLE}?new`, { intent: 'invite', ...typed });
      const html = await refused.text();
      expect(refused.status).toBe(422);
      expect(html).toContain('value="Ed Again"');
      expect(visibleTextOf(html)).toContain(reason);
    }
    const { rows: after } = await site.db.query('select count(*)::int as mails from outbox');
    expect(after).toEqual(before);
    expect(await roleOf(ids.ed)).toBe('editor');
  });
});

describe('an account', () => {
  it('gets a new role and has to sign in again', async () => {
    const ed = visit(site);
    await ed.signIn('ed@example.com');
    const dialog = visibleTextOf(await (await boss.get(`${PEOPLE}?role=${ids.ed}`)).text());
    expect(dialog).toContain('signs them out on all devices');
    expect((await send({ intent: 'role', id: ids.ed ?? '', role: 'author' })).status).toBe(303);
    expect(await roleOf(ids.ed)).toBe('author');
    expect((await ed.get('/admin')).headers.get('location')).toMatch(/^\/auth/);
    await ed.signIn('ed@example.com');
    expect((await ed.get('/admin/categories')).status).toBe(403);
    await send({ intent: 'role', id: ids.ed ?? '', role: 'reader' });
    expect(await roleOf(ids.ed)).toBeNull();
    expect((await visit(site).signIn('ed@example.com')).headers.get('location')).toBe('/');
    expect((await send({ intent: 'role', id: ids.ed ?? '', role: 'owner' })).status).toBe(422);
    const log = visibleTextOf(await (await boss.get('/admin/audit')).text());
    expect(log).toContain('made ed@example.com an author');
    expect(log).toContain('made ed@example.com a reader');
  });

  it('is disabled: all sessions end immediately, and sign-in fails until it is enabled', async () => {
    const ed = visit(site);
    await ed.signIn('ed@example.com');
    const client = connect(site);
    const credentials = { email: 'ed@example.com', password: PASSWORD };
    expect((await client.signInWithPassword(credentials)).error).toBeNull();
    const asked = visibleTextOf(await (await boss.get(`${PEOPLE}?disable=${ids.ed}`)).text());
    expect(asked).toContain('Are you sure you want to disable this account?');
    expect((await send({ intent: 'disable', id: ids.ed ?? '' })).status).toBe(303);
    expect((await ed.get('/admin')).headers.get('location')).toMatch(/^\/auth/);
    expect(visibleTextOf(await (await visit(site).signIn('ed@example.com')).text())).toContain('suspended');
    expect((await client.getUser()).error).not.toBeNull();
    expect((await client.refreshSession()).error).not.toBeNull();
    expect((await connect(site).signInWithPassword(credentials)).error?.code).toBe('user_banned');
    const { rows } = await site.db.query(
      'select count(*)::int as live from sessions where user_id = $1 and revoked_at is null',
      [ids.ed],
    );
    expect(rows).toEqual([{ live: 0 }]);
    expect(visibleTextOf(await (await boss.get(PEOPLE)).text())).toMatch(
      /ed@example.com\s*Editor\s*Disabled/,
    );
    expect((await send({ intent: 'enable', id: ids.ed ?? '' })).status).toBe(303);
    expect((await visit(site).signIn('ed@example.com')).headers.get('location')).toBe('/admin');
    expect(await logged()).toEqual(['user_disabled ed@example.com', 'user_enabled ed@example.com']);
  });

  it('rejects a session that started while the account was being disabled', async () => {
    const ed = visit(site);
    await ed.signIn('ed@example.com');
    const client = connect(site);
    await client.signInWithPassword({ email: 'ed@example.com', password: PASSWORD });
    // Simulates sessions opened just before the ban was written and after it had looked for sessions.
    await site.db.query("update users set banned_until = now() + interval '1 day' where id = $1", [ids.ed]);
    expect((await ed.get('/admin')).headers.get('location')).toMatch(/^\/auth/);
    expect((await client.getUser()).data.user).toBeNull();
    expect((await client.refreshSession()).data.session).toBeNull();
  });

  it('is signed out everywhere', async () => {
    const [one, two] = [visit(site), visit(site)];
    await one.signIn('ed@example.com');
    await two.signIn('ed@example.com');
    expect((await send({ intent: 'sign-out', id: ids.ed ?? '' })).status).toBe(303);
    for (const browser of [one, two])
      expect((await browser.get('/admin')).headers.get('location')).toMatch(/^\/auth/);
    expect((await one.signIn('ed@example.com')).status).toBe(303);
    expect(await logged()).toContain('user_signed_out ed@example.com');
  });

  it('returns 404 when it does not exist', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000';
    expect((await boss.get(`${PEOPLE}?disable=${nobody}`)).status).toBe(404);
    for (const intent of ['role', 'disable', 'enable', 'sign-out', 'invite-again'])
      expect((await send({ intent, id: nobody, role: 'editor' })).status).toBe(404);
  });
});

describe('after an old sign-in', () => {
  const letTimePass = () =>
    site.db.query(`update sessions set amr = '[{"method": "password", "timestamp": 1}]'`);
  const proof = { proofPassword: PASSWORD };

  it.each([
    ['invite', 'new', { email: 'new@example.com', fullName: 'Nia New', role: 'author' }],
    ['role', 'role', { role: 'author' }],
    ['disable', 'disable', {}],
    ['enable', 'enable', {}],
  ])('requires reauthentication in the form itself: %s', async (intent, dialog, choices) => {
    const id = ids.ed ?? '';
    const at = `${PEOPLE}?${dialog}=${intent === 'invite' ? '' : id}`;
    if (intent === 'enable')
      await site.db.query("update users set banned_until = now() + interval '1 day' where id = $1", [id]);
    expect(await (await boss.get(at)).text()).not.toContain('name="proofPassword"');
    await letTimePass();
    const before = await logged();
    const fields = { intent, ...(intent !== 'invite' && { id }), ...choices };
    const asked = await boss.post(at, fields);
    const html = await asked.text();
    expect(asked.status).toBe(422);
    expect(visibleTextOf(html)).toContain('Please confirm your identity.');
    expect(html).toContain('name="proofPassword"');
    if ('role' in choices)
      expect(html).toMatch(/<option[^>]*value="author"[^>]*selected|selected=""[^>]*value="author"/);
    if ('email' in choices) expect(html).toContain('value="Nia New"');
    const wrong = await boss.post(at, { ...fields, proofPassword: 'not this one' });
    expect([wrong.status, visibleTextOf(await wrong.text())]).toEqual([
      422,
      expect.stringContaining('The password is wrong.'),
    ]);
    expect(await logged()).toEqual(before);
    expect((await boss.post(at, { ...fields, ...proof })).status).toBe(303);
    expect((await logged()).length).toBe(before.length + 1);
    // The password is not required again for ten minutes.
    expect(await (await boss.get(at)).text()).not.toContain('name="proofPassword"');
  });

  it('signs someone out without reauthentication, because that is urgent', async () => {
    await letTimePass();
    expect((await send({ intent: 'sign-out', id: ids.ed ?? '' })).status).toBe(303);
  });
});

describe('admins', () => {
  it('cannot change their own account here', async () => {
    const changes: Record<string, string>[] = [
      { intent: 'role', role: 'reader' },
      { intent: 'disable' },
      { intent: 'sign-out' },
    ];
    for (const fields of changes) {
      const refused = await send({ ...fields, id: ids.boss ?? '' });
      expect([fields.intent, refused.status]).toEqual([fields.intent, 403]);
    }
    expect(await roleOf(ids.boss)).toBe('admin');
    expect((await boss.get(PEOPLE)).status).toBe(200);
  });

  it('always keep one admin when two remove each other simultaneously', async () => {
    await addAccount(site.db, { email: 'two@example.com', role: 'admin', fullName: 'Two' });
    const two = visit(site);
    await two.signIn('two@example.com');
    const { rows } = await site.db.query("select id from users where email = 'two@example.com'");
    const answers = await Promise.all([
      send({ intent: 'disable', id: rows[0].id }),
      send({ intent: 'role', id: ids.boss ?? '', role: 'reader' }, two),
    ]);
    const { rows: left } = await site.db.query(
      `select 1 from users u join profiles p on p.user_id = u.id where p.role = 'admin' and u.banned_until is null`,
    );
    expect([left.length, answers.filter(({ status }) => status === 303).length]).toEqual([1, 1]);
  });

  it.each([
    [
      'each deletes their own account',
      (one: Visitor, two: Visitor) => [
        one.post('/account/delete', { intent: 'delete', word: 'boss@example.com' }),
        two.post('/account/delete', { intent: 'delete', word: 'two@example.com' }),
      ],
    ],
    [
      'one leaves and the service key makes the other a reader',
      (one: Visitor, _: Visitor, id: string) => [
        one.post('/account/delete', { intent: 'delete', word: 'boss@example.com' }),
        connectAdmin(site).updateUserById(id, { app_metadata: { role: null } }),
      ],
    ],
    [
      'the service key deletes both',
      (_: Visitor, __: Visitor, id: string) => [
        connectAdmin(site).deleteUser(id),
        connectAdmin(site).deleteUser(ids.boss ?? ''),
      ],
    ],
  ])('always keep one admin when, simultaneously, %s', async (_, act) => {
    const id = await addAccount(site.db, { email: 'two@example.com', role: 'admin', fullName: 'Two' });
    const two = visit(site);
    await two.signIn('two@example.com');
    await Promise.all<unknown>(act(boss, two, id));
    const { rows } = await site.db.query("select 1 from profiles where role = 'admin'");
    expect(rows).toHaveLength(1);
  });

  it('include an account that became an admin while the request was waiting', async () => {
    // While the boss's form about Ed is being processed, Ed becomes an admin and the boss stops being one.
    await site.db.query('begin');
    await site.db.query("select pg_advisory_xact_lock(hashtextextended('the last admin', 0))");
    const disabling = send({ intent: 'disable', id: ids.ed ?? '' });
    const waiting =
      'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))';
    while ((await site.db.query(waiting)).rowCount === 0) await new Promise(setImmediate);
    await site.db.query("update profiles set role = 'admin' where user_id = $1", [ids.ed]);
    await site.db.query('update profiles set role = null where user_id = $1', [ids.boss]);
    await site.db.query('commit');
    expect((await disabling).status).toBe(409);
    const { rows } = await site.db.query('select banned_until from users where id = $1', [ids.ed]);
    expect(rows).toEqual([{ banned_until: null }]);
  });

  it('change the same roles as the service key', async () => {
    const ed = visit(site);
    await ed.signIn('ed@example.com');
    const made = await connectAdmin(site).updateUserById(ids.ed ?? '', { app_metadata: { role: 'author' } });
    expect(made.data.user?.app_metadata.role).toBe('author');
    expect(await roleOf(ids.ed)).toBe('author');
    expect((await ed.get('/admin')).headers.get('location')).toMatch(/^\/auth/);
  });

  it('are counted only while they can sign in', async () => {
    const disabled = await addAccount(site.db, { email: 'disabled@example.com', role: 'admin' });
    await site.db.query("update users set banned_until = now() + interval '1 day' where id = $1", [disabled]);
    const temporary = await addAccount(site.db, { email: 'three@example.com', role: 'admin' });
    const three = visit(site);
    await three.signIn('three@example.com');
    expect((await send({ intent: 'disable', id: ids.boss ?? '' }, three)).status).toBe(303);
    await site.db.query('update users set banned_until = null where id = $1', [disabled]);
    const fourth = visit(site);
    await fourth.signIn('disabled@example.com');
    expect((await send({ intent: 'role', id: temporary, role: 'editor' }, fourth)).status).toBe(303);
    expect((await send({ intent: 'role', id: disabled, role: 'editor' }, fourth)).status).toBe(403);
  });
});
