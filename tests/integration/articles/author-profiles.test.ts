// Author profiles: the authors screen without JavaScript, and what readers and search engines see.
import { beforeEach, describe, expect } from 'vitest';
import { AUTHOR_BLURB } from '~/features/articles/authors/author';
import { createByForm, postForm, readFormFields } from '../../support/browser/editor';
import { addArticle, changeDuring, emptyMagazine } from '../../support/factory';
import { cacheState, roundTrips, visibleTextOf } from '../../support/html';
import { drawImage } from '../../support/images';
import { adminTest } from '../../support/site/site-test';

const GONE = '00000000-0000-4000-8000-000000000000';
const PROFILE = {
  role: 'Editor at Large',
  bio: 'Dana answers by the second ring.',
  imageUrl: '/media/article-images/articles/1.jpg',
  links: 'https://www.example.com/dana',
};

const { it, site, admin } = adminTest({ pageCache: 'on' });

// Pages stay cached, so each test of public pages uses its own slugs.
beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('slug_history, audit_log');
});

const create = (fields: Record<string, string>) =>
  admin.post('/admin/authors?new', { intent: 'create', ...fields });
const save = (id: string, fields: Record<string, string>) =>
  admin.post(`/admin/authors?edit=${id}`, { intent: 'save', id, name: 'Dana Whitfield', ...fields });
const remove = (id: string) => admin.post(`/admin/authors?delete=${id}`, { intent: 'delete', id });
const textOf = async (path: string) => visibleTextOf(await (await admin.get(path)).text());

async function rowOf(name: string) {
  const { rows } = await site.db.query(
    'select id, name, slug, role, bio, image_url, links from authors where name = $1',
    [name],
  );
  return rows[0];
}
async function lastAudit() {
  const { rows } = await site.db.query(
    'select event, subject, details from audit_log order by id desc limit 1',
  );
  return rows[0];
}
async function jsonLdOf(path: string): Promise<Record<string, unknown>[]> {
  const html = await site.text(path);
  return [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map((found) =>
    JSON.parse(found[1] ?? ''),
  );
}

describe('the authors screen', () => {
  it('has an empty state, and dialogs by address', async () => {
    expect(await textOf('/admin/authors')).toContain('No authors yet');
    const form = await textOf('/admin/authors?new');
    expect(form).toMatch(/Add Author.*Name.*URL Slug.*Role.*Bio.*Links/);
    // The card beside an article has the specification's role and blurb.
    expect(form).toMatch(/Shown on the author’s page. Leave blank to show “Contributing Writer” there./);
    expect(form).not.toContain('beside their articles');
    const gone = await admin.get(`/admin/authors?edit=${GONE}`);
    expect([gone.status, visibleTextOf(await gone.text())]).toEqual([
      404,
      expect.stringContaining('This author no longer exists'),
    ]);
  });

  it('lists role and published articles, with one round trip besides the guard', async () => {
    await addArticle(site.db, { author: 'Dana Whitfield' });
    await addArticle(site.db, { author: 'Dana Whitfield' });
    await addArticle(site.db, { author: 'Tom Beckett', status: 'draft' });
    const answer = await admin.get('/admin/authors');
    expect(roundTrips(answer)).toBe(2);
    const text = visibleTextOf(await answer.text());
    expect(text).toMatch(/Dana Whitfield\s*Contributing Writer\s*Guest\s*2/);
    expect(text).toMatch(/Tom Beckett\s*Contributing Writer\s*Guest\s*0/);
    expect(await (await admin.get('/admin/articles')).text()).toContain('href="/admin/authors"');
  });

  it('adds an author with a photo uploaded by the form', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...PROFILE, intent: 'create', name: 'Noor Haddad' }))
      form.set(name, value);
    form.set(
      'imageFile',
      new File([Uint8Array.from(await drawImage('jpeg'))], 'noor.jpg', { type: 'image/jpeg' }),
    );
    const answer = await admin.post('/admin/authors?new', form);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/authors']);
    const author = await rowOf('Noor Haddad');
    expect(author).toMatchObject({ slug: 'noor-haddad', role: PROFILE.role, bio: PROFILE.bio });
    expect(author.links).toEqual(['https://www.example.com/dana']);
    expect(author.image_url).toMatch(/^\/media\/article-images\/articles\/\d+\.jpg$/);
    expect(await lastAudit()).toMatchObject({ event: 'author_created', subject: 'Noor Haddad' });
    const uses = await site.db.query("select kind from media_uses where kind = 'authors'");
    expect(uses.rowCount).toBe(1);
    // Unknown to readers until an article is published.
    expect((await site.get('/author/noor-haddad')).status).toBe(404);
  });

  it('keeps the input with a reason when a name is taken or a link is wrong', async () => {
    await create({ name: 'Noor Haddad' });
    const taken = await create({ name: 'Noor Haddad', bio: 'Typed & kept' });
    expect(taken.status).toBe(422);
    const html = await taken.text();
    expect(visibleTextOf(html)).toContain('An author with this name already exists');
    expect(html).toContain('Typed &amp; kept');
    const wrong = await create({ name: 'Ida', links: 'javascript:alert(1)' });
    expect([wrong.status, visibleTextOf(await wrong.text())]).toEqual([
      422,
      expect.stringContaining('Each link must be a URL that begins with https://'),
    ]);
  });

  it('refuses a stale version with 409, and overwrites at the second save', async () => {
    await create({ name: 'Noor Haddad' });
    const { id } = await rowOf('Noor Haddad');
    const form = await readFormFields(await admin.get(`/admin/authors?edit=${id}`));
    await save(id, { name: 'Noor Haddad', bio: 'Theirs' });
    const stale = await save(id, { ...form, bio: 'Mine' });
    expect(stale.status).toBe(409);
    const again = await readFormFields(stale);
    expect(again.bio).toBe('Mine');
    expect((await postForm(admin, `/admin/authors?edit=${id}`, again)).status).toBe(303);
    expect((await rowOf('Noor Haddad')).bio).toBe('Mine');
  });

  it('deletes only authors whom no article names', async () => {
    await addArticle(site.db, { author: 'Dana Whitfield', deleted: true });
    const { id } = await rowOf('Dana Whitfield');
    expect(await textOf(`/admin/authors?delete=${id}`)).toContain('Articles name Dana Whitfield');
    const refused = await remove(id);
    expect([refused.status, visibleTextOf(await refused.text())]).toEqual([
      409,
      expect.stringContaining('Articles name this author'),
    ]);
    expect((await site.db.query("select 1 from audit_log where event = 'author_deleted'")).rowCount).toBe(0);
    await site.db.query('delete from articles');
    expect((await remove(id)).status).toBe(303);
    expect(await rowOf('Dana Whitfield')).toBeUndefined();
    expect(await lastAudit()).toMatchObject({ event: 'author_deleted', subject: 'Dana Whitfield' });
  });

  it.each([
    ['role', 'r'.repeat(81)],
    ['bio', 'b'.repeat(601)],
    ['links', ['http://example.com/']],
    ['links', Array.from({ length: 6 }, (_, n) => `https://example.com/${n}`)],
    ['links', [null]],
  ])('is backed by the database, which refuses the %s %j', async (column, value) => {
    const insert = `insert into authors (name, slug, ${column}) values ('A', 'a', $1)`;
    await expect(site.db.query(insert, [value])).rejects.toThrow(/violates check constraint/);
  });
});

