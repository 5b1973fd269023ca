// The content dashboard: its list, its short article form and its webhook section, with forms without
// JavaScript.
import { beforeEach, describe, expect } from 'vitest';
import { editPath, postForm, readFormFields } from '../../support/browser/editor';
import { addArticle, addCategory, emptyMagazine } from '../../support/factory';
import { roundTrips, visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';

const GONE = '00000000-0000-4000-8000-000000000000';
const AT = '/admin-old?tab=articles';

const { it, site, admin } = adminTest({ pageCache: 'on' });

beforeEach(() => emptyMagazine(site.db));

const text = async (path: string) => visibleTextOf(await (await admin.get(path)).text());

const fieldsOf = async (path: string) => fieldsIn(await (await admin.get(path)).text());

/** The fields of the dialog's form as a browser without scripts would send them. */
function fieldsIn(html: string): [string, string][] {
  const form = /<dialog[\s\S]*?<form[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
  const attribute = (tag: string, name: string) =>
    visibleTextOf(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
  const fields: [string, string][] = [];
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    if (/type="checkbox"/.test(tag) && !/ checked/.test(tag)) continue;
    fields.push([attribute(tag, 'name'), attribute(tag, 'value')]);
  }
  for (const [, tag = '', value = ''] of form.matchAll(/<textarea([^>]*)>([\s\S]*?)<\/textarea>/g))
    fields.push([
      attribute(tag, 'name'),
      visibleTextOf(value.replaceAll('&lt;', '\u0001')).replaceAll('\u0001', '<'),
    ]);
  for (const [, tag = '', options = ''] of form.matchAll(/<select([^>]*)>([\s\S]*?)<\/select>/g)) {
    const chosen = [...options.matchAll(/<option[^>]*>/g)].find(([option]) => / selected/.test(option))?.[0];
    fields.push([attribute(tag, 'name'), chosen ? attribute(chosen, 'value') : '']);
  }
  return fields;
}
const change = (fields: [string, string][], changes: Record<string, string>): [string, string][] => [
  ...fields.filter(([name]) => !(name in changes)),
  ...Object.entries(changes),
];
async function stored(id: string) {
  const { rows } = await site.db.query('select * from articles where id = $1', [id]);
  return rows[0];
}

describe('the content dashboard', () => {
  it('shows the newest 50 articles by publish date in any status, without the Trash', async () => {
    await addArticle(site.db, { title: 'The oldest', age: 500 });
    await addArticle(site.db, { title: 'In the trash', deleted: true, age: 1 });
    await addArticle(site.db, { title: 'A newer draft', status: 'draft', age: 2 });
    for (let n = 0; n < 49; n += 1) await addArticle(site.db, { title: `Story ${n}`, age: 10 + n });
    const answer = await admin.get('/admin-old');
    expect(roundTrips(answer)).toBe(2);
    const html = await answer.text();
    const titles = [...html.matchAll(/article-row__title">([^<]*)</g)].map((match) => match[1]);
    expect(titles).toHaveLength(50);
    expect(titles.slice(0, 2)).toEqual(['A newer draft', 'Story 0']);
    expect(titles).not.toContain('In the trash');
    expect(titles).not.toContain('The oldest');
    expect(html).toContain('href="/admin/articles"');
    expect(visibleTextOf(html)).toContain('Content Management');
  });

  it('moves an article to the Trash and offers Undo', async () => {
    const id = await addArticle(site.db, { title: 'To go', slug: 'to-go' });
    expect(await text(`/admin-old?tab=articles&delete=${id}`)).toContain(
      'Are you sure you want to delete this article?',
    );
    const answer = await admin.post(`/admin-old?tab=articles&delete=${id}`, { intent: 'delete', id });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin-old?tab=articles']);
    const page = await text('/admin-old?tab=articles');
    expect(page).toContain('Article deleted successfully');
    expect(page).toContain('Undo');
    expect((await site.get('/article/to-go')).status).toBe(404);
    const again = await admin.post(`/admin-old?delete=${id}`, { intent: 'delete', id });
    expect(again.status).toBe(404);
    expect(visibleTextOf(await again.text())).toContain('This article no longer exists');
  });

  it('shows the webhook address, and says to get the key from an admin', async () => {
    const html = await (await admin.get('/admin-old?tab=webhook')).text();
    expect(html).toMatch(/readonly[^>]*value="https:\/\/magazine\.test\/api\/zapier-webhook"/i);
    const shown = visibleTextOf(html);
    expect(shown).toContain('Requests need an x-api-key header');
    expect(shown).toContain('Ask an administrator for a key');
    const example = /<code>(\{[\s\S]*?\})<\/code>/.exec(html)?.[1] ?? '';
    const fields = 'title content author summary category image_url read_time is_featured is_popular'.split(
      ' ',
    );
    expect(Object.keys(JSON.parse(visibleTextOf(example)))).toEqual(fields);
  });
});

describe('the short article form', () => {
  it('creates an article that is published immediately', async () => {
    const categoryId = await addCategory(site.db, 'tools');
    await site.get('/');
    const fields = await fieldsOf(`${AT}&new`);
    expect(Object.fromEntries(fields)).toMatchObject({ status: 'published', readTime: '5' });
    const answer = await admin.post(
      `${AT}&new`,
      change(fields, {
        title: 'A quick one',
        author: 'Dana Whitfield',
        content: '<p>Hello <script>alert(1)</script>reader</p>',
        categoryId,
        isPopular: 'on',
      }),
    );
    expect([answer.status, answer.headers.get('location')]).toEqual([303, AT]);
    expect(await text(AT)).toContain('Article created successfully');
    const { rows } = await site.db.query('select * from articles');
    expect(rows).toMatchObject([
      {
        title: 'A quick one',
        slug: 'a-quick-one',
        summary: 'Hello reader',
        content: '<p>Hello reader</p>',
        status: 'published',
        category_id: categoryId,
        is_popular: true,
        is_featured: false,
      },
    ]);
    expect(visibleTextOf(await site.text('/'))).toContain('A quick one');
  });

  it('keeps the status and all hidden fields when it edits', async () => {
    const id = await addArticle(site.db, {
      title: 'Before',
      slug: 'kept',
      status: 'draft',
      tags: ['roi', 'ops'],
    });
    await site.db.query(
      "update articles set image_alt = 'A lens', publish_at = '2031-05-01T12:00Z' where id = $1",
      [id],
    );
    const path = `${AT}&edit=${id}`;
    const answer = await admin.post(path, change(await fieldsOf(path), { title: 'After' }));
    expect([answer.status, answer.headers.get('location')]).toEqual([303, AT]);
    expect(await text(AT)).toContain('Article updated successfully');
    expect(await stored(id)).toMatchObject({
      title: 'After',
      slug: 'kept',
      status: 'draft',
      image_alt: 'A lens',
      publish_at: new Date('2031-05-01T12:00Z'),
    });
    const { rowCount } = await site.db.query('select 1 from article_tags where article_id = $1', [id]);
    expect(rowCount).toBe(2);
  });

  it('requires title, author and content, and keeps the input', async () => {
    const fields = change(await fieldsOf(`${AT}&new`), {
      title: '',
      author: ' ',
      content: '',
      summary: 'Typed text',
    });
    const refused = await admin.post(`${AT}&new`, fields);
    expect(refused.status).toBe(422);
    const html = await refused.text();
    const shown = visibleTextOf(html);
    for (const reason of [
      'Failed to save article. Title is required',
      'Author is required',
      'Content is required',
      'Typed text',
      'Create Article',
    ])
      expect(shown).toContain(reason);
    expect((await site.db.query('select 1 from articles')).rowCount).toBe(0);
  });

  it('shows both texts after a conflicting save, and overwrites only when confirmed', async () => {
    const id = await addArticle(site.db, { title: 'Before', content: '<p>Before</p>' });
    const path = `${AT}&edit=${id}`;
    const fields = await fieldsOf(path);
    await site.db.query("update articles set title = 'Theirs' where id = $1", [id]);
    const stale = await admin.post(path, change(fields, { title: 'Mine' }));
    expect(stale.status).toBe(409);
    const html = await stale.text();
    expect(visibleTextOf(html)).toContain('Someone else changed this article while you were writing.');
    expect(visibleTextOf(html)).toMatch(/The current version.*Theirs/);
    expect(html).toContain('value="Mine"');
    expect((await stored(id)).title).toBe('Theirs');
    const version = /name="version" value="(\d+)"/.exec(html)?.[1] ?? '';
    const again = await admin.post(path, change(fields, { title: 'Mine', version }));
    expect(again.status).toBe(303);
    expect((await stored(id)).title).toBe('Mine');
  });

  it('keeps the fields it does not show as someone else saved them when it overwrites', async () => {
    const id = await addArticle(site.db, { title: 'Before', slug: 'before', status: 'draft', tags: ['roi'] });
    await site.db.query("update articles set publish_at = '2031-05-01T12:00Z' where id = $1", [id]);
    const path = `${AT}&edit=${id}`;
    const fields = change(await fieldsOf(path), { title: 'Mine' });
    const theirs = await readFormFields(await admin.get(editPath(id)));
    const changes = { publishAt: '', slug: 'theirs', searchTitle: 'Theirs', tagIds: [], coauthors: ['Tom'] };
    expect((await postForm(admin, editPath(id), { ...theirs, ...changes })).status).toBe(303);
    const stale = await admin.post(path, fields);
    expect(stale.status).toBe(409);
    expect((await admin.post(path, fieldsIn(await stale.text()))).status).toBe(303);
    expect(await stored(id)).toMatchObject({
      title: 'Mine',
      slug: 'theirs',
      status: 'draft',
      publish_at: null,
    });
    expect(await readFormFields(await admin.get(editPath(id)))).toMatchObject({
      searchTitle: 'Theirs',
      coauthors: ['Tom', '', '', '', ''],
    });
    expect((await site.db.query('select 1 from article_tags')).rowCount).toBe(0);
  });

  it('edits the article when an earlier response to Create was lost', async () => {
    const content = { title: 'First', author: 'Dana Whitfield', content: '<p>Hello</p>' };
    const fields = change(await fieldsOf(`${AT}&new`), content);
    expect((await admin.post(`${AT}&new`, fields)).status).toBe(303);
    const refused = await admin.post(`${AT}&new`, change(fields, { title: 'Second' }));
    expect(refused.status).toBe(409);
    const html = await refused.text();
    expect(visibleTextOf(html)).toMatch(/This article was already saved\..*The current version.*First/s);
    const again = fieldsIn(html);
    const { title, id } = Object.fromEntries(again);
    expect(title).toBe('Second');
    expect(html).toContain(`action="/admin-old?tab=articles&amp;edit=${id}"`);
    expect((await admin.post(`${AT}&edit=${id}`, again)).status).toBe(303);
    const { rows } = await site.db.query('select id, title, version from articles');
    expect(rows).toEqual([{ id, title: 'Second', version: 2 }]);
  });

  it('keeps the input when the article is gone', async () => {
    const id = await addArticle(site.db, { title: 'Before' });
    const path = `${AT}&edit=${id}`;
    const fields = await fieldsOf(path);
    await site.db.query('update articles set deleted_at = now() where id = $1', [id]);
    const refused = await admin.post(path, change(fields, { title: 'Typed meanwhile' }));
    expect(refused.status).toBe(404);
    expect(await refused.text()).toContain('value="Typed meanwhile"');
    expect((await admin.get(`${AT}&edit=${GONE}`)).status).toBe(404);
  });
});

describe('while the database is unavailable', () => {
  it('returns a form with everything that was typed', async () => {
    const fields = change(await fieldsOf(`${AT}&new`), { title: 'Typed', content: 'Words kept' });
    await site.withoutDatabase(async () => {
      for (const [answer, ...shown] of [
        [await admin.post(`${AT}&new`, fields), 'Failed to save article', 'value="Typed"', 'Words kept'],
      ] as [Response, ...string[]][]) {
        expect(answer.status).toBe(503);
        const html = await answer.text();
        for (const expected of shown) expect(html).toContain(expected);
      }
    });
  });
});
