// Articles that users save to read later.
import { beforeEach, describe, expect } from 'vitest';
import { addAccount, addArticle, emptyAccounts, emptyMagazine } from '../../support/factory';
import { hrefsOf, visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit, visitAsMember } from '../../support/visitor';

const LIST = '/account/reading-list';

const { it, site } = siteTest({ pageCache: 'on' });
let ann: Visitor;

beforeEach(async () => {
  await emptyMagazine(site.db);
  await emptyAccounts(site.db);
  ann = await visitAsMember(site);
});

const save = (who: Visitor, slug: string, intent = 'save') =>
  who.post(`/api/articles/${slug}/mine`, { intent });
const mine = async (who: Visitor, slug: string) => (await who.get(`/api/articles/${slug}/mine`)).json();

async function listOf(who: Visitor, path = LIST): Promise<string[]> {
  const page = await who.get(path);
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const html = await page.text();
  return [...new Set(hrefsOf(html.slice(html.indexOf('<main'), html.indexOf('</main>')), '/article/'))];
}

describe('the reading list', () => {
  it('lists saved articles newest first, without duplicates', async () => {
    for (const slug of ['one', 'two', 'three']) await addArticle(site.db, { slug });
    expect(await site.text('/article/one')).toContain('action="/api/articles/one/mine"');
    for (const slug of ['two', 'one', 'two']) {
      const saved = await save(ann, slug);
      expect([saved.status, saved.headers.get('location')]).toEqual([303, `/article/${slug}`]);
    }
    expect(await (await ann.get('/article/two')).text()).toContain('Saved to your reading list');
    expect(await listOf(ann)).toEqual(['one', 'two']);
    expect([await mine(ann, 'one'), await mine(ann, 'three')]).toEqual([
      { rest: null, saved: true },
      { rest: null, saved: false },
    ]);
  });

  it('answers scripts with JSON', async () => {
    await addArticle(site.db, { slug: 'one' });
    const ask = (who: Visitor, slug: string, intent: string) =>
      who.post(`/api/articles/${slug}/mine`, { intent }, { accept: 'application/json' });
    expect(await (await ask(ann, 'one', 'save')).json()).toEqual({ saved: true });
    expect(await (await ask(ann, 'one', 'remove')).json()).toEqual({ saved: false });
    expect(await listOf(ann)).toEqual([]);
    expect((await ask(ann, 'none', 'save')).status).toBe(404);
    expect((await ask(visit(site), 'one', 'save')).status).toBe(401);
    const external = await ann.post(
      '/api/articles/one/mine',
      { intent: 'save' },
      { origin: 'https://evil.test' },
    );
    expect(external.status).toBe(403);
    expect(await listOf(ann)).toEqual([]);
  });

  it('is private to each user', async () => {
    await addArticle(site.db, { slug: 'one' });
    await save(ann, 'one');
    await addAccount(site.db, { email: 'bob@example.com' });
    const bob = visit(site);
    await bob.signIn('bob@example.com');
    expect(visibleTextOf(await (await bob.get(LIST)).text())).toContain('Nothing saved yet');
    await bob.post(LIST, { intent: 'remove', slug: 'one' });
    expect(await listOf(ann)).toEqual(['one']);
  });

  it('sends visitors to sign in, then offers to save the article', async () => {
    await addArticle(site.db, { slug: 'one', title: 'Escrow' });
    const visitor = visit(site);
    const sent = await save(visitor, 'one');
    expect(sent.status).toBe(303);
    const way = sent.headers.get('location') ?? '';
    expect(way).toBe('/auth?redirect=%2Faccount%2Freading-list%3Fsave%3Done');
    const signedIn = await visitor.post(way, {
      intent: 'sign-in',
      email: 'ann@example.com',
      password: 'a fine long password',
    });
    const back = signedIn.headers.get('location') ?? '';
    expect(visibleTextOf(await (await visitor.get(back)).text())).toContain('Save “Escrow”?');
    expect((await visitor.post(back, { intent: 'save', slug: 'one' })).headers.get('location')).toBe(LIST);
    expect(await listOf(visitor)).toEqual(['one']);
    expect(visibleTextOf(await (await visitor.get(back)).text())).not.toContain('Save “');
    expect((await visit(site).get(LIST)).headers.get('location')).toBe(
      '/auth?redirect=%2Faccount%2Freading-list',
    );
  });

  it('hides unpublished articles until they are published again', async () => {
    const id = await addArticle(site.db, { slug: 'one' });
    await save(ann, 'one');
    const set = (status: string) =>
      site.db.query('update articles set status = $2 where id = $1', [id, status]);
    await set('draft');
    expect(await listOf(ann)).toEqual([]);
    expect(await mine(ann, 'one')).toEqual({ rest: null, saved: false });
    expect((await save(ann, 'one')).status).toBe(404);
    await set('published');
    expect(await listOf(ann)).toEqual(['one']);
    await site.db.query('delete from articles');
    expect((await site.db.query('select * from reading_list')).rows).toEqual([]);
  });

  it('has pages of 20 with a remove button on each', async () => {
    for (let n = 1; n <= 21; n += 1) {
      await addArticle(site.db, { slug: `story-${n}` });
      await save(ann, `story-${n}`);
    }
    expect(await listOf(ann)).toHaveLength(20);
    expect(await listOf(ann, `${LIST}?page=2`)).toEqual(['story-1']);
    const removed = await ann.post(`${LIST}?page=2`, { intent: 'remove', slug: 'story-1' });
    expect(removed.headers.get('location')).toBe(`${LIST}?page=2`);
    // The second page no longer exists, so the last one is shown.
    expect(await listOf(ann, `${LIST}?page=2`)).toHaveLength(20);
    for (const page of ['0', 'x', '-1', '99999'])
      expect(await listOf(ann, `${LIST}?page=${page}`)).toHaveLength(20);
  });

  it('leaves cached pages unchanged', async () => {
    await addArticle(site.db, { slug: 'kept' });
    await site.text('/article/kept');
    await save(ann, 'kept', 'save');
    await ann.get('/account');
    const again = await ann.get('/article/kept');
    expect(again.headers.get('server-timing')).toContain('cache;desc="hit"');
  });

  it('returns 503 while the database is unavailable', async () => {
    await site.withoutDatabase(async () => {
      expect((await ann.get('/api/articles/one/mine')).status).toBe(503);
      expect((await save(ann, 'one')).status).toBe(503);
      expect((await ann.get(LIST)).status).toBe(503);
    });
  });
});