describe('renaming an author', () => {
  it('changes the name on their articles, keeps the old address and purges what shows the name', async () => {
    const story = await addArticle(site.db, { author: 'Rena Meyer', slug: 'renamed', title: 'A story' });
    await addArticle(site.db, { author: 'Tom Beckett', slug: 'not-renamed' });
    const { id } = await rowOf('Rena Meyer');
    const pages = ['/article/renamed', '/author/tom-beckett', '/author/rena-meyer', '/category/all'];
    for (const path of pages) await site.text(path);
    expect((await save(id, { name: 'Rena Reyes', slug: 'rena-reyes' })).status).toBe(303);
    const { rows } = await site.db.query('select author, version from articles where id = $1', [story]);
    expect(rows).toEqual([{ author: 'Rena Reyes', version: 2 }]);
    expect(await site.text('/article/renamed')).toContain('Rena Reyes');
    expect(await site.text('/category/all')).toContain('href="/author/rena-reyes"');
    expect(await site.text('/author/rena-reyes')).toContain('A story');
    const old = await site.get('/author/rena-meyer', { redirect: 'manual' });
    expect([old.status, old.headers.get('location')]).toEqual([301, '/author/rena-reyes']);
    expect(cacheState(await site.get('/author/tom-beckett'))).toBe('hit');
    expect(await lastAudit()).toMatchObject({
      event: 'author_updated',
      details: { changes: { name: { from: 'Rena Meyer', to: 'Rena Reyes' } } },
    });
  });
});

describe('an article saved while its author', () => {
  it.each([
    ['is renamed', "update authors set name = 'Noor Reyes' where name = 'Noor Haddad'"],
    ['is deleted', "delete from authors where name = 'Noor Haddad'"],
  ])('%s has an author of the name it shows', async (_, sql) => {
    await create({ name: 'Noor Haddad' });
    const id = await changeDuring(site.db, sql, () => createByForm(admin, { author: 'Noor Haddad' }));
    const { rows } = await site.db.query(
      'select a.author, au.name from articles a left join authors au on au.id = a.author_id where a.id = $1',
      [id],
    );
    expect(rows).toEqual([{ author: 'Noor Haddad', name: 'Noor Haddad' }]);
  });
});

