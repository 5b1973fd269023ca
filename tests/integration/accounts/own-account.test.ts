// Exporting and deleting your own account.
import { beforeEach, describe, expect } from 'vitest';
import { addAccount, addArticle, emptyAccounts, emptyMagazine, PASSWORD } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit } from '../../support/visitor';

const DELETE = '/account/delete';
const EXPORT = '/account/export';
const EMAIL = 'ann@example.com';

const { it, site } = siteTest();
let ann: Visitor;
let id: string;

beforeEach(async () => {
  await emptyMagazine(site.db);
  await emptyAccounts(site.db);
  id = await addAccount(site.db, { email: EMAIL, fullName: 'Ann Reader' });
  ann = visit(site);
  await ann.signIn();
});

const isThere = async () =>
  (await site.db.query('select 1 from users where id = $1', [id])).rows.length === 1;
const signedInLongAgo = () =>
  site.db.query(
    `update sessions set amr = '[{"method": "password", "timestamp": 1}]', created_at = now() - interval '2 hours'`,
  );

const download = async () => JSON.parse(await (await ann.post(`${EXPORT}/file`, {})).text());

describe('the export', () => {
  it('contains all personal data and no secrets', async () => {
    await addArticle(site.db, { slug: 'escrow', title: 'Escrow' });
    await ann.post('/api/articles/escrow/mine', { intent: 'save' });
    await ann.post('/account', { intent: 'name', fullName: 'Ann Otherwise' });
    await site.db.query(
      `insert into leads (email, status, won_kind, won_from) values ('Ann@example.com', 'confirmed', 'referral', 'news.example'),
         ('bob@example.com', 'confirmed', null, null)`,
    );
    await addAccount(site.db, { email: 'bob@example.com', fullName: 'Bob' });
    const page = await (await ann.get(EXPORT)).text();
    expect(page).toContain(`action="${EXPORT}/file"`);
    const answer = await ann.post(`${EXPORT}/file`, {});
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="my-data-[\d-]+\.json"$/,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const text = await answer.text();
    const data = JSON.parse(text);
    expect(data).toMatchObject({
      account: { id, email: EMAIL, hasPassword: true },
      profile: { fullName: 'Ann Otherwise', role: null },
      readingList: [{ title: 'Escrow', slug: 'escrow' }],
      newsletter: {
        email: 'Ann@example.com',
        status: 'confirmed',
        cameFrom: 'referral',
        cameFromName: 'news.example',
      },
      signInWays: { providers: [], secondFactors: [], recoveryCodesLeft: 0 },
    });
    expect(data.sessions).toHaveLength(1);
    expect(data.actions.map(({ event }: { event: string }) => event)).toContain('user_updated');
    const { rows } = await site.db.query('select password_hash from users where id = $1', [id]);
    expect(text).not.toContain(rows[0].password_hash);
    expect(text).not.toMatch(/scrypt|hash"|secret"|bob@example/i);
  });

  it('omits saved articles that readers can no longer see', async () => {
    await addArticle(site.db, { slug: 'escrow', title: 'Escrow' });
    await ann.post('/api/articles/escrow/mine', { intent: 'save' });
    await site.db.query("update articles set status = 'draft', title = 'Embargoed'");
    expect((await download()).readingList).toEqual([]);
  });

  it('lists every sign-in method and record of this person only', async () => {
    const bob = await addAccount(site.db, { email: 'xann@example.com', fullName: 'Bob' });
    for (const [who, name] of [
      [id, 'Phone'],
      [bob, 'Not hers'],
    ])
      await site.db.query(
        `with factor as (insert into mfa_factors (user_id, type, name, status, secret)
          values ($1, 'webauthn', $2, 'unverified', 'sealed'))
        insert into identities (user_id, provider, provider_id, data) values ($1, 'acme', $2, '{"name": "Ann at Acme"}')`,
        [who, name],
      );
    await ann.post('/account', { intent: 'email', email: 'later@example.com' });
    await site.db.query(
      `with lead as (insert into leads (email, status) values ('ann@example.com', 'confirmed') returning id),
        issue as (insert into newsletter_issues (issue_date) values ('2026-01-06') returning id)
      insert into newsletter_deliveries (issue_id, lead_id, status, call)
      select issue.id, lead.id, 'sent', gen_random_uuid() from issue, lead`,
    );
    await visit(site).signIn(EMAIL, 'wrong');
    await visit(site).signIn('xann@example.com', 'wrong');
    const data = await download();
    expect(data).toMatchObject({
      signInWays: {
        providers: [{ provider: 'acme', id: 'Phone', said: { name: 'Ann at Acme' } }],
        secondFactors: [{ type: 'webauthn', name: 'Phone' }],
      },
      mailedLinks: [{ for: 'email_change', newEmail: 'later@example.com' }],
      newsletter: { letters: [{ issue: '2026-01-06', status: 'sent' }] },
      doneByOthers: [{ event: 'sign_in_failed' }],
    });
    expect(JSON.stringify(data)).not.toMatch(/sealed|Not hers|xann/);
    // While the address is unverified, the subscription is left out: it may belong to someone else.
    await site.db.query('update users set email_verified_at = null where id = $1', [id]);
    expect((await download()).newsletter).toBeNull();
  });

  it('includes unpublished articles for current staff only', async () => {
    const setRole = (role: string | null) =>
      site.db.query('update profiles set role = $2 where user_id = $1', [id, role]);
    await setRole('admin');
    await addAccount(site.db, { email: 'boss@example.com', role: 'admin' });
    for (const status of ['draft', 'published'] as const) {
      const article = await addArticle(site.db, { title: `A ${status} one`, status });
      await site.db.query('update articles set owner_id = $1 where id = $2', [id, article]);
      await site.db.query(
        `insert into article_drafts (id, user_id, article_id, base_version, fields)
        values (gen_random_uuid(), $1, $2, 1, '{"title": "Embargoed"}')`,
        [id, article],
      );
    }
    await site.db.query(
      `insert into audit_log (actor_id, event, subject, details) values
        ($1, 'article_updated', 'Embargoed', '{"changes": {"title": {"from": "Embargoed", "to": "Embargoed"}}}'),
        ($1, 'user_invited', 'secret-source@example.com', '{}')`,
      [id],
    );
    const hidden = /Embargoed|A draft one|secret-source/;
    const titles = async () =>
      (await download()).articlesWritten.map(({ title }: { title: string }) => title).sort();
    expect(await titles()).toEqual(['A draft one', 'A published one']);
    expect((await download()).unsavedTexts).toHaveLength(2);
    await setRole(null);
    expect(await titles()).toEqual(['A published one']);
    const demoted = await download();
    expect(JSON.stringify(demoted)).not.toMatch(hidden);
    expect(demoted.actions.map(({ event }: { event: string }) => event)).toContain('article_updated');
    await setRole('admin');
    await site.db.query(`insert into settings (key, value) values ('site', '{"requireSecondFactor": true}')`);
    expect(JSON.stringify(await download())).not.toMatch(hidden);
  });

  it("includes an author's own drafts and published articles, but no drafts of others", async () => {
    await site.db.query("update profiles set role = 'author' where user_id = $1", [id]);
    for (const [title, status, owner] of [
      ['My draft', 'draft', id],
      ['Out already', 'published', null],
      ['Embargoed', 'draft', null],
    ] as const) {
      const article = await addArticle(site.db, { title, status });
      await site.db.query('update articles set owner_id = $2 where id = $1', [article, owner]);
      await site.db.query(
        `with version as (insert into article_revisions (article_id, version, cause, actor_id, snapshot)
            values ($1, 1, 'editor', $2, '{}')),
          typed as (insert into article_drafts (id, user_id, article_id, base_version, fields)
            values (gen_random_uuid(), $2, $1, 1, jsonb_build_object('title', $3::text)))
        insert into audit_log (actor_id, event, subject, details)
          values ($2, 'article_updated', $3, jsonb_build_object('id', $1::text))`,
        [article, id, title],
      );
    }
    const data = await download();
    expect(JSON.stringify(data)).not.toContain('Embargoed');
    expect(data.versionsSaved.map(({ article }: { article: string }) => article).sort()).toEqual([
      'My draft',
      'Out already',
    ]);
    const changes = data.actions.filter(({ event }: { event: string }) => event === 'article_updated');
    expect(changes.map(({ subject }: { subject: string | null }) => subject).sort()).toEqual([
      'My draft',
      null,
      null,
    ]);
  });

  it('omits events from a previous owner of the address', async () => {
    const bob = await addAccount(site.db, { email: 'bob@example.com' });
    await site.db.query(
      `insert into audit_log (at, actor_id, event, subject, details) values
        (now(), $1, 'user_updated', $2, '{"what": "name", "from": "Bob", "to": "Robert"}'),
        (now(), $1, 'signed_in', $2, '{}'),
        (now() - interval '1 day', null, 'sign_in_failed', $2, '{}'),
        (now(), $1, 'user_disabled', $2, '{}')`,
      [bob, EMAIL],
    );
    expect((await download()).doneByOthers).toMatchObject([{ event: 'user_disabled' }]);
  });

  it('requires reauthentication when the last sign-in is too old', async () => {
    await signedInLongAgo();
    const refused = await ann.post(`${EXPORT}/file`, {});
    expect([refused.status, refused.headers.get('location')]).toEqual([303, EXPORT]);
    const page = await (await ann.get(EXPORT)).text();
    expect(page).toContain('name="proofPassword"');
    expect(page).not.toContain('Download My Data');
    const wrong = await ann.post(EXPORT, { proofPassword: 'a wrong one' });
    expect([wrong.status, visibleTextOf(await wrong.text())]).toEqual([
      422,
      expect.stringContaining('The password is wrong.'),
    ]);
    expect((await ann.post(`${EXPORT}/file`, {})).status).toBe(303);
    expect((await ann.post(EXPORT, { proofPassword: PASSWORD })).status).toBe(303);
    expect((await download()).account.email).toBe(EMAIL);
  });

  it('rejects links and requests from other sites', async () => {
    const linked = await ann.get(`${EXPORT}/file`);
    expect([linked.status, linked.headers.get('location')]).toEqual([302, EXPORT]);
    const external = await ann.post(`${EXPORT}/file`, {}, { origin: 'https://evil.test' });
    expect([external.status, await external.text()]).toEqual([403, expect.not.stringContaining(EMAIL)]);
  });

  it('requires a signed-in user', async () => {
    expect((await visit(site).get(EXPORT)).headers.get('location')).toBe(
      '/auth?redirect=%2Faccount%2Fexport',
    );
    expect((await visit(site).post(`${EXPORT}/file`, {})).headers.get('location')).toMatch(/^\/auth\?/);
  });
});

