// Several authors of an article: the editor's field without JavaScript, and what readers and search engines see.
import { beforeEach, describe, expect } from 'vitest';
import { createByForm, editPath, NEW_ARTICLE, postForm, readFormFields } from '../../support/browser/editor';
import { addArticle, emptyMagazine } from '../../support/factory';
import { cacheState, hrefsOf, roundTrips, visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';

const { it, site, admin } = adminTest({ pageCache: 'on' });

// Pages stay cached, so each test of public pages uses its own slugs.
beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('slug_history, audit_log');
});

const THREE = { author: 'Dana Whitfield', coauthors: ['Ann Lee', 'Bo Hill'] };

async function coauthorsOf(id: string): Promise<string[]> {
  return (await site.db.query('select coauthor_names($1) as names', [id])).rows[0].names;
}
async function authorId(name: string): Promise<string> {
  return (await site.db.query('select id from authors where name = $1', [name])).rows[0].id;
}
async function saveForm(id: string, changes: Record<string, string | string[]>) {
  const form = await readFormFields(await admin.get(editPath(id)));
  return postForm(admin, editPath(id), { ...form, ...changes });
}
async function publishedBy(name: string): Promise<number> {
  const { rows } = await site.db.query(
    `select coalesce(sum(total), 0)::int as total from published_counts where kind = 'author' and owner_id = $1`,
    [await authorId(name)],
  );
  return rows[0].total;
}

describe('the Co-authors field', () => {
  it('saves names in their order, creates new authors, and leaves blank inputs out', async () => {
    await addArticle(site.db, { author: 'Bo Hill' });
    const id = await createByForm(admin, { coauthors: ['Bo Hill', ' ', 'Ann Lee', '', ''] });
    expect(await coauthorsOf(id)).toEqual(['Bo Hill', 'Ann Lee']);
    const form = await readFormFields(await admin.get(editPath(id)));
    expect(form.coauthors).toEqual(['Bo Hill', 'Ann Lee', '', '', '']);
    expect((await saveForm(id, { coauthors: ['Ann Lee', 'Bo Hill'] })).status).toBe(303);
    expect(await coauthorsOf(id)).toEqual(['Ann Lee', 'Bo Hill']);
    expect((await saveForm(id, { coauthors: '' })).status).toBe(303);
    expect(await coauthorsOf(id)).toEqual([]);
  });

  it.each([
    ['a sixth name', 'abcdef'.split(''), 'An article can have at most 5 co-authors'],
    ['a name twice', ['Ann Lee', 'ann lee'], 'Enter each co-author only once'],
    ['the author', ['Dana Whitfield'], 'The author can’t also be a co-author'],
  ])('refuses %s and keeps the input', async (_, coauthors, reason) => {
    const refused = await postForm(admin, '/admin/articles/new', { ...NEW_ARTICLE, coauthors });
    const html = await refused.clone().text();
    expect([refused.status, visibleTextOf(html)]).toEqual([422, expect.stringContaining(reason)]);
    const kept = (await readFormFields(refused)).coauthors as string[];
    expect(kept.filter(Boolean)).toEqual(coauthors);
  });

  it('is compared in a conflict, in the history and in the audit log, and restored with a revision', async () => {
    const id = await createByForm(admin, { coauthors: ['Ann Lee'] });
    const stale = await readFormFields(await admin.get(editPath(id)));
    await saveForm(id, { coauthors: ['Bo Hill', 'Ann Lee'] });
    const conflict = await postForm(admin, editPath(id), { ...stale, coauthors: ['Ann Lee', 'Cy Young'] });
    expect(conflict.status).toBe(409);
    const text = visibleTextOf(await conflict.clone().text());
    expect(text).toMatch(/Co-authors.*Ann Lee, Cy Young.*Bo Hill, Ann Lee/s);
    const merge = await readFormFields(conflict);
    expect(merge.coauthors).toEqual(['Ann Lee', 'Cy Young']);
    const theirs = await postForm(admin, editPath(id), {
      ...merge,
      'take-coauthors': 'coauthors',
      next: 'edit',
    });
    expect((await readFormFields(theirs)).coauthors).toEqual(['Bo Hill', 'Ann Lee', '', '', '']);
    const path = `/admin/articles/${id}/revisions`;
    expect(visibleTextOf(await (await admin.get(path)).text())).toMatch(/Co-authors.*Ann Lee/s);
    await admin.post(path, { revision: '1', version: '2' });
    expect(await coauthorsOf(id)).toEqual(['Ann Lee']);
    const { rows } = await site.db.query(
      "select details->'changes'->'coauthors' as changed from audit_log where event = 'article_updated' order by id",
    );
    expect(rows[0].changed).toEqual({ from: ['Ann Lee'], to: ['Bo Hill', 'Ann Lee'] });
  });

  it('keeps the current co-authors when an old revision has none, except its author', async () => {
    const id = await createByForm(admin, { author: 'Ann Lee' });
    await site.db.query("update article_revisions set snapshot = snapshot - 'coauthors'");
    await saveForm(id, { author: 'Bo Hill', coauthors: ['Ann Lee', 'Cy Young'] });
    await admin.post(`/admin/articles/${id}/revisions`, { revision: '1', version: '2' });
    expect(await coauthorsOf(id)).toEqual(['Cy Young']);
  });

  it('is kept in autosaved drafts, and by the short form of the content dashboard', async () => {
    const id = await createByForm(admin, { coauthors: ['Ann Lee'] });
    const form = await readFormFields(await admin.get(editPath(id)));
    await postForm(admin, '/admin/articles/autosave', { ...form, coauthors: ['Ann Lee', 'Bo Hill'] });
    const page = await (await admin.get(editPath(id))).text();
    const draft = /\?draft=([0-9a-f-]{36})/.exec(page)?.[1];
    const restored = await readFormFields(await admin.get(`${editPath(id)}?draft=${draft}`));
    expect((restored.coauthors as string[]).filter(Boolean)).toEqual(['Ann Lee', 'Bo Hill']);
    const at = `/admin-old?tab=articles&edit=${id}`;
    const short = await readFormFields(await admin.get(at));
    expect((await postForm(admin, at, { ...short, title: 'Shorter' })).status).toBe(303);
    expect(await coauthorsOf(id)).toEqual(['Ann Lee']);
  });
});