describe('a profile', () => {
  it('is shown on the author page and beside articles, and purges only these', async () => {
    await addArticle(site.db, { author: 'Dana Whitfield', slug: 'story' });
    await addArticle(site.db, { author: 'Tom Beckett', slug: 'other' });
    // Otherwise the save lists related articles, which purges these.
    await site.runCron();
    const { id } = await rowOf('Dana Whitfield');
    const paths = ['/article/story', '/article/other', '/author/dana-whitfield', '/author/tom-beckett', '/'];
    for (const path of paths) await site.text(path);
    expect((await save(id, { slug: 'dana-whitfield', ...PROFILE })).status).toBe(303);
    const states = await Promise.all(paths.map(async (path) => cacheState(await site.get(path))));
    expect(states).toEqual(['miss', 'hit', 'miss', 'hit', 'hit']);
    const article = await site.text('/article/story');
    expect(visibleTextOf(article)).toContain(
      `About the AuthorDana WhitfieldContributing Writer${AUTHOR_BLURB}`,
    );
    expect(article).toContain(`src="${PROFILE.imageUrl}?w=400"`);
    const page = await site.text('/author/dana-whitfield');
    expect(visibleTextOf(page)).toMatch(
      /Editor at Large\s*Dana Whitfield\s*Dana answers.*example\.com\/dana/,
    );
    expect(page).toMatch(/<img[^>]*width="128" height="128" alt="Dana Whitfield"/);
  });

  it("keeps the portrait's focal point out of the URLs of its copies", async () => {
    await addArticle(site.db, { author: 'Ida Framed', slug: 'framed' });
    const imageUrl = `${PROFILE.imageUrl}#focus=30,70`;
    await save((await rowOf('Ida Framed')).id, {
      name: 'Ida Framed',
      slug: 'ida-framed',
      ...PROFILE,
      imageUrl,
    });
    for (const path of ['/article/framed', '/author/ida-framed']) {
      const html = await site.text(path);
      const [image = ''] = /<img[^>]*alt="Ida Framed"[^>]*>/.exec(html) ?? [];
      expect(image).toContain(`src="${PROFILE.imageUrl}?w=400"`);
      expect(image).toMatch(/class="[^"]*focus-x-30 focus-y-70"/);
      expect(html).not.toMatch(/ src(?:set)?="[^"]*#focus/i);
    }
  });

  it('is in the structured data of both pages', async () => {
    await addArticle(site.db, { author: 'Jo Sung', slug: 'structured' });
    await save((await rowOf('Jo Sung')).id, { name: 'Jo Sung', slug: 'jo-sung', ...PROFILE });
    const person = {
      '@type': 'Person',
      name: 'Jo Sung',
      url: `https://magazine.test/author/jo-sung`,
      image: `https://magazine.test${PROFILE.imageUrl}`,
      jobTitle: 'Editor at Large',
      sameAs: ['https://www.example.com/dana'],
    };
    expect((await jsonLdOf('/article/structured'))[0]).toMatchObject({ author: person });
    expect((await jsonLdOf('/author/jo-sung'))[0]).toMatchObject({
      '@type': 'ProfilePage',
      mainEntity: { ...person, description: PROFILE.bio },
    });
  });

  it("is replaced by the specification's text where there is none", async () => {
    await addArticle(site.db, { author: 'Una Plain', slug: 'plain' });
    const article = await site.text('/article/plain');
    expect(visibleTextOf(article)).toContain('About the AuthorUPUna PlainContributing Writer');
    expect(article).toContain(AUTHOR_BLURB);
    const [news] = await jsonLdOf('/article/plain');
    expect(news?.author).toEqual({
      '@type': 'Person',
      name: 'Una Plain',
      url: `https://magazine.test/author/una-plain`,
    });
    const page = await site.get('/author/una-plain');
    expect(roundTrips(page)).toBe(1);
  });

  it('shows hostile text as text', async () => {
    await addArticle(site.db, { author: 'Eve Hall', slug: 'hostile' });
    const evil = '</script><img src=x onerror=alert(1)>';
    const { id } = await rowOf('Eve Hall');
    await save(id, {
      name: 'Eve Hall',
      slug: 'eve-hall',
      role: evil,
      bio: evil,
      links: `https://example.com/"${evil}`,
    });
    for (const path of [
      '/article/hostile',
      '/author/eve-hall',
      '/admin/authors',
      `/admin/authors?edit=${id}`,
    ]) {
      const html = await (await admin.get(path)).text();
      expect([path, html]).not.toEqual([path, expect.stringContaining('<img src=x')]);
      expect([path, html]).not.toEqual([path, expect.stringMatching(/<\/script><img/)]);
    }
  });
});
