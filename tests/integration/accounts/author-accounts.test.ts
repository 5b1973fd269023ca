// Accounts linked to authors: who links them, and what the linked person may edit.
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { ROLES } from '~/features/accounts/account';
import { postForm, readFormFields } from '../../support/browser/editor';
import { addAccount, addArticle, deleteDuring, emptyAccounts, emptyMagazine } from '../../support/factory';
import { cacheState, visibleTextOf } from '../../support/html';
import { drawImage } from '../../support/images';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit } from '../../support/visitor';

const ME = '/admin/authors/me';
const NOT_YOURS = 'Your account isn’t linked to this author.';
const MINE = { role: 'Columnist', bio: 'I count.', imageUrl: '', links: 'https://example.com/me' };

const { it, site } = siteTest({ pageCache: 'on' });
const ids: Record<string, string> = {};
const who: Record<string, Visitor> = {};

beforeAll(async () => {
  await emptyAccounts(site.db);
  for (const role of [...ROLES, null]) {
    const name = role ?? 'reader';
    ids[name] = await addAccount(site.db, { email: `${name}@example.com`, role, fullName: `Robin ${name}` });
    who[name] = visit(site);
    await who[name]?.signIn(`${name}@example.com`);
  }
});
beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('slug_history, audit_log');
});

const as = (name: string) => who[name] as Visitor;
const textOf = async (answer: Promise<Response> | Response) => visibleTextOf(await (await answer).text());

let count = 0;
/** Pages stay cached, so each author has a unique name. Returns the id, name and slug. */
async function addAuthor(userId?: string) {
  count += 1;
  const suffix = count.toString().replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
  const { rows } = await site.db.query(
    'insert into authors (name, slug, user_id) values ($1, $2, $3) returning id, name, slug',
    [`Writer ${suffix}`, `writer-${suffix}`, userId ?? null],
  );
  return rows[0] as { id: string; name: string; slug: string };
}
async function rowOf(id: string) {
  const { rows } = await site.db.query(
    'select name, slug, role, bio, image_url, links, user_id from authors where id = $1',
    [id],
  );
  return rows[0];
}
const link = (id: string, userId: string | null | undefined) =>
  site.db.query('update authors set user_id = $2, updated_at = now() where id = $1', [id, userId]);
async function audits() {
  const { rows } = await site.db.query(
    "select event, actor_id, subject, details -> 'changes' as changes from audit_log where event like 'author%' order by id",
  );
  return rows;
}
const save = (fields: Record<string, string>, by = 'editor') =>
  as(by).post(`/admin/authors?edit=${fields.id}`, { intent: 'save', slug: '', ...fields });
const saveMine = (name: string, id: string, fields: Record<string, string> = {}) =>
  as(name).post(ME, { intent: 'save', id, ...MINE, ...fields });