describe('an article by several authors', () => {
  it('names all of them on cards, with one round trip', async () => {
    await addArticle(site.db, { ...THREE, slug: 'card-of-three', category: 'several', tags: ['several'] });
    for (const path of ['/category/several', '/tag/several']) {
      const answer = await site.get(path);
      expect([path, roundTrips(answer)]).toEqual([path, 1]);
      const html = await answer.text();
      expect([path, visibleTextOf(html)]).toEqual([
        path,
        expect.stringContaining('Dana Whitfield, Ann Lee, and Bo Hill'),
      ]);
      expect(hrefsOf(html, '/author/')).toEqual(expect.arrayContaining(['ann-lee', 'bo-hill']));
    }
  });

  it('names and introduces all of them, for readers and search engines, with one round trip', async () => {
    const id = await addArticle(site.db, { ...THREE, slug: 'by-three' });
    await site.db.query(
      "update authors set role = 'Editor', image_url = '/media/article-images/a.jpg' where name = 'Bo Hill'",
    );
    const answer = await site.get('/article/by-three');
    expect(roundTrips(answer)).toBe(1);
    const html = await answer.text();
    const text = visibleTextOf(html);
    expect(text).toMatch(/Dana Whitfield, Ann Lee, and Bo Hill/);
    expect(text).toMatch(/About the Authors.*Dana Whitfield.*Contributing Writer.*Ann Lee.*Bo Hill/s);
    expect(hrefsOf(html, '/author/')).toEqual(
      expect.arrayContaining(['dana-whitfield', 'ann-lee', 'bo-hill']),
    );
    const metas = [...html.matchAll(/<meta property="article:author" content="([^"]*)"/g)].map(
      (found) => found[1],
    );
    expect(metas).toEqual(['Dana Whitfield', 'Ann Lee', 'Bo Hill']);
    const [, news = ''] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(news).author).toMatchObject([
      { '@type': 'Person', name: 'Dana Whitfield' },
      { '@type': 'Person', name: 'Ann Lee', url: 'https://magazine.test/author/ann-lee' },
      { name: 'Bo Hill', jobTitle: 'Editor', image: 'https://magazine.test/media/article-images/a.jpg' },
    ]);
    expect((await site.text('/feed.xml')).match(/<dc:creator>/g)).toHaveLength(3);
    expect(await coauthorsOf(id)).toEqual(THREE.coauthors);
  });

  it('has two names joined by "and", also in the preview of a draft', async () => {
    await addArticle(site.db, { slug: 'by-two', status: 'draft', coauthors: ['Ann Lee'] });
    expect(visibleTextOf(await (await admin.get('/article/by-two')).text())).toContain(
      'Dana Whitfield and Ann Lee',
    );
  });

  it('is on the page and in the feed of each author, in the sitemap, and found by each name', async () => {
    for (const title of ['Oldest', 'Older']) await addArticle(site.db, { title, author: 'Kim Park' });
    await addArticle(site.db, {
      title: 'Together',
      author: 'Dana Whitfield',
      coauthors: ['Kim Park'],
      age: 0,
    });
    await addArticle(site.db, { title: 'Not public', status: 'draft', coauthors: ['Kim Park'] });
    const answer = await site.get('/author/kim-park');
    expect(roundTrips(answer)).toBe(1);
    const text = visibleTextOf(await answer.text());
    expect(text).toMatch(/3 articles.*Together.*Old/s);
    expect(text).not.toContain('Not public');
    expect((await site.text('/author/kim-park/feed.xml')).match(/<item>/g)).toHaveLength(3);
    const sitemap = await site.text('/sitemap.xml');
    expect(sitemap + (await site.text('/sitemaps/pages.xml'))).toContain('/author/kim-park');
    const found = await site.text('/search?q=Kim+Park');
    expect(visibleTextOf(found)).toContain('Together');
  });

  it('purges the pages of the authors it gains and loses', async () => {
    const id = await createByForm(admin, { slug: 'gains', status: 'published', coauthors: ['Lou Reed'] });
    await addArticle(site.db, { author: 'Max Roach' });
    for (const path of ['/author/lou-reed', '/author/max-roach']) await site.text(path);
    await saveForm(id, { coauthors: ['Max Roach'], keepPublishDate: 'on' });
    expect((await site.get('/author/lou-reed')).status).toBe(404);
    expect(visibleTextOf(await site.text('/author/max-roach'))).toContain('2 articles');
  });

  it('is counted for each author while it is public', async () => {
    const id = await createByForm(admin, { status: 'published', coauthors: ['Ann Lee'] });
    expect(await publishedBy('Ann Lee')).toBe(1);
    await admin.post('/admin/articles', { intent: 'delete', id });
    expect(await publishedBy('Ann Lee')).toBe(0);
    await admin.post('/admin/articles', { intent: 'restore', id });
    expect([await publishedBy('Ann Lee'), await coauthorsOf(id)]).toEqual([1, ['Ann Lee']]);
    await admin.post('/admin/articles', { intent: 'delete', id });
    await admin.post('/admin/articles', { intent: 'erase', id });
    expect((await site.db.query('select 1 from article_coauthors')).rowCount).toBe(0);
  });

  it('shows hostile names as text', async () => {
    const evil = '</script><img src=x onerror=alert(1)>';
    const id = await createByForm(admin, {
      slug: 'evil-names',
      status: 'published',
      coauthors: [evil, `"'>${evil}`],
    });
    const slug = (await site.db.query('select slug from authors where name = $1', [evil])).rows[0].slug;
    const paths = [
      '/article/evil-names',
      `/author/${slug}`,
      '/feed.xml',
      editPath(id),
      `/admin/articles/${id}/revisions`,
    ];
    for (const path of paths) {
      const html = (await (await admin.get(path)).text()).replace(/<!\[CDATA\[.*?\]\]>/gs, '');
      expect([path, html]).not.toEqual([path, expect.stringContaining('<img src=x')]);
      expect([path, html]).not.toEqual([path, expect.stringMatching(/<\/script><img/)]);
    }
  });
});

