// What the audit log removes after 180 days and when an account is deleted.
import { beforeEach, describe, expect } from 'vitest';
import { connectAdmin } from '../../support/accounts/auth-client';
import { addAccount, addArticle, emptyAccounts } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';
import { newestLink, type Visitor, visit } from '../../support/visitor';

const DAY_MS = 24 * 3600 * 1000;
const { it, site } = siteTest();
let boss: Visitor;

beforeEach(async () => {
  await emptyAccounts(site.db);
  await site.empty('tags');
  await addAccount(site.db, { email: 'boss@example.com', role: 'admin', fullName: 'Alex Morgan' });
  boss = visit(site);
  await boss.signIn('boss@example.com');
});

const lines = async () =>
  (await site.db.query('select event, actor_id, subject, address, details from audit_log order by id')).rows;
const readLog = async () => visibleTextOf(await (await boss.get('/admin/audit')).text());
const addTag = (who: Visitor, name: string) =>
  who.post('/admin/tags', { intent: 'create', name, slug: '', description: '' });

describe('after 180 days', () => {
  it('deletes sign-ins and removes the addresses of changes', async () => {
    await visit(site).signIn('nobody@example.com', 'wrong');
    expect((await addTag(boss, 'Escrow')).status).toBe(303);
    await site.runCron(new Date(Date.now() + 179 * DAY_MS));
    const remaining = await lines();
    expect(remaining.map(({ event }) => event)).toEqual(['signed_in', 'sign_in_failed', 'tag_created']);
    expect(remaining.every(({ address }) => address)).toBe(true);
    await site.runCron(new Date(Date.now() + 181 * DAY_MS));
    expect(await lines()).toMatchObject([{ event: 'tag_created', subject: 'Escrow', address: null }]);
    expect(await readLog()).toMatch(/Alex Morgan\s*created the tag “Escrow”/);
  });

  it('deletes ended sessions except the last one, which loses its address', async () => {
    const id = await addAccount(site.db, { email: 'ann@example.com' });
    await visit(site).signIn('ann@example.com');
    await visit(site).signIn('ann@example.com');
    const sessions = async () =>
      (await site.db.query('select address from sessions where user_id = $1', [id])).rows;
    await site.runCron(new Date(Date.now() + 209 * DAY_MS));
    expect(await sessions()).toEqual([{ address: expect.any(String) }, { address: expect.any(String) }]);
    await site.runCron(new Date(Date.now() + 211 * DAY_MS));
    expect(await sessions()).toEqual([{ address: null }]);
  });

  it('deletes emailed links and preview links earlier, 30 days after they expired', async () => {
    const article = await addArticle(site.db);
    const hashes = async () =>
      (
        await site.db.query(
          'select hash from one_time_tokens union all select hash from article_previews order by 1',
        )
      ).rows.map(({ hash }) => hash);
    await site.db.query('delete from one_time_tokens');
    for (const [name, days] of [
      ['recent', 29],
      ['old', 31],
    ] as const)
      await site.db.query(
        `with token as (
           insert into one_time_tokens (hash, user_id, purpose, new_email, expires_at)
           select $1 || ' token', id, 'email_change', 'typo@example.com', now() - make_interval(days => $2) from users limit 1
         ) insert into article_previews (hash, article_id, expires_at) values ($1 || ' preview', $3, now() - make_interval(days => $2))`,
        [name, days, article],
      );
    await site.runCron();
    expect(await hashes()).toEqual(['recent preview', 'recent token']);
  });

  it('still distinguishes an anonymous person from the system', async () => {
    await site.db.query(`insert into audit_log (event, subject, address, details) values
      ('tag_created', 'By hand', '10.0.0.9', '{}'), ('tag_created', 'By itself', null, '{}')`);
    await site.runCron(new Date(Date.now() + 181 * DAY_MS));
    const log = await readLog();
    expect(log).toMatch(/Someone\s*created the tag “By hand”/);
    expect(log).toMatch(/The magazine\s*created the tag “By itself”/);
    expect(log).not.toContain('10.0.0.9');
  });
});