describe('linking an account to an author', () => {
  it('offers staff who are not linked yet, and shows the account in the list', async () => {
    const { id, name } = await addAuthor();
    await addAuthor(ids.sales);
    const html = await (await as('editor').get(`/admin/authors?edit=${id}`)).text();
    const options = [...html.matchAll(/<option[^>]*>(.*?)<\/option>/g)].map(([, text]) =>
      visibleTextOf(text ?? ''),
    );
    expect(options).toEqual([
      'Guest',
      'Robin admin (Admin)',
      'Robin audience (Audience)',
      'Robin author (Author)',
      'Robin editor (Editor)',
    ]);
    expect((await save({ id, name, userId: ids.author ?? '' })).status).toBe(303);
    const list = await textOf(as('editor').get('/admin/authors'));
    expect(list).toMatch(new RegExp(`${name}\\s*Contributing Writer\\s*Robin author`));
    expect(await audits()).toMatchObject([
      { event: 'author_updated', actor_id: ids.editor, changes: { userId: { from: null, to: ids.author } } },
    ]);
    expect(await textOf(as('admin').get('/admin/audit'))).toMatch(/Linked account.*nothing.*Robin author/);
    const form = await readFormFields(await as('editor').get(`/admin/authors?edit=${id}`));
    expect(form.userId).toBe(ids.author);
    await save({ id, name, userId: '' });
    expect((await rowOf(id)).user_id).toBeNull();
    expect(await textOf(as('editor').get('/admin/authors'))).toMatch(
      /Writer \w+\s*Contributing Writer\s*Guest/,
    );
  });

  it('refuses a linked account, a reader and an unknown account, and keeps the input', async () => {
    const { id, name } = await addAuthor();
    await addAuthor(ids.sales);
    for (const [userId, message] of [
      [ids.sales, 'This account is already linked to another author'],
      [ids.reader, 'This account can’t be linked. Choose an account that has a role.'],
      [crypto.randomUUID(), 'This account can’t be linked. Choose an account that has a role.'],
      ['robin', 'Choose an account from the list'],
    ] as const) {
      const refused = await save({ id, name, bio: 'Typed', userId: userId ?? '' });
      const html = await refused.text();
      expect([refused.status, visibleTextOf(html)]).toEqual([422, expect.stringContaining(message)]);
      expect(await readFormFields(new Response(html))).toMatchObject({ userId, bio: 'Typed' });
    }
    const created = { intent: 'create', name: 'Someone new', userId: ids.sales ?? '' };
    expect((await as('editor').post('/admin/authors?new', created)).status).toBe(422);
    expect((await rowOf(id)).user_id).toBeNull();
    expect(await audits()).toEqual([]);
  });

  it('keeps an account that has lost its role, and refuses one that is deleted during the save', async () => {
    const former = await addAccount(site.db, { email: 'former@example.com', fullName: 'Fo Mer' });
    const { id, name } = await addAuthor(former);
    const form = await readFormFields(await as('editor').get(`/admin/authors?edit=${id}`));
    expect((await postForm(as('editor'), `/admin/authors?edit=${id}`, { ...form, bio: 'New' })).status).toBe(
      303,
    );
    expect(await rowOf(id)).toMatchObject({ bio: 'New', user_id: former });
    const leaving = await addAccount(site.db, { email: 'leaving@example.com', role: 'author' });
    const late = await deleteDuring(site.db, 'users', leaving, () => save({ id, name, userId: leaving }));
    expect([late.status, await textOf(late)]).toEqual([422, expect.stringContaining('can’t be linked')]);
  });

  it('ends with the account, whose author becomes a guest', async () => {
    const leaving = await addAccount(site.db, { email: 'leaving2@example.com', role: 'author' });
    const { id } = await addAuthor(leaving);
    await site.db.query('delete from users where id = $1', [leaving]);
    expect((await rowOf(id)).user_id).toBeNull();
  });

  it.each([
    ['moves to an author without one', 'sales', undefined, 'sales'],
    ['stays if only the kept author has one', undefined, 'author', 'author'],
    ['stays if both have one', 'sales', 'author', 'author'],
  ])('at a merge %s', async (_, from, to, expected) => {
    const merged = await addAuthor(from && ids[from]);
    const kept = await addAuthor(to && ids[to]);
    const open = await readFormFields(await as('editor').get(`/admin/authors?edit=${kept.id}`));
    const merge = { intent: 'merge', id: merged.id, into: kept.id };
    const dialog = await textOf(as('editor').get(`/admin/authors?merge=${merged.id}`));
    if (from) expect(dialog).toContain('The account of Robin sales is linked to the author you keep, if');
    expect((await as('editor').post(`/admin/authors?merge=${merged.id}`, merge)).status).toBe(303);
    expect(await rowOf(merged.id)).toBeUndefined();
    expect((await rowOf(kept.id)).user_id).toBe(ids[expected]);
    const moved = from && !to;
    expect(await audits()).toMatchObject([
      { event: 'author_merged', changes: moved ? { userId: { from: null, to: ids.sales } } : {} },
    ]);
    // A form opened before the merge would unlink a moved account, so saving it conflicts.
    const answer = await postForm(as('editor'), `/admin/authors?edit=${kept.id}`, open);
    expect(answer.status).toBe(moved ? 409 : 303);
  });
});

