// Addresses that moved: former slugs, redirects that an editor set down, and paths that nobody finds.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { addArticle, emptyMagazine } from '../support/factory';
import { roundTrips } from '../support/html';
import { type Site, startSite } from '../support/site';

let site: Site;
let names = 0;
/** A new one each time: pages of other tests are in the cache already. */
const fresh = (word = 'story') => `${word}-${++names}`;

beforeAll(async () => {
  site = await startSite({ databaseServer: inject('databaseServer'), pageCache: 'on' });
});
beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('redirects, unknown_paths, slug_history');
});
afterAll(() => site.stop());

const rename = (table: string, from: string, to: string) =>
  site.db.query(`update ${table} set slug = $2 where slug = $1`, [from, to]);
const leadTo = (from: string, to: string) =>
  site.db.query('insert into redirects (from_path, to_path) values ($1, $2)', [from, to]);
const answerOf = async (path: string, init?: RequestInit) => {
  const response = await site.get(path, init);
  await response.arrayBuffer();
  return [response.status, response.headers.get('location')];
};
const unknownPaths = async () =>
  (await site.db.query('select path, hits::int, last_referrer from unknown_paths order by path')).rows;

describe('a former slug', () => {
  it('leads in one hop to what its owner is called now, however often that changed', async () => {
    const [first, second, third] = [fresh(), fresh(), fresh()];
    await addArticle(site.db, { slug: first });
    await rename('articles', first, second);
    expect(await answerOf(`/article/${first}`)).toEqual([301, `/article/${second}`]);
    await rename('articles', second, third);
    for (const former of [first, second])
      expect(await answerOf(`/article/${former}`)).toEqual([301, `/article/${third}`]);
    await rename('articles', third, first);
    expect(await answerOf(`/article/${first}`)).toEqual([200, null]);
    expect(await answerOf(`/article/${third}`)).toEqual([301, `/article/${first}`]);
  });

  it('of a category, a tag, an author or a page does the same, its page number and its feed too', async () => {
    const slug = fresh('topic');
    await addArticle(site.db, { category: slug, tags: [slug], author: 'Rosa Lindqvist' });
    await site.db.query('insert into pages (slug, title) values ($1, $1)', [slug]);
    await rename('authors', 'rosa-lindqvist', `${slug}-by-rosa`);
    for (const table of ['categories', 'tags', 'pages']) await rename(table, slug, `${slug}-now`);
    expect(await answerOf(`/category/${slug}?page=2&utm_source=x`)).toEqual([
      301,
      `/category/${slug}-now?page=2`,
    ]);
    expect(await answerOf(`/category/${slug}/feed.xml`)).toEqual([301, `/category/${slug}-now/feed.xml`]);
    expect(await answerOf(`/tag/${slug}`)).toEqual([301, `/tag/${slug}-now`]);
    expect(await answerOf(`/page/${slug}`)).toEqual([301, `/page/${slug}-now`]);
    expect(await answerOf('/author/rosa-lindqvist')).toEqual([301, `/author/${slug}-by-rosa`]);
    expect(await answerOf(`/category/${slug}-now`)).toEqual([200, null]);
  });

  it('tells nobody what a draft, or an article in the Trash, is called', async () => {
    const slug = fresh();
    await addArticle(site.db, { slug });
    await rename('articles', slug, `${slug}-secret`);
    await site.db.query("update articles set status = 'draft' where slug = $1", [`${slug}-secret`]);
    expect((await answerOf(`/article/${slug}`))[0]).toBe(404);
    await site.db.query("update articles set status = 'published', deleted_at = now() where slug = $1", [
      `${slug}-secret`,
    ]);
    expect((await answerOf(`/article/${slug}`))[0]).toBe(404);
  });

  it('leads on while a draft bears it, until an article is published under it', async () => {
    const slug = fresh();
    await addArticle(site.db, { slug });
    await rename('articles', slug, `${slug}-now`);
    const id = await addArticle(site.db, { slug, status: 'draft' });
    const toFirst = [301, `/article/${slug}-now`];
    expect(await answerOf(`/article/${slug}`)).toEqual(toFirst);
    // Called otherwise and so again, once published elsewhere or not.
    await rename('articles', slug, `${slug}-idea`);
    expect(await answerOf(`/article/${slug}`)).toEqual(toFirst);
    await rename('articles', `${slug}-idea`, slug);
    expect(await answerOf(`/article/${slug}`)).toEqual(toFirst);
    await site.db.query("update articles set status = 'published' where id = $1", [id]);
    await rename('articles', slug, `${slug}-new`);
    expect(await answerOf(`/article/${slug}`)).toEqual([301, `/article/${slug}-new`]);
  });

  it('tells nobody the name of an author who has published nothing', async () => {
    const name = fresh('author');
    await site.db.query('insert into authors (name, slug) values ($1, $1)', [name]);
    await rename('authors', name, `${name}-now`);
    for (const slug of [name, `${name}-now`]) expect(await answerOf(`/author/${slug}`)).toEqual([404, null]);
  });

  it('is followed by the router too', async () => {
    const slug = fresh();
    await addArticle(site.db, { slug });
    await rename('articles', slug, `${slug}-now`);
    const answer = await site.get(`/article/${slug}.data`);
    expect(answer.status).toBe(202);
    expect(await answer.text()).toMatch(new RegExp(`SingleFetchRedirect.*/article/${slug}-now"`));
  });

  it('costs one trip more, and a page that is there costs none for it', async () => {
    const slug = fresh();
    await addArticle(site.db, { slug, category: slug });
    for (const path of [`/article/${slug}`, `/category/${slug}`, `/category/${slug}/feed.xml`])
      expect(roundTrips(await site.get(path)), path).toBe(1);
    await rename('articles', slug, `${slug}-now`);
    expect(roundTrips(await site.get('/no/such/picture.png'))).toBe(1);
    const moved = await site.get(`/article/${slug}?x=1`, { headers: { cookie: '__Host-notice=signed-in' } });
    expect([moved.status, roundTrips(moved)]).toEqual([301, 2]);
  });

  it('is asked for anew each time, because it may be taken again', async () => {
    const slug = fresh();
    await addArticle(site.db, { slug });
    await rename('articles', slug, `${slug}-now`);
    const moved = await site.get(`/article/${slug}`);
    expect(moved.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    await addArticle(site.db, { slug });
    expect(await answerOf(`/article/${slug}`)).toEqual([200, null]);
  });
});

describe('a redirect', () => {
  it('leads from any path without content, here or elsewhere, and counts', async () => {
    await leadTo('/old/path.html', '/category/all');
    await leadTo('/partner', 'https://partner.example/offer?x=1#now');
    expect(await answerOf('/old/path.html')).toEqual([301, '/category/all']);
    expect(await answerOf('/OLD/Path.html/')).toEqual([301, '/old/path.html']);
    expect(await answerOf('/partner', { method: 'HEAD' })).toEqual([
      301,
      'https://partner.example/offer?x=1#now',
    ]);
    const hits = async () =>
      (
        await site.db.query(
          'select hits::int, last_used_at is not null as used from redirects order by from_path',
        )
      ).rows;
    await expect.poll(hits).toEqual([
      { hits: 1, used: true },
      { hits: 1, used: true },
    ]);
  });

  it('that leads to another one is one hop', async () => {
    await leadTo('/a', '/b');
    await leadTo('/b', '/c?x=1');
    expect(await answerOf('/a')).toEqual([301, '/c?x=1']);
  });

  it('stands behind content: a live page is never led away, a missing one is', async () => {
    const slug = fresh();
    await leadTo(`/article/${slug}`, '/newsletter');
    expect(await answerOf(`/article/${slug}`)).toEqual([301, '/newsletter']);
    await addArticle(site.db, { slug });
    expect(await answerOf(`/article/${slug}`)).toEqual([200, null]);
  });

  it('never goes in a circle, whoever writes it', async () => {
    await leadTo('/one', '/two');
    await leadTo('/two', '/three');
    await expect(leadTo('/three', '/one?x=1#y')).rejects.toThrow(/circle/);
    await expect(leadTo('/four', '/four?x')).rejects.toThrow(/circle/);
    await expect(
      site.db.query("update redirects set to_path = '/one' where from_path = '/two'"),
    ).rejects.toThrow(/circle/);
  });
});

describe('a path that nobody finds', () => {
  it('is written down with its referrer, without the query, wherever it was looked for', async () => {
    await site.get('/what/was/here?token=secret', { headers: { referer: 'https://blog.example/post?id=1' } });
    await site.get('/what/was/here');
    await site.get('/article/never-was?x=1', { headers: { referer: 'not an address' } });
    await expect.poll(unknownPaths).toEqual([
      { path: '/article/never-was', hits: 1, last_referrer: null },
      { path: '/what/was/here', hits: 2, last_referrer: 'https://blog.example/post' },
    ]);
  });

  it('is not, when it is a file, a hole that is looked for, a redirect, or a wrong page number', async () => {
    const slug = fresh('topic');
    await addArticle(site.db, { category: slug });
    await leadTo('/led', '/newsletter');
    for (const path of [
      '/wp-login.php',
      '/wp-admin/setup',
      '/.env',
      '/app.js.map',
      '/old/picture.png',
      '/x<script>',
      `/${'long/'.repeat(80)}end`,
      '/led',
      `/category/${slug}?page=77`,
      '/admin/nowhere',
    ])
      await (await site.get(path)).arrayBuffer();
    await site.get('/the-last-one.html');
    await expect.poll(unknownPaths).toMatchObject([{ path: '/the-last-one.html' }]);
  });

  it('pushes out the oldest of a thousand', async () => {
    await site.db.query(
      "insert into unknown_paths (path, last_seen_at) select '/old/' || n, now() - n * interval '1 minute' from generate_series(1, 1005) n",
    );
    await site.get('/a-new-one', { headers: { 'cf-connecting-ip': '10.9.9.9' } });
    const count = async () =>
      (await site.db.query('select count(*)::int, max(path) from unknown_paths')).rows[0].count;
    await expect.poll(count).toBe(1000);
    const { rows } = await site.db.query(
      "select path from unknown_paths where path in ('/a-new-one', '/old/1000')",
    );
    expect(rows).toEqual([{ path: '/a-new-one' }]);
  });

  it('is not, when one caller asks for too many', async () => {
    const headers = { 'cf-connecting-ip': '10.9.9.8' };
    for (let i = 0; i < 50; i += 1) await (await site.get(`/scan/${i}`, { headers })).arrayBuffer();
    await (await site.get('/by-another', { headers: { 'cf-connecting-ip': '10.9.9.7' } })).arrayBuffer();
    await expect
      .poll(async () => (await unknownPaths()).some(({ path }) => path === '/by-another'))
      .toBe(true);
    // Twice the share, should a minute have ended in between, and the other caller's.
    expect((await unknownPaths()).length).toBeLessThanOrEqual(41);
  });

  it('is told apart from a database that is away', async () => {
    await site.loseDatabase();
    try {
      const away = await site.get('/who/knows');
      expect(away.status).toBe(503);
      expect(await away.text()).toContain('Try again');
    } finally {
      await site.restoreDatabase();
    }
  });
});