describe('a co-author', () => {
  it('is renamed in articles: pages are purged, and an open editor gets a conflict', async () => {
    const id = await createByForm(admin, {
      slug: 'co-renamed',
      status: 'published',
      coauthors: ['Rena Meyer'],
    });
    const open = await readFormFields(await admin.get(editPath(id)));
    await site.text('/article/co-renamed');
    const author = await authorId('Rena Meyer');
    await admin.post(`/admin/authors?edit=${author}`, {
      intent: 'save',
      id: author,
      name: 'Rena Reyes',
      slug: 'rena-reyes',
    });
    expect(cacheState(await site.get('/article/co-renamed'))).toBe('miss');
    expect(await site.text('/article/co-renamed')).toContain('href="/author/rena-reyes"');
    expect((await postForm(admin, editPath(id), open)).status).toBe(409);
    const { rows } = await site.db.query('select author, version from articles where id = $1', [id]);
    expect(rows).toEqual([{ author: NEW_ARTICLE.author, version: 2 }]);
  });

  it('is shown with a new photo on the article', async () => {
    await addArticle(site.db, { slug: 'co-photo', coauthors: ['Pia Frame'] });
    const author = await authorId('Pia Frame');
    await site.text('/article/co-photo');
    const fields = { name: 'Pia Frame', slug: 'pia-frame', imageUrl: '/media/article-images/articles/1.jpg' };
    await admin.post(`/admin/authors?edit=${author}`, { intent: 'save', id: author, ...fields });
    expect(await site.text('/article/co-photo')).toContain(`src="${fields.imageUrl}?w=400"`);
  });

  it('can’t be deleted', async () => {
    await addArticle(site.db, { coauthors: ['Ann Lee'], deleted: true });
    const id = await authorId('Ann Lee');
    expect(visibleTextOf(await (await admin.get(`/admin/authors?delete=${id}`)).text())).toContain(
      'Articles name Ann Lee',
    );
    expect((await admin.post(`/admin/authors?delete=${id}`, { intent: 'delete', id })).status).toBe(409);
    await expect(site.db.query('delete from authors where id = $1', [id])).rejects.toThrow(/foreign key/);
  });

  it('is never the author too, and there are at most five, also in rows that an archive brings', async () => {
    const id = await addArticle(site.db, { ...THREE, coauthors: ['Dana Whitfield', 'Ann Lee'] });
    expect(await coauthorsOf(id)).toEqual(['Ann Lee']);
    await site.db.query('update articles set author_id = $2 where id = $1', [id, await authorId('Ann Lee')]);
    expect(await coauthorsOf(id)).toEqual([]);
    const sixth = 'insert into article_coauthors values ($1, $2, 6)';
    await expect(site.db.query(sixth, [id, await authorId('Dana Whitfield')])).rejects.toThrow(
      /coauthors_few/,
    );
  });
});