describe('a person’s own author profile', () => {
  it.each(
    ROLES,
  )('is edited by the linked person with the role %s, apart from name and slug', async (role) => {
    const { id, name, slug } = await addAuthor(ids[role]);
    const story = `story-of-${slug}`;
    await addArticle(site.db, { slug: story, author: name });
    await addArticle(site.db, { slug: `other-${slug}`, author: `Other ${name}` });
    // Otherwise the save lists related articles, which purges these.
    await site.runCron();
    const paths = [`/author/${slug}`, `/article/${story}`, `/article/other-${slug}`];
    for (const path of paths) await site.text(path);
    const page = await as(role).get(ME);
    const form = await readFormFields(page);
    expect(form).toMatchObject({ id, role: '', bio: '', links: '' });
    expect(form).not.toHaveProperty('name');
    const forged = { name: 'Someone else', slug: 'someone-else', userId: '' };
    const saved = await postForm(as(role), ME, { ...form, ...MINE, ...forged });
    expect([saved.status, saved.headers.get('location')]).toEqual([303, ME]);
    expect(await rowOf(id)).toEqual({
      ...{ name, slug, role: MINE.role, bio: MINE.bio, image_url: null, links: [MINE.links] },
      user_id: ids[role],
    });
    const states = await Promise.all(paths.map(async (path) => cacheState(await site.get(path))));
    expect(states).toEqual(['miss', 'miss', 'hit']);
    expect(await textOf(site.get(`/author/${slug}`))).toContain(MINE.bio);
    expect(await audits()).toEqual([
      {
        event: 'author_updated',
        actor_id: ids[role],
        subject: name,
        changes: {
          role: { from: '', to: MINE.role },
          bio: { from: '', to: MINE.bio },
          links: { from: [], to: [MINE.links] },
        },
      },
    ]);
  });

  it('accepts an uploaded photo from every role, also by script', async () => {
    const { id } = await addAuthor(ids.audience);
    const file = new File([Uint8Array.from(await drawImage('jpeg'))], 'me.jpg', { type: 'image/jpeg' });
    const form = new FormData();
    for (const [name, value] of Object.entries({ intent: 'save', id, ...MINE })) form.set(name, value);
    form.set('imageFile', file);
    expect((await as('audience').post(ME, form)).status).toBe(303);
    expect((await rowOf(id)).image_url).toMatch(/^\/media\/article-images\/articles\/\d+\.jpg$/);
    const upload = new FormData();
    upload.set('file', file);
    expect((await as('audience').post('/admin/media/upload', upload)).status).toBe(201);
    expect(await (await as('audience').get(ME)).text()).not.toContain('Choose from Library');
    await link(id, ids.author);
    expect(await (await as('author').get(ME)).text()).toContain('Choose from Library');
  });

  it('follows the same rules as the editors’ form', async () => {
    const { id } = await addAuthor(ids.author);
    const wrong = await saveMine('author', id, { links: 'javascript:alert(1)', bio: 'Typed & kept' });
    const html = await wrong.text();
    expect([wrong.status, visibleTextOf(html)]).toEqual([
      422,
      expect.stringContaining('Each link must be a URL that begins with https://'),
    ]);
    expect(await readFormFields(new Response(html))).toMatchObject({ id, bio: 'Typed & kept' });
    const elsewhere = await saveMine('author', id, { imageUrl: 'javascript:alert(1)' });
    expect(elsewhere.status).toBe(422);
    const evil = '</script><img src=x onerror=alert(1)>';
    expect((await saveMine('author', id, { bio: ` One.\n\n${evil}\0`, role: evil })).status).toBe(303);
    expect((await rowOf(id)).bio).toBe(`One. ${evil}`);
    expect(await (await as('author').get(ME)).text()).not.toContain('<img src=x');
  });

  it('refuses a version that an editor has changed, and overwrites at the second save', async () => {
    const { id, name } = await addAuthor(ids.author);
    const form = await readFormFields(await as('author').get(ME));
    await save({ id, name: `${name} Jr.`, bio: 'Theirs', userId: ids.author ?? '' });
    const stale = await postForm(as('author'), ME, { ...form, bio: 'Mine' });
    expect(stale.status).toBe(409);
    const again = await readFormFields(stale);
    expect(again.bio).toBe('Mine');
    expect((await postForm(as('author'), ME, again)).status).toBe(303);
    expect(await rowOf(id)).toMatchObject({ name: `${name} Jr.`, bio: 'Mine' });
  });

  it.each(['author', 'editor', 'sales'])('of someone else is refused to the role %s', async (role) => {
    await addAuthor(ids[role]);
    const other = await addAuthor(ids.admin);
    const guest = await addAuthor();
    for (const { id } of [other, guest]) {
      const refused = await saveMine(role, id);
      expect([refused.status, await textOf(refused)]).toEqual([403, expect.stringContaining(NOT_YOURS)]);
      expect((await rowOf(id)).bio).toBe('');
    }
    expect((await saveMine(role, 'no-id')).status).toBe(404);
    expect(await audits()).toEqual([]);
  });

  it('is refused without a link, and says what to do', async () => {
    const { id } = await addAuthor();
    for (const role of ['author', 'sales', 'audience']) {
      const empty = await as(role).get(ME);
      expect([empty.status, await textOf(empty)]).toEqual([
        200,
        expect.stringMatching(/No author profile is linked to your account.*ask an admin or editor to link/),
      ]);
      expect((await saveMine(role, id)).status).toBe(403);
    }
    const editors = await (await as('editor').get(ME)).text();
    expect(visibleTextOf(editors)).toMatch(
      /No author profile is linked.*choose your account there.*Open Authors/,
    );
  });

  it('is refused and keeps the input when the link was removed or moved while the form was open', async () => {
    const { id } = await addAuthor(ids.author);
    const form = await readFormFields(await as('author').get(ME));
    await link(id, null);
    const removed = await postForm(as('author'), ME, { ...form, bio: 'Typed & kept' });
    const html = await removed.text();
    expect([removed.status, visibleTextOf(html)]).toEqual([403, expect.stringContaining(NOT_YOURS)]);
    expect(await readFormFields(new Response(html))).toMatchObject({ id, bio: 'Typed & kept' });
    const other = await addAuthor(ids.author);
    const moved = await readFormFields(await postForm(as('author'), ME, { ...form, bio: 'Typed & kept' }));
    expect(moved).toMatchObject({ id, bio: 'Typed & kept' });
    expect((await postForm(as('author'), ME, moved)).status).toBe(403);
    for (const author of [id, other.id]) expect((await rowOf(author)).bio).toBe('');
  });

  it('is closed to readers, even if their account is linked', async () => {
    const { id } = await addAuthor(ids.reader);
    for (const answer of [await as('reader').get(ME), await saveMine('reader', id)])
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
    expect((await rowOf(id)).bio).toBe('');
  });

  it('is linked from the account page of staff, the sidebar and the dashboard of authors', async () => {
    const linked = `href="${ME}"`;
    for (const role of ROLES) {
      expect([role, await (await as(role).get('/account')).text()]).toEqual([
        role,
        expect.stringContaining(linked),
      ]);
      const [sidebar] =
        /<a [^>]*class="admin__person"[^>]*>/.exec(await (await as(role).get('/admin')).text()) ?? [];
      expect(sidebar).toContain(linked);
    }
    expect(await (await as('reader').get('/account')).text()).not.toContain(ME);
    expect(await textOf(as('author').get('/admin'))).toContain('Author ProfileYour bio, photo and links');
  });

  it('names the author of a new article, and is in the export of personal data', async () => {
    const { name, slug } = await addAuthor(ids.author);
    expect(await readFormFields(await as('author').get('/admin/articles/new'))).toMatchObject({
      author: name,
    });
    const own = await (await as('author').post('/account/export/file', {})).json();
    expect(own).toMatchObject({ authorProfile: { name, slug, role: '', bio: '', image: null, links: [] } });
  });
});
