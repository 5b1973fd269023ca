// Moved addresses: former slugs, redirects and unknown paths.
import { beforeEach, describe, expect } from 'vitest';
import { addArticle, emptyMagazine } from '../../support/factory';
import { roundTrips } from '../../support/html';
import { siteTest } from '../../support/site/site-test';

const { it, site } = siteTest({ pageCache: 'on' });
let names = 0;
/** Returns a new slug each time, because pages of other tests may be cached. */
const newSlug = (word = 'story') => `${word}-${++names}`;

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('redirects, unknown_paths, slug_history');
});

const rename = (table: string, from: string, to: string) =>
  site.db.query(`update ${table} set slug = $2 where slug = $1`, [from, to]);
const addRedirect = (from: string, to: string) =>
  site.db.query('insert into redirects (from_path, to_path) values ($1, $2)', [from, to]);
const answerOf = async (path: string, init?: RequestInit) => {
  const response = await site.get(path, init);
  await response.arrayBuffer();
  return [response.status, response.headers.get('location')];
};
const unknownPaths = async () =>
  (await site.db.query('select path, hits::int, last_referrer from unknown_paths order by path')).rows;

describe('a former slug', () => {
  it('redirects directly to the current slug, also after several changes', async () => {
    const [first, second, third] = [newSlug(), newSlug(), newSlug()];
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

  it('of a category, tag, author or page redirects too, with its page number and feed', async () => {
    const slug = newSlug('topic');
    await addArticle(site.db, { category: slug, tags: [slug], author: 'Rosa Lindqvist' });
    await site.db.query('insert into pages (slug, title) values ($1, $1)', [slug]);
    await rename('authors', 'rosa-lindqvist', `${slug}-by-rosa`);
    for (const table of ['categories', 'tags', 'pages']) await rename(table, slug, `${slug}-now`);
    expect(await answerOf(`/category/${slug}?page=2&utm_source=x`)).toEqual([
      301,
      `/category/${slug}-now?page=2&utm_source=x`,
    ]);
    expect(await answerOf(`/category/${slug}/feed.xml`)).toEqual([301, `/category/${slug}-now/feed.xml`]);
    expect(await answerOf(`/tag/${slug}`)).toEqual([301, `/tag/${slug}-now`]);
    expect(await answerOf(`/tag/${slug}/feed.xml`)).toEqual([301, `/tag/${slug}-now/feed.xml`]);
    expect(await answerOf(`/page/${slug}`)).toEqual([301, `/page/${slug}-now`]);
    expect(await answerOf('/author/rosa-lindqvist')).toEqual([301, `/author/${slug}-by-rosa`]);
    expect(await answerOf('/author/rosa-lindqvist/feed.xml')).toEqual([
      301,
      `/author/${slug}-by-rosa/feed.xml`,
    ]);
    expect(await answerOf(`/category/${slug}-now`)).toEqual([200, null]);
  });

  it('of an author who is only a co-author redirects too', async () => {
    const slug = newSlug('co');
    await addArticle(site.db, { slug, coauthors: ['Ines Roth'] });
    await rename('authors', 'ines-roth', `${slug}-ines`);
    expect(await answerOf('/author/ines-roth')).toEqual([301, `/author/${slug}-ines`]);
  });

  it('does not reveal the slug of a draft or deleted article', async () => {
    const slug = newSlug();
    await addArticle(site.db, { slug });
    await rename('articles', slug, `${slug}-secret`);
    await site.db.query("update articles set status = 'draft' where slug = $1", [`${slug}-secret`]);
    expect((await answerOf(`/article/${slug}`))[0]).toBe(404);
    await site.db.query("update articles set status = 'published', deleted_at = now() where slug = $1", [
      `${slug}-secret`,
    ]);
    expect((await answerOf(`/article/${slug}`))[0]).toBe(404);
  });

  it('redirects while a draft uses it, until an article is published under it', async () => {
    const slug = newSlug();
    await addArticle(site.db, { slug });
    await rename('articles', slug, `${slug}-now`);
    const id = await addArticle(site.db, { slug, status: 'draft' });
    const toFirst = [301, `/article/${slug}-now`];
    expect(await answerOf(`/article/${slug}`)).toEqual(toFirst);
    // Renamed and renamed back while still a draft.
    await rename('articles', slug, `${slug}-idea`);
    expect(await answerOf(`/article/${slug}`)).toEqual(toFirst);
    await rename('articles', `${slug}-idea`, slug);
    expect(await answerOf(`/article/${slug}`)).toEqual(toFirst);
    await site.db.query("update articles set status = 'published' where id = $1", [id]);
    await rename('articles', slug, `${slug}-new`);
    expect(await answerOf(`/article/${slug}`)).toEqual([301, `/article/${slug}-new`]);
  });

  it('does not reveal an author without published articles', async () => {
    const name = newSlug('author');
    await site.db.query('insert into authors (name, slug) values ($1, $1)', [name]);
    await rename('authors', name, `${name}-now`);
    for (const slug of [name, `${name}-now`]) expect(await answerOf(`/author/${slug}`)).toEqual([404, null]);
  });

  it('of an author redirects while an author without published articles uses it', async () => {
    const slug = newSlug('rosa');
    const article = { title: 'By Rosa', author: 'Rosa Lindqvist' };
    await addArticle(site.db, article);
    await rename('authors', 'rosa-lindqvist', slug);
    const toRosa = [301, `/author/${slug}`];
    const { rows } = await site.db.query(
      "insert into authors (name, slug) values ('Rosa  Lindqvist', 'rosa-lindqvist') returning id",
    );
    const second = rows[0].id;
    expect(await answerOf('/author/rosa-lindqvist')).toEqual(toRosa);
    // Renamed and renamed back without published articles.
    await rename('authors', 'rosa-lindqvist', `${slug}-idea`);
    expect(await answerOf('/author/rosa-lindqvist')).toEqual(toRosa);
    await rename('authors', `${slug}-idea`, 'rosa-lindqvist');
    expect(await answerOf('/author/rosa-lindqvist')).toEqual(toRosa);
    const draft = await addArticle(site.db, { slug: newSlug(), status: 'draft' });
    await site.db.query('update articles set author_id = $2 where id = $1', [draft, second]);
    expect(await answerOf('/author/rosa-lindqvist')).toEqual(toRosa);
    await site.db.query("update articles set status = 'published', publish_date = now() where id = $1", [
      draft,
    ]);
    // Not the page without a number, which would stay in the cache.
    expect(await answerOf('/author/rosa-lindqvist/feed.xml')).toEqual([200, null]);
    expect(await answerOf('/author/rosa-lindqvist?page=77')).toEqual([404, null]);
    await rename('authors', 'rosa-lindqvist', `${slug}-new`);
    expect(await answerOf('/author/rosa-lindqvist')).toEqual([301, `/author/${slug}-new`]);
  });

  it('redirects the client-side router too', async () => {
    const slug = newSlug();
    await addArticle(site.db, { slug });
    await rename('articles', slug, `${slug}-now`);
    const answer = await site.get(`/article/${slug}.data`);
    expect(answer.status).toBe(202);
    expect(await answer.text()).toMatch(new RegExp(`SingleFetchRedirect.*/article/${slug}-now"`));
  });

  it('takes one additional round trip, and existing pages take none for it', async () => {
    const slug = newSlug();
    await addArticle(site.db, { slug, category: slug });
    for (const path of [`/article/${slug}`, `/category/${slug}`, `/category/${slug}/feed.xml`])
      expect(roundTrips(await site.get(path)), path).toBe(1);
    await rename('articles', slug, `${slug}-now`);
    expect(roundTrips(await site.get('/no/such/image.png'))).toBe(1);
    const moved = await site.get(`/article/${slug}?x=1`, { headers: { cookie: '__Host-notice=signed-in' } });
    expect([moved.status, roundTrips(moved)]).toEqual([301, 2]);
  });

  it('is revalidated each time, because the slug may be used again', async () => {
    const slug = newSlug();
    await addArticle(site.db, { slug });
    await rename('articles', slug, `${slug}-now`);
    const moved = await site.get(`/article/${slug}`);
    expect(moved.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    await addArticle(site.db, { slug });
    expect(await answerOf(`/article/${slug}`)).toEqual([200, null]);
  });
});

describe('a redirect', () => {
  it('applies to any path without content, here or on another site, and is counted', async () => {
    await addRedirect('/old/path.html', '/category/all');
    await addRedirect('/partner', 'https://partner.example/offer?x=1#now');
    expect(await answerOf('/old/path.html')).toEqual([301, '/category/all']);
    expect(await answerOf('/OLD/Path.html/')).toEqual([301, '/category/all']);
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
      { hits: 2, used: true },
      { hits: 1, used: true },
    ]);
  });

  it('to another redirect takes one hop', async () => {
    await addRedirect('/a', '/b');
    await addRedirect('/b', '/c?x=1');
    expect(await answerOf('/a')).toEqual([301, '/c?x=1']);
  });

  it('leads to a path that has a page again, and no further', async () => {
    const slug = newSlug();
    await addRedirect('/promo', `/article/${slug}`);
    await addRedirect('/topic-feed', `/tag/${slug}/feed.xml`);
    for (const path of [`/article/${slug}`, `/tag/${slug}/feed.xml`]) await addRedirect(path, '/newsletter');
    const id = await addArticle(site.db, { slug, tags: [slug], status: 'draft' });
    expect(await answerOf('/promo')).toEqual([301, '/newsletter']);
    expect(await answerOf('/topic-feed')).toEqual([301, `/tag/${slug}/feed.xml`]);
    await site.db.query("update articles set status = 'published', publish_date = now() where id = $1", [id]);
    expect(await answerOf(`/article/${slug}`)).toEqual([200, null]);
    expect(await answerOf('/promo')).toEqual([301, `/article/${slug}`]);
    await site.db.query('update articles set deleted_at = now() where id = $1', [id]);
    expect(await answerOf('/promo')).toEqual([301, '/newsletter']);
  });

  it('does not apply to page numbers that a list does not have', async () => {
    const slug = newSlug('topic');
    const lists = [`/category/${slug}`, `/tag/${slug}`, '/author/mara-engel'];
    for (const path of lists) await addRedirect(path, '/newsletter');
    for (const path of lists) expect(await answerOf(`${path}?page=9`), path).toEqual([301, '/newsletter']);
    await addArticle(site.db, { category: slug, tags: [slug], author: 'Mara Engel' });
    for (const path of lists) expect(await answerOf(`${path}?page=9`), path).toEqual([404, null]);
    await site.db.query('delete from tags where slug = $1', [slug]);
    expect(await answerOf(`/tag/${slug}?page=9`)).toEqual([301, '/newsletter']);
  });

  it('keeps the campaign of the visit, for this visit only', async () => {
    const slug = newSlug();
    await addArticle(site.db, { slug });
    await rename('articles', slug, `${slug}-now`);
    await addRedirect('/led', '/c?x=a%20b#now');
    await addRedirect('/poster', '/c?utm_source=poster');
    await addRedirect('/partner-offer', 'https://partner.example/offer');
    const issue = 'utm_source=newsletter&utm_medium=email&utm_campaign=2026-11-24&utm_content=3';
    for (const path of [`/article/${slug}`, `/Article/${slug}/`]) {
      const target = path === `/article/${slug}` ? `/article/${slug}-now` : `/article/${slug}`;
      expect(await answerOf(`${path}?${issue}`), path).toEqual([301, `${target}?${issue}`]);
    }
    expect(await answerOf(`/article/${slug}?fbclid=x&utm_term=y`)).toEqual([301, `/article/${slug}-now`]);
    expect(await answerOf(`/led?${issue}&q=1`)).toEqual([301, `/c?x=a%20b&${issue}#now`]);
    expect(await answerOf(`/LED/?${issue}`)).toEqual([301, `/c?x=a%20b&${issue}#now`]);
    expect(await answerOf('/led')).toEqual([301, '/c?x=a%20b#now']);
    expect(await answerOf(`/poster?${issue}`)).toEqual([
      301,
      '/c?utm_source=poster&utm_medium=email&utm_campaign=2026-11-24&utm_content=3',
    ]);
    expect(await answerOf(`/led?utm_source=a%26b%23%0d%0a%C3%A9&utm_medium=${'m'.repeat(900)}`)).toEqual([
      301,
      `/c?x=a%20b&utm_source=a%26b%23%0D%0A%C3%A9&utm_medium=${'m'.repeat(60)}#now`,
    ]);
    expect(await answerOf(`/partner-offer?${issue}`)).toEqual([301, 'https://partner.example/offer#']);
  });

  it('applies only where no page exists', async () => {
    const slug = newSlug();
    await addRedirect(`/article/${slug}`, '/newsletter');
    expect(await answerOf(`/article/${slug}`)).toEqual([301, '/newsletter']);
    await addArticle(site.db, { slug });
    expect(await answerOf(`/article/${slug}`)).toEqual([200, null]);
  });

  it('never forms a loop in the database', async () => {
    await addRedirect('/one', '/two');
    await addRedirect('/two', '/three');
    await expect(addRedirect('/three', '/one?x=1#y')).rejects.toThrow(/circle/);
    await expect(addRedirect('/four', '/four?x')).rejects.toThrow(/circle/);
    await expect(
      site.db.query("update redirects set to_path = '/one' where from_path = '/two'"),
    ).rejects.toThrow(/circle/);
  });
});

describe('an unknown path', () => {
  it('is recorded with its referrer and without its query', async () => {
    await site.get('/what/was/here?token=secret', { headers: { referer: 'https://blog.example/post?id=1' } });
    await site.get('/what/was/here');
    await site.get('/article/never-was?x=1', { headers: { referer: 'not an address' } });
    await expect.poll(unknownPaths).toEqual([
      { path: '/article/never-was', hits: 1, last_referrer: null },
      { path: '/what/was/here', hits: 2, last_referrer: 'https://blog.example/post' },
    ]);
  });

  it('is recorded and logged without the token of a draft preview', async () => {
    const preview = `${site.url}/preview/kj3-secret`;
    await site.get('/linked/from/a-draft', { headers: { referer: preview } });
    await site.get('/preview/kj3-secret/more');
    await site.get('/the-last-one');
    await expect.poll(unknownPaths).toEqual([
      { path: '/linked/from/a-draft', hits: 1, last_referrer: site.url },
      { path: '/the-last-one', hits: 1, last_referrer: null },
    ]);
    expect(JSON.stringify(await site.logLines())).not.toContain('kj3-secret');
  });

  it('is not recorded for files, exploit scans, redirects and wrong page numbers', async () => {
    const slug = newSlug('topic');
    await addArticle(site.db, { category: slug });
    await addRedirect('/led', '/newsletter');
    for (const path of [
      '/wp-login.php',
      '/wp-admin/setup',
      '/.env',
      '/app.js.map',
      '/old/image.png',
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

  it('replaces the oldest of a thousand', async () => {
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

  it('is not recorded beyond the limit of a caller', async () => {
    const headers = { 'cf-connecting-ip': '10.9.9.8' };
    for (let i = 0; i < 50; i += 1) await (await site.get(`/scan/${i}`, { headers })).arrayBuffer();
    await (await site.get('/by-another', { headers: { 'cf-connecting-ip': '10.9.9.7' } })).arrayBuffer();
    await expect
      .poll(async () => (await unknownPaths()).some(({ path }) => path === '/by-another'))
      .toBe(true);
    // Twice the limit, in case a minute ended in between, plus the other caller's path.
    expect((await unknownPaths()).length).toBeLessThanOrEqual(41);
  });

  it('answers 503, not 404, while the database is unavailable', async () => {
    await site.withoutDatabase(async () => {
      const away = await site.get('/who/knows');
      expect(away.status).toBe(503);
      expect(await away.text()).toContain('Try Again');
    });
  });
});
