// Duplicating an article: what the copy has, and who may create it.
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { addAccount, addArticle, emptyMagazine } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit, visitAsAdmin } from '../../support/visitor';

const { it, site } = siteTest();
let admin: Visitor;
const staff: Record<string, Visitor> = {};
const ids: Record<string, string> = {};

beforeAll(async () => {
  admin = await visitAsAdmin(site);
  for (const role of ['editor', 'author', 'sales', 'audience', null] as const) {
    const email = `${role}@example.com`;
    ids[`${role}`] = await addAccount(site.db, { email, role });
    const who = visit(site);
    await who.signIn(email);
    staff[`${role}`] = who;
  }
});
beforeEach(() => emptyMagazine(site.db));

const duplicate = (id: string, who = admin, fields: Record<string, string> = {}) =>
  who.post(`/admin/articles/${id}/duplicate`, fields);
const idOf = (answer: Response) =>
  /^\/admin\/articles\/([0-9a-f-]{36})\/edit$/.exec(answer.headers.get('location') ?? '')?.[1] ?? '';
const stored = async (id: string) =>
  (
    await site.db.query(
      `select a.*, (select array_agg(tag_id::text order by tag_id) from article_tags where article_id = a.id) as tags,
        coauthor_names(a.id) as coauthors
       from articles a where id = $1`,
      [id],
    )
  ).rows[0];
const count = async () => (await site.db.query('select count(*)::int as n from articles')).rows[0].n;

describe('duplicating an article', () => {
  it('creates a draft with the same content, tags and search fields', async () => {
    const id = await addArticle(site.db, {
      ...{ title: 'Fees', slug: 'fees', category: 'tools', tags: ['billing'], summary: 'On fees.' },
      coauthors: ['Zoe First', 'Adam Second'],
      ...{ isFeatured: true, isPopular: true, membersOnly: true, readTime: 9 },
    });
    const seo = {
      searchTitle: 'Fees in search',
      hideFromSearch: 'on',
      canonicalUrl: 'https://other.example/fees',
    };
    await site.db.query('update articles set seo = $1 where id = $2', [seo, id]);
    const before = await stored(id);
    const answer = await duplicate(id);
    expect(answer.status).toBe(303);
    const copyId = idOf(answer);
    const copy = await stored(copyId);
    for (const field of [
      'summary',
      'content',
      'author',
      'coauthors',
      'category_id',
      'tags',
      'members_only',
      'read_time',
    ])
      expect([field, copy[field]]).toEqual([field, before[field]]);
    expect(copy).toMatchObject({
      ...{ title: 'Fees (copy)', slug: 'fees-copy', status: 'draft', publish_at: null },
      ...{ first_published_at: null, is_featured: false, is_popular: false, version: 1 },
      seo: { searchTitle: 'Fees in search', hideFromSearch: 'on' },
    });
    expect(copy.seo).not.toHaveProperty('canonicalUrl');
    expect(await stored(id)).toEqual(before);
    const { rows } = await site.db.query(
      `select (select count(*)::int from article_revisions where article_id = $1) as revisions,
        (select count(*)::int from audit_log where event = 'article_created' and details ->> 'id' = $1::text) as lines`,
      [copyId],
    );
    expect(rows).toEqual([{ revisions: 1, lines: 1 }]);
    const page = await (await admin.get(`/admin/articles/${copyId}/edit`)).text();
    expect(page).toContain('Article duplicated');
    expect((await stored(idOf(await duplicate(id)))).slug).not.toBe('fees-copy');
    expect((await site.get('/article/fees-copy')).status).toBe(404);
  });

  it('keeps the longest title within its limit', async () => {
    const id = await addArticle(site.db, { title: `${'a'.repeat(292)}😀${'b'.repeat(6)}` });
    const { title } = await stored(idOf(await duplicate(id)));
    expect(title).toMatch(/^a{292} \(copy\)$/);
  });

  it('ignores what the request contains', async () => {
    const id = await addArticle(site.db, { title: 'Fees' });
    const answer = await duplicate(id, admin, {
      title: '<script>',
      status: 'published',
      id: ids.editor ?? '',
    });
    expect(await stored(idOf(answer))).toMatchObject({ title: 'Fees (copy)', status: 'draft' });
  });

  it('creates nothing for articles that are missing, in the Trash or not an id', async () => {
    const gone = await addArticle(site.db, { deleted: true });
    const before = await count();
    for (const id of [gone, '00000000-0000-4000-8000-000000000000', 'x', "1'--", '%00', '..%2f..'])
      expect([id, (await duplicate(id)).status]).toEqual([id, id === '%00' ? expect.any(Number) : 404]);
    expect(await count()).toBe(before);
  });

  it('rejects a form of another site, and a GET creates nothing', async () => {
    const id = await addArticle(site.db);
    const foreign = { origin: 'https://evil.example' };
    const answer = await admin.post(`/admin/articles/${id}/duplicate`, {}, foreign);
    expect(answer.status).toBe(403);
    const read = await admin.get(`/admin/articles/${id}/duplicate`);
    expect([read.status, read.headers.get('location')]).toEqual([302, `/admin/articles/${id}/edit`]);
    expect(await count()).toBe(1);
  });
});

describe('permissions', () => {
  it('let editors duplicate every article, and own the copy', async () => {
    const id = await addArticle(site.db);
    const copy = await stored(idOf(await duplicate(id, staff.editor)));
    expect(copy.owner_id).toBe(ids.editor);
  });

  it('let authors duplicate only their own articles', async () => {
    const id = await addArticle(site.db, { membersOnly: true });
    expect((await duplicate(id, staff.author)).status).toBe(403);
    expect(await count()).toBe(1);
    await site.db.query('update articles set owner_id = $1 where id = $2', [ids.author, id]);
    const copy = await stored(idOf(await duplicate(id, staff.author)));
    expect(copy).toMatchObject({ owner_id: ids.author, status: 'draft', members_only: true });
  });

  it.each(['sales', 'audience', 'null', 'visitor'])('reject %s', async (role) => {
    const id = await addArticle(site.db);
    const answer = await duplicate(id, staff[role] ?? visit(site));
    expect([403, 302]).toContain(answer.status);
    expect(idOf(answer)).toBe('');
    expect(await count()).toBe(1);
  });
});