describe('a deleted account', () => {
  const ED = 'ed_50@example.com';
  const tracesOf = async (...values: string[]) => {
    const text = JSON.stringify(await lines());
    return values.filter((value) => text.toLowerCase().includes(value.toLowerCase()));
  };

  it('of staff keeps the name with its actions and neither of its addresses', async () => {
    const id = await addAccount(site.db, { email: 'old@example.com', role: 'editor', fullName: 'Ed Editor' });
    const ed = visit(site);
    await visit(site).signIn('old@example.com', 'wrong');
    await ed.signIn('old@example.com');
    await ed.post('/account', { intent: 'email', email: ED });
    const { rows } = await site.db.query('select text from outbox where "to" = $1', [ED]);
    const token = /token=([\w-]+)/.exec(rows[0].text)?.[1] ?? '';
    await ed.post('/auth/confirm', { token });
    await ed.signIn(ED);
    await addTag(ed, 'Escrow');
    await boss.post('/admin/people', { intent: 'disable', id });
    await boss.post('/admin/people', { intent: 'enable', id });
    await ed.signIn(ED.toUpperCase());
    expect(await tracesOf(ED, 'old@example.com', ed.address)).toHaveLength(3);
    expect((await ed.post('/account/delete', { intent: 'delete', word: ED })).status).toBe(303);
    const traces = await tracesOf(ED, ed.address, 'old@example.com');
    expect(traces).toEqual([]);
    expect((await lines()).filter(({ actor_id }) => actor_id === id)).toEqual([]);
    const log = await readLog();
    expect(log).toMatch(/Ed Editor\s*created the tag “Escrow”/);
    expect(log).toMatch(/Alex Morgan\s*disabled the account of someone/);
    expect(log).toMatch(/Ed Editor\s*deleted their own account/);
    // Entries of the boss's own actions keep the boss's address.
    expect((await lines()).find(({ event }) => event === 'user_disabled')?.address).toBe(boss.address);
  });

  it('leaves no address that an operator or an undone change replaced', async () => {
    const id = await addAccount(site.db, { email: 'old@example.com' });
    await visit(site).signIn('old@example.com');
    await site.db.query(
      "insert into audit_log (actor_id, event, subject, details) values ($1, 'user_email_changed', 'other@example.com', '{}')",
      [id],
    );
    const operator = connectAdmin(site);
    expect((await operator.updateUserById(id, { email: 'new@example.com' })).error).toBeNull();
    const addresses = ['old@example.com', 'other@example.com', 'new@example.com'];
    expect(await tracesOf(...addresses)).toContain('old@example.com');
    expect((await operator.deleteUser(id)).error).toBeNull();
    expect(await tracesOf(...addresses)).toEqual([]);
  });

  it('changes no entries that another person left under the same address', async () => {
    const bob = await addAccount(site.db, { email: 'office@example.com' });
    const alice = await addAccount(site.db, { email: 'alice@example.com' });
    await addAccount(site.db, { email: 'desk@example.com' });
    await site.db.query(
      `insert into audit_log (actor_id, event, subject, address, details) values
        ($1, 'signed_in', 'office@example.com', '10.0.0.1', '{}'),
        ($1, 'user_updated', 'office@example.com', '10.0.0.1', '{"what": "email", "to": "alice@example.com"}'),
        ($2, 'user_updated', 'desk@example.com', '10.0.0.2', '{"what": "email", "to": "victim@example.com"}'),
        (null, 'sign_in_failed', 'desk@example.com', '10.0.0.3', '{}'),
        (null, 'sign_in_failed', 'victim@example.com', '10.0.0.3', '{}'),
        (null, 'sign_in_failed', 'office@example.com', '10.0.0.3', '{}')`,
      [alice, bob],
    );
    const before = await lines();
    await site.db.query('delete from users where id = $1', [bob]);
    const after = await lines();
    const changed = after.filter((line, place) => JSON.stringify(line) !== JSON.stringify(before[place]));
    expect(changed).toEqual([
      {
        event: 'user_updated',
        actor_id: null,
        subject: null,
        address: null,
        details: { what: 'email', who: 'A deleted account' },
      },
      {
        event: 'sign_in_failed',
        actor_id: null,
        subject: null,
        address: null,
        details: { who: 'Someone' },
      },
    ]);
  });

  it('of a reader leaves no name, with the service key too', async () => {
    const id = await addAccount(site.db, { email: 'ann@example.com', fullName: 'Ann Reader' });
    const ann = visit(site);
    await visit(site).signIn('ann@example.com', 'wrong');
    await ann.signIn();
    await ann.post('/account', { intent: 'name', fullName: 'Ann Otherwise' });
    await addAccount(site.db, { email: 'hanna@example.com' });
    await visit(site).signIn('hanna@example.com');
    expect((await connectAdmin(site).deleteUser(id)).error).toBeNull();
    expect(await tracesOf('"ann@', 'Ann Reader', 'Otherwise', ann.address)).toEqual([]);
    expect(await tracesOf('hanna@example.com')).toHaveLength(1);
    const log = await readLog();
    expect(log).toMatch(/A deleted account\s*changed their name/);
    expect(log).toContain('deleted the account of someone');
    expect(log).toMatch(/Someone\s*failed to sign in as someone/);
    const page = visibleTextOf(await (await boss.get('/account/delete')).text());
    expect(page).toContain(
      'Your email and IP addresses are removed from it immediately, and sign-ins after 180 days',
    );
    expect(await newestLink(site)).toBe('/page/contact');
  });
});