describe('merging an author into another', () => {
  const merge = (id: string, into: string) =>
    admin.post(`/admin/authors?merge=${id}`, { intent: 'merge', id, into });

  it('moves articles and co-authorships, keeps the profile, redirects old addresses and is logged', async () => {
    const alone = await addArticle(site.db, { author: 'J. Doe', slug: 'merge-alone', title: 'Alone' });
    const second = await addArticle(site.db, {
      slug: 'merge-second',
      coauthors: ['Ann Lee', 'J. Doe', 'Bo Hill'],
    });
    const both = await addArticle(site.db, { author: 'J. Doe', slug: 'merge-both', coauthors: ['Jane Doe'] });
    const reverse = await addArticle(site.db, {
      author: 'Jane Doe',
      slug: 'merge-back',
      coauthors: ['J. Doe'],
    });
    const trashed = await addArticle(site.db, { author: 'J. Doe', deleted: true });
    const [id, into] = [await authorId('J. Doe'), await authorId('Jane Doe')];
    await site.db.query("update authors set slug = 'jd' where id = $1", [id]);
    await site.db.query("update authors set bio = 'Kept.' where id = $1", [into]);
    const paths = ['/article/merge-alone', '/article/merge-second', '/author/jane-doe', '/category/all'];
    for (const path of paths) await site.text(path);
    const dialog = visibleTextOf(await (await admin.get(`/admin/authors?merge=${id}`)).text());
    expect(dialog).toMatch(/Merge Author.*Choose the author to keep.*Jane Doe.*This can’t be undone/s);
    expect((await merge(id, into)).status).toBe(303);
    const { rows } = await site.db.query(
      'select id, author, author_id, coauthor_names(id) as coauthors, version from articles',
    );
    const stored = new Map(rows.map((row) => [row.id, row]));
    expect(stored.get(alone)).toMatchObject({ author: 'Jane Doe', author_id: into, version: 2 });
    expect(stored.get(second)).toMatchObject({ coauthors: ['Ann Lee', 'Jane Doe', 'Bo Hill'], version: 2 });
    expect(stored.get(both)).toMatchObject({ author: 'Jane Doe', coauthors: [] });
    expect(stored.get(reverse)).toMatchObject({ author: 'Jane Doe', coauthors: [], version: 2 });
    expect(stored.get(trashed)).toMatchObject({ author: 'Jane Doe', author_id: into });
    expect(await publishedBy('Jane Doe')).toBe(4);
    for (const path of paths)
      expect([path, await site.text(path)]).toEqual([path, expect.stringContaining('Jane Doe')]);
    expect(visibleTextOf(await site.text('/author/jane-doe'))).toMatch(/Kept\..*4 articles/s);
    for (const path of ['/author/jd', '/author/j-doe']) {
      const old = await site.get(path, { redirect: 'manual' });
      expect([path, old.status, old.headers.get('location')]).toEqual([path, 301, '/author/jane-doe']);
    }
    const audit = await site.db.query("select subject, details from audit_log where event = 'author_merged'");
    expect(audit.rows).toMatchObject([
      { subject: 'Jane Doe', details: { merged: [{ name: 'J. Doe', slug: 'jd' }] } },
    ]);
  });

  it('leaves a former address of another author to that author', async () => {
    for (const author of ['Ann Lee', 'Bo Hill']) await addArticle(site.db, { author });
    await addArticle(site.db, { author: 'Kim Roe', status: 'draft' });
    const [ann, bo, kim] = [await authorId('Ann Lee'), await authorId('Bo Hill'), await authorId('Kim Roe')];
    await site.db.query(
      "insert into slug_history (kind, slug, target_id) values ('authors', 'kim-roe', $1)",
      [ann],
    );
    expect((await merge(kim, bo)).status).toBe(303);
    const old = await site.get('/author/kim-roe', { redirect: 'manual' });
    expect([old.status, old.headers.get('location')]).toEqual([301, '/author/ann-lee']);
  });

  it('refuses no choice, the same author, and authors that are gone', async () => {
    await addArticle(site.db, { author: 'Ann Lee' });
    const id = await authorId('Ann Lee');
    const answers = [await merge(id, ''), await merge(id, id), await merge(id, crypto.randomUUID())];
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 404]);
    expect(visibleTextOf(await (answers[0] as Response).text())).toContain('Choose the author to keep');
    expect((await admin.get(`/admin/authors?merge=${crypto.randomUUID()}`)).status).toBe(404);
    expect((await site.db.query("select 1 from audit_log where event = 'author_merged'")).rowCount).toBe(0);
  });
});
