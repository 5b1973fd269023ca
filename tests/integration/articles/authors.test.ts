// Authors write their own drafts. No route lets them read, change, publish or delete anything else.
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { createByForm, editPath, NEW_ARTICLE, postForm, readFormFields } from '../../support/browser/editor';
import { addAccount, emptyAccounts, emptyMagazine } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit } from '../../support/visitor';

const { it, site } = siteTest();
let ann: Visitor;
let ben: Visitor;
let editor: Visitor;

beforeAll(async () => {
  await emptyAccounts(site.db);
  await addAccount(site.db, { email: 'ann@example.com', role: 'author', fullName: 'Ann Author' });
  await addAccount(site.db, { email: 'ben@example.com', role: 'author', fullName: 'Ben Author' });
  await addAccount(site.db, { email: 'ed@example.com', role: 'editor', fullName: 'Ed Editor' });
  [ann, ben, editor] = [visit(site), visit(site), visit(site)];
  await ann.signIn('ann@example.com');
  await ben.signIn('ben@example.com');
  await editor.signIn('ed@example.com');
});
beforeEach(() => emptyMagazine(site.db));

const SECRET = 'The words only Ben can read';

async function find(id: string) {
  const { rows } = await site.db.query(
    'select title, status, is_featured, publish_at, version, deleted_at from articles where id = $1',
    [id],
  );
  return rows[0];
}