describe('deleting the account', () => {
  it('deletes all personal data and keeps articles with their byline', async () => {
    const article = await addArticle(site.db, { slug: 'escrow', author: 'Ann Reader' });
    await site.db.query('update articles set owner_id = $1 where id = $2', [id, article]);
    await ann.post('/api/articles/escrow/mine', { intent: 'save' });
    const page = visibleTextOf(await (await ann.get(DELETE)).text());
    for (const expected of ['What is deleted', 'What stays', 'Type ann@example.com to confirm'])
      expect(page).toContain(expected);
    const gone = await ann.post(DELETE, { intent: 'delete', word: ' Ann@example.com' });
    expect([gone.status, gone.headers.get('location')]).toEqual([303, '/']);
    expect([...ann.cookies.keys()].filter((name) => /session|member/.test(name))).toEqual([]);
    expect(visibleTextOf(await (await ann.get('/')).text())).toContain('Account deleted');
    expect(await isThere()).toBe(false);
    for (const table of ['sessions', 'profiles', 'reading_list'])
      expect((await site.db.query(`select * from ${table}`)).rows, table).toEqual([]);
    const { rows } = await site.db.query('select author, owner_id from articles');
    expect(rows).toEqual([{ author: 'Ann Reader', owner_id: null }]);
    expect((await ann.signIn()).status).not.toBe(303);
  });

  it('requires typing the email address', async () => {
    const refused = await ann.post(DELETE, { intent: 'delete', word: 'ann' });
    expect(refused.status).toBe(422);
    expect(visibleTextOf(await refused.text())).toContain('Type ann@example.com to confirm.');
    expect(await isThere()).toBe(true);
  });

  it('requires reauthentication when the last sign-in is too old', async () => {
    await signedInLongAgo();
    const form = { intent: 'delete', word: EMAIL };
    for (const proofPassword of ['', 'a wrong one']) {
      const refused = await ann.post(DELETE, { ...form, proofPassword });
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(await isThere()).toBe(true);
    }
    expect((await ann.post(DELETE, { ...form, proofPassword: PASSWORD })).status).toBe(303);
    expect(await isThere()).toBe(false);
  });

  it('is rejected for the last admin and allowed once there is another', async () => {
    await site.db.query("update profiles set role = 'admin' where user_id = $1", [id]);
    const refused = await ann.post(DELETE, { intent: 'delete', word: EMAIL });
    expect(refused.status).toBe(409);
    expect(visibleTextOf(await refused.text())).toContain('You are the last admin');
    expect(await isThere()).toBe(true);
    await addAccount(site.db, { email: 'boss@example.com', role: 'admin' });
    expect((await ann.post(DELETE, { intent: 'delete', word: EMAIL })).status).toBe(303);
    expect(await isThere()).toBe(false);
  });

  it('rejects forms from other origins', async () => {
    const external = await ann.post(
      DELETE,
      { intent: 'delete', word: EMAIL },
      { origin: 'https://evil.test' },
    );
    expect(external.status).toBe(403);
    expect(await isThere()).toBe(true);
  });
});
