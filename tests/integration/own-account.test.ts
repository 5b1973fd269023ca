// What belongs to a person: taking it along, and having it deleted.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { addAccount, addArticle, emptyAccounts, emptyMagazine, PASSWORD } from '../support/factory';
import { textOf } from '../support/html';
import { type Site, startSite } from '../support/site';
import { type Visitor, visit } from '../support/visitor';

const DELETE = '/account/delete';
const EMAIL = 'ann@example.com';

let site: Site;
let ann: Visitor;
let id: string;

beforeAll(async () => {
  site = await startSite({ databaseServer: inject('databaseServer') });
});
beforeEach(async () => {
  await emptyMagazine(site.db);
  await emptyAccounts(site.db);
  id = await addAccount(site.db, { email: EMAIL, fullName: 'Ann Reader' });
  ann = visit(site);
  await ann.signIn();
});
afterAll(() => site.stop());

const isThere = async () =>
  (await site.db.query('select 1 from users where id = $1', [id])).rows.length === 1;
const signedInLongAgo = () =>
  site.db.query(
    `update sessions set amr = '[{"method": "password", "timestamp": 1}]', created_at = now() - interval '2 hours'`,
  );

describe('the export', () => {
  it('is a file with all that is kept about the person, and no secrets', async () => {
    await addArticle(site.db, { slug: 'escrow', title: 'Escrow' });
    await ann.post('/api/articles/escrow/mine', { intent: 'save' });
    await ann.post('/account', { intent: 'name', fullName: 'Ann Otherwise' });
    await site.db.query(
      "insert into leads (email, status) values ('Ann@example.com', 'confirmed'), ('bob@example.com', 'confirmed')",
    );
    await addAccount(site.db, { email: 'bob@example.com', fullName: 'Bob' });
    const answer = await ann.get('/account/export');
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
      newsletter: { email: 'Ann@example.com', status: 'confirmed' },
      signInWays: { providers: [], secondFactors: [], recoveryCodesLeft: 0 },
    });
    expect(data.sessions).toHaveLength(1);
    expect(data.actions.map(({ event }: { event: string }) => event)).toContain('user_updated');
    const { rows } = await site.db.query('select password_hash from users where id = $1', [id]);
    expect(text).not.toContain(rows[0].password_hash);
    expect(text).not.toMatch(/scrypt|hash"|secret"|bob@example/i);
  });

  it('tells nothing of saved articles that readers may not see any more', async () => {
    await addArticle(site.db, { slug: 'escrow', title: 'Escrow' });
    await ann.post('/api/articles/escrow/mine', { intent: 'save' });
    await site.db.query("update articles set status = 'draft', title = 'Embargoed'");
    const data = JSON.parse(await (await ann.get('/account/export')).text());
    expect(data.readingList).toEqual([]);
  });

  it('is for whoever is signed in alone', async () => {
    expect((await visit(site).get('/account/export')).headers.get('location')).toBe(
      '/auth?redirect=%2Faccount%2Fexport',
    );
  });
});

describe('deleting the account', () => {
  it('takes everything of the person along, and leaves articles with their byline', async () => {
    const article = await addArticle(site.db, { slug: 'escrow', author: 'Ann Reader' });
    await site.db.query('update articles set owner_id = $1 where id = $2', [id, article]);
    await ann.post('/api/articles/escrow/mine', { intent: 'save' });
    const page = textOf(await (await ann.get(DELETE)).text());
    for (const words of ['What is deleted', 'What stays', 'Type ann@example.com to confirm'])
      expect(page).toContain(words);
    const gone = await ann.post(DELETE, { intent: 'delete', word: ' Ann@example.com' });
    expect([gone.status, gone.headers.get('location')]).toEqual([303, '/']);
    expect([...ann.cookies.keys()].filter((name) => /session|member/.test(name))).toEqual([]);
    expect(textOf(await (await ann.get('/')).text())).toContain('Account deleted');
    expect(await isThere()).toBe(false);
    for (const table of ['sessions', 'profiles', 'reading_list'])
      expect((await site.db.query(`select * from ${table}`)).rows, table).toEqual([]);
    const { rows } = await site.db.query('select author, owner_id from articles');
    expect(rows).toEqual([{ author: 'Ann Reader', owner_id: null }]);
    expect((await ann.signIn()).status).not.toBe(303);
  });

  it('wants the address to be typed', async () => {
    const refused = await ann.post(DELETE, { intent: 'delete', word: 'ann' });
    expect(refused.status).toBe(422);
    expect(textOf(await refused.text())).toContain('Type ann@example.com to confirm.');
    expect(await isThere()).toBe(true);
  });

  it('wants to know who sits there when they signed in a while ago', async () => {
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

  it('is refused to the last admin, and to nobody when there is another', async () => {
    await site.db.query("update profiles set role = 'admin' where user_id = $1", [id]);
    const refused = await ann.post(DELETE, { intent: 'delete', word: EMAIL });
    expect(refused.status).toBe(409);
    expect(textOf(await refused.text())).toContain('You are the last admin');
    expect(await isThere()).toBe(true);
    await addAccount(site.db, { email: 'boss@example.com', role: 'admin' });
    expect((await ann.post(DELETE, { intent: 'delete', word: EMAIL })).status).toBe(303);
    expect(await isThere()).toBe(false);
  });

  it('takes no form from elsewhere', async () => {
    const foreign = await ann.post(
      DELETE,
      { intent: 'delete', word: EMAIL },
      { origin: 'https://evil.test' },
    );
    expect(foreign.status).toBe(403);
    expect(await isThere()).toBe(true);
  });
});