describe('an author', () => {
  it('writes, finds and changes a draft, and restores an earlier version', async () => {
    const blank = await (await ann.get('/admin/articles/new')).text();
    expect(blank).toMatch(/name="author"[^>]*value="Ann Author"|value="Ann Author"[^>]*name="author"/);
    expect(blank).not.toMatch(/<select[^>]*name="status"|name="publishAt"|name="isFeatured"/);
    const id = await createByForm(ann, { title: 'First words', status: '' });
    expect((await find(id)).status).toBe('draft');
    const list = visibleTextOf(await (await ann.get('/admin/articles')).text());
    expect(list).toContain('First words');
    expect(list).toContain('Your Articles 1');
    const form = await readFormFields(await ann.get(editPath(id)));
    const saved = await postForm(ann, editPath(id), { ...form, title: 'Better words' });
    expect(saved.status).toBe(303);
    const restored = await ann.post(`/admin/articles/${id}/revisions`, { revision: '1', version: '2' });
    expect(restored.status).toBe(303);
    expect(await find(id)).toMatchObject({ title: 'First words', status: 'draft', version: 3 });
    expect((await ann.get(`/admin/articles/${id}/share`)).status).toBe(200);
  });

  it.each([
    ['published', { status: 'published' }],
    ['archived', { status: 'archived' }],
    ['scheduled', { status: 'draft', publishAt: '2099-01-01T09:00' }],
  ])('cannot save as %s, and keeps the input', async (_, wish) => {
    const made = await postForm(ann, '/admin/articles/new', { ...NEW_ARTICLE, ...wish, title: 'My idea' });
    expect(made.status).toBe(403);
    const html = await made.text();
    expect(html).toContain('My idea');
    expect(visibleTextOf(html)).toContain('Only editors can publish');
    const id = await createByForm(ann);
    const form = await readFormFields(await ann.get(editPath(id)));
    const saved = await postForm(ann, editPath(id), { ...form, ...wish, title: 'My idea' });
    expect(saved.status).toBe(403);
    expect(await saved.text()).toContain('My idea');
    expect(await find(id)).toMatchObject({ status: 'draft', publish_at: null, version: 1 });
  });

  it('cannot change the featured flag', async () => {
    const id = await createByForm(ann, { isFeatured: 'on' });
    expect((await find(id)).is_featured).toBe(false);
    await site.db.query('update articles set is_featured = true where id = $1', [id]);
    const form = await readFormFields(await ann.get(editPath(id)));
    const { isFeatured: _, ...without } = form;
    expect((await postForm(ann, editPath(id), { ...without, title: 'New words' })).status).toBe(303);
    expect(await find(id)).toMatchObject({ title: 'New words', is_featured: true });
  });

  it('cannot change where search engines list the article', async () => {
    const seo = async (id: string) =>
      (await site.db.query('select seo from articles where id = $1', [id])).rows[0].seo;
    const elsewhere = { canonicalUrl: 'https://rival.example/', hideFromSearch: 'on' };
    const id = await createByForm(ann, { ...elsewhere, socialTitle: 'Mine' });
    expect(await seo(id)).toEqual({ socialTitle: 'Mine' });
    await site.db.query('update articles set seo = $2 where id = $1', [id, JSON.stringify(elsewhere)]);
    const form = await readFormFields(await ann.get(editPath(id)));
    expect(form).not.toHaveProperty('canonicalUrl');
    expect((await postForm(ann, editPath(id), { ...form, title: 'New words' })).status).toBe(303);
    expect(await seo(id)).toEqual(elsewhere);
  });

  it('can read but not change an article that an editor published', async () => {
    const id = await createByForm(ann, { title: 'Mine' });
    const before = await readFormFields(await ann.get(editPath(id)));
    const theirs = await readFormFields(await editor.get(editPath(id)));
    expect((await postForm(editor, editPath(id), { ...theirs, status: 'published' })).status).toBe(303);
    const stale = await postForm(ann, editPath(id), { ...before, title: 'Typed meanwhile' });
    expect(stale.status).toBe(409);
    expect(await stale.text()).toContain('Typed meanwhile');
    const page = await (await ann.get(editPath(id))).text();
    expect(visibleTextOf(page)).toContain('An editor has published or scheduled this article');
    expect(visibleTextOf(page)).not.toContain('Save Article');
    const now = await readFormFields(await ann.get(editPath(id)));
    const refused = await postForm(ann, editPath(id), { ...now, status: 'draft', title: 'Withdrawn' });
    expect([refused.status, (await find(id)).status]).toEqual([403, 'published']);
    const back = await ann.post(`/admin/articles/${id}/revisions`, { revision: '1', version: '2' });
    expect(back.status).toBe(403);
    expect((await ann.post('/admin/articles', { intent: 'delete', id })).status).toBe(404);
    expect((await find(id)).deleted_at).toBeNull();
  });

  it('cannot change a formerly published article that is a draft again', async () => {
    const id = await createByForm(ann, { title: 'Mine' });
    for (const status of ['published', 'draft']) {
      const form = await readFormFields(await editor.get(editPath(id)));
      expect((await postForm(editor, editPath(id), { ...form, status })).status).toBe(303);
    }
    const page = await (await ann.get(editPath(id))).text();
    expect(visibleTextOf(page)).toContain('An editor has published or scheduled this article');
    const form = await readFormFields(await ann.get(editPath(id)));
    expect((await postForm(ann, editPath(id), { ...form, title: 'Rewritten' })).status).toBe(403);
    expect((await ann.post(`/admin/articles/${id}/revisions`, { revision: '1', version: '3' })).status).toBe(
      403,
    );
    expect((await ann.post(`/admin/articles/${id}/share`, { intent: 'share' })).status).toBe(403);
    expect(await (await ann.get('/admin/articles')).text()).not.toContain(`?delete=${id}`);
    expect((await ann.post('/admin/articles', { intent: 'delete', id })).status).toBe(404);
    expect(await find(id)).toMatchObject({ title: 'Mine', status: 'draft', version: 3, deleted_at: null });
  });

  it.each([
    ['published', "status = 'published'"],
    ['archived', "status = 'archived'"],
    ['scheduled', "publish_at = now() + interval '1 day'"],
  ])('shares a draft by link until it is %s', async (_, becomes) => {
    const id = await createByForm(ann);
    const share = (intent: string) => ann.post(`/admin/articles/${id}/share`, { intent });
    const links = async () =>
      (await site.db.query('select 1 from article_previews where article_id = $1', [id])).rowCount;
    expect((await share('share')).status).toBe(200);
    expect((await share('revoke')).status).toBe(200);
    await share('share');
    await site.db.query(`update articles set ${becomes} where id = $1`, [id]);
    for (const intent of ['share', 'revoke']) expect((await share(intent)).status).toBe(403);
    expect(await links()).toBe(1);
    const page = visibleTextOf(await (await ann.get(`/admin/articles/${id}/share`)).text());
    expect(page).toContain('Ask an editor to change it');
    expect(await (await ann.get(editPath(id))).text()).not.toContain(`/admin/articles/${id}/share`);
    expect((await editor.post(`/admin/articles/${id}/share`, { intent: 'revoke' })).status).toBe(200);
    expect(await links()).toBe(0);
  });

  it('deletes and restores one draft of their own, and nothing in bulk', async () => {
    const [one, two] = [await createByForm(ann), await createByForm(ann)];
    expect((await ann.get(`/admin/articles?delete=${one}`)).status).toBe(200);
    expect((await ann.post('/admin/articles', { intent: 'delete', id: one })).status).toBe(303);
    expect((await find(one)).deleted_at).not.toBeNull();
    expect((await ann.post('/admin/articles', { intent: 'restore', id: one })).status).toBe(303);
    for (const intent of ['delete', 'publish', 'archive', 'category', 'erase', 'restore']) {
      const fields: [string, string][] = [
        ['intent', intent],
        ['id', one],
        ['id', two],
      ];
      expect([intent, (await ann.post('/admin/articles', fields)).status]).toEqual([intent, 403]);
    }
    for (const intent of ['publish', 'archive', 'erase'])
      expect((await ann.post('/admin/articles', { intent, id: one })).status).toBe(403);
    expect(await find(one)).toMatchObject({ status: 'draft', deleted_at: null });
  });

  it('uses images of others and changes none', async () => {
    const { rows } = await site.db.query(
      `insert into media (key, name, alt, width, height, bytes, content_type)
       values ('articles/a.webp', 'a.webp', 'Before', 10, 10, 10, 'image/webp') returning id`,
    );
    const { id } = rows[0];
    const html = await (await ann.get('/admin/media')).text();
    expect(html).toContain('a.webp');
    expect(html).not.toContain(`delete=${id}`);
    for (const intent of ['save', 'delete'])
      expect((await ann.post('/admin/media', { intent, id, name: 'b', alt: 'b' })).status).toBe(403);
    expect((await site.db.query('select alt from media')).rows).toEqual([{ alt: 'Before' }]);
  });
});

