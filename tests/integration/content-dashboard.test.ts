// The content dashboard: its list, its simple article form and the webhook's part, by forms without JavaScript.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { addArticle, addCategory, emptyMagazine } from '../support/factory';
import { roundTrips, textOf } from '../support/html';
import { type Site, startSite } from '../support/site';
import { type Visitor, visitAsAdmin } from '../support/visitor';

const GONE = '00000000-0000-4000-8000-000000000000';
const AT = '/admin-old?tab=articles';

let site: Site;
let admin: Visitor;

beforeAll(async () => {
  site = await startSite({ databaseServer: inject('databaseServer'), pageCache: 'on' });
  admin = await visitAsAdmin(site);
});
afterAll(() => site.stop());
beforeEach(() => emptyMagazine(site.db));

const text = async (path: string) => textOf(await (await admin.get(path)).text());

/** The dialog's form as a browser without scripts would send it. */
async function fieldsOf(path: string): Promise<[string, string][]> {
  const html = await (await admin.get(path)).text();
  const form = /<dialog[\s\S]*?<form[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
  const attribute = (tag: string, name: string) =>
    textOf(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
  const fields: [string, string][] = [];
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    if (/type="checkbox"/.test(tag) && !/ checked/.test(tag)) continue;
    fields.push([attribute(tag, 'name'), attribute(tag, 'value')]);
  }
  for (const [, tag = '', value = ''] of form.matchAll(/<textarea([^>]*)>([\s\S]*?)<\/textarea>/g))
    fields.push([
      attribute(tag, 'name'),
      textOf(value.replaceAll('&lt;', '\u0001')).replaceAll('\u0001', '<'),
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
  it('opens at the newest 50 articles by publish date, of any status, without the Trash', async () => {
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
    expect(textOf(html)).toContain('Content Management');
  });

  it('deletes an article into the Trash and offers to undo it', async () => {
    const id = await addArticle(site.db, { title: 'To go', slug: 'to-go' });
    expect(await text(`/admin-old?tab=articles&delete=${id}`)).toContain(
      'Are you sure you want to delete this article?',
    );
    const answer = await admin.post(`/admin-old?tab=articles&delete=${id}`, { intent: 'delete', id });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin-old?tab=articles']);
    const said = await text('/admin-old?tab=articles');
    expect(said).toContain('Article deleted successfully');
    expect(said).toContain('Undo');
    expect((await site.get('/article/to-go')).status).toBe(404);
    const again = await admin.post(`/admin-old?delete=${id}`, { intent: 'delete', id });
    expect(again.status).toBe(404);
    expect(textOf(await again.text())).toContain('There is no such article any more');
  });

  it('shows where a machine posts articles, with a key from an administrator', async () => {
    const html = await (await admin.get('/admin-old?tab=webhook')).text();
    expect(html).toMatch(/readonly[^>]*value="https:\/\/magazine\.test\/api\/zapier-webhook"/i);
    const words = textOf(html);
    expect(words).toContain('Requests need an x-api-key header');
    expect(words).toContain('The key comes from an administrator');
    const example = /<code>(\{[\s\S]*?\})<\/code>/.exec(html)?.[1] ?? '';
    const fields = 'title content author summary category image_url read_time is_featured is_popular'.split(
      ' ',
    );
    expect(Object.keys(JSON.parse(textOf(example)))).toEqual(fields);
  });
});

describe('the simple article form', () => {
  it('creates an article that is published at once', async () => {
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
    expect(textOf(await site.text('/'))).toContain('A quick one');
  });

  it('keeps the status and all that it does not show when it edits', async () => {
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

  it('requires title, author and content, and gives back what was typed', async () => {
    const fields = change(await fieldsOf(`${AT}&new`), {
      title: '',
      author: ' ',
      content: '',
      summary: 'Typed words',
    });
    const refused = await admin.post(`${AT}&new`, fields);
    expect(refused.status).toBe(422);
    const html = await refused.text();
    const words = textOf(html);
    for (const reason of [
      'Failed to save article. Title is required',
      'Author is required',
      'Content is required',
      'Typed words',
      'Create Article',
    ])
      expect(words).toContain(reason);
    expect((await site.db.query('select 1 from articles')).rowCount).toBe(0);
  });

  it('shows both texts when somebody saved meanwhile, and overwrites only when told so again', async () => {
    const id = await addArticle(site.db, { title: 'Before', content: '<p>Before</p>' });
    const path = `${AT}&edit=${id}`;
    const fields = await fieldsOf(path);
    await site.db.query("update articles set title = 'Theirs' where id = $1", [id]);
    const stale = await admin.post(path, change(fields, { title: 'Mine' }));
    expect(stale.status).toBe(409);
    const html = await stale.text();
    expect(textOf(html)).toContain('Somebody else changed this article while you were writing.');
    expect(textOf(html)).toMatch(/As it stands now.*Theirs/);
    expect(html).toContain('value="Mine"');
    expect((await stored(id)).title).toBe('Theirs');
    const version = /name="version" value="(\d+)"/.exec(html)?.[1] ?? '';
    const again = await admin.post(path, change(fields, { title: 'Mine', version }));
    expect(again.status).toBe(303);
    expect((await stored(id)).title).toBe('Mine');
  });

  it('loses nothing when the article is gone', async () => {
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

describe('while the database is away', () => {
  it('a form is given back with all that was typed', async () => {
    const fields = change(await fieldsOf(`${AT}&new`), { title: 'Typed', content: 'Words kept' });
    await site.loseDatabase();
    try {
      for (const [answer, ...words] of [
        [await admin.post(`${AT}&new`, fields), 'Failed to save article', 'value="Typed"', 'Words kept'],
      ] as [Response, ...string[]][]) {
        expect(answer.status).toBe(503);
        const html = await answer.text();
        for (const word of words) expect(html).toContain(word);
      }
    } finally {
      await site.restoreDatabase();
    }
  });
});