describe("another author's draft", () => {
  let id: string;
  beforeEach(async () => {
    id = await createByForm(ben, { title: SECRET, slug: 'bens', content: `<p>${SECRET}.</p>` });
  });

  it('cannot be read through any route', async () => {
    await ben.post('/admin/media', { intent: 'none' });
    const at = `/admin/articles/${id}`;
    const addresses = [
      editPath(id),
      `${editPath(id)}.data`,
      `${at}/revisions`,
      `${at}/revisions?version=1`,
      `${at}/share`,
      '/admin',
      '/admin/articles',
      '/admin/articles?status=draft',
      '/admin/articles?search=words',
      '/admin/articles?view=trash',
      `/admin/articles?delete=${id}`,
      `/admin/articles?bulk=delete&id=${id}`,
      '/admin/articles.data?search=words',
      '/admin/media',
      '/admin-old',
      '/admin/images',
      '/admin/audit',
      '/admin/jobs',
      '/article/bens',
      '/article/bens.data',
      '/api/search?q=words',
    ];
    for (const address of addresses) {
      const answer = await ann.get(address);
      expect([address, await answer.text()]).not.toEqual([address, expect.stringContaining(SECRET)]);
    }
    for (const address of addresses.slice(0, 5)) expect((await ann.get(address)).status).toBe(403);
    expect((await ben.get('/article/bens')).status).toBe(200);
    expect((await editor.get('/article/bens')).status).toBe(200);
  });

  it('cannot be changed through any route', async () => {
    const form = { ...NEW_ARTICLE, id, version: '1', title: 'Mine now' };
    const at = `/admin/articles/${id}`;
    const tries: [string, Promise<Response>][] = [
      ['save', postForm(ann, editPath(id), form)],
      ['merge', postForm(ann, editPath(id), { ...form, intent: 'merge', 'take-content': 'content' })],
      [
        'merge and edit',
        postForm(ann, editPath(id), {
          ...form,
          intent: 'merge',
          next: 'edit',
          'take-content': 'content',
        }),
      ],
      ['stale', postForm(ann, editPath(id), { ...form, version: '7' })],
      ['new with its id', postForm(ann, '/admin/articles/new', { ...form, version: '0' })],
      ['autosave', postForm(ann, '/admin/articles/autosave', form)],
      ['autosave as new', postForm(ann, '/admin/articles/autosave', { ...form, version: '0' })],
      ['restore a revision', ann.post(`${at}/revisions`, { revision: '1', version: '1' })],
      ['share', ann.post(`${at}/share`, { intent: 'share' })],
      ['revoke', ann.post(`${at}/share`, { intent: 'revoke' })],
      ['picture', ann.post('/admin/images', { intent: 'generate', articleId: id })],
      ['inline', postForm(ann, '/admin-old?tab=articles', { ...form, intent: 'update' })],
    ];
    for (const [what, sent] of tries) {
      const answer = await sent;
      expect([what, answer.status]).toEqual([what, 403]);
      expect([what, await answer.text()]).not.toEqual([what, expect.stringContaining(SECRET)]);
    }
    expect((await ann.post('/admin/articles', { intent: 'delete', id })).status).toBe(404);
    expect(await find(id)).toMatchObject({ title: SECRET, version: 1, deleted_at: null });
    const drafts = await site.db.query(
      "select 1 from article_drafts d join users u on u.id = d.user_id where u.email = 'ann@example.com'",
    );
    expect(drafts.rows).toEqual([]);
  });

  it('can be read and published by an editor', async () => {
    const form = await readFormFields(await editor.get(editPath(id)));
    expect((await postForm(editor, editPath(id), { ...form, status: 'published' })).status).toBe(303);
    expect((await find(id)).status).toBe('published');
    expect((await ann.get('/article/bens')).status).toBe(200);
  });
});
