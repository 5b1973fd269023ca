// Creating and saving articles in the editor: every rule and message, and what is stored.
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import {
  type ArticleFormValues,
  createByForm,
  editPath,
  NEW_ARTICLE,
  postForm,
  readFormFields,
} from '../../support/browser/editor';
import { addAccount, addArticle, addCategory, emptyAccounts, emptyMagazine } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit } from '../../support/visitor';

const { it, site } = siteTest();
let editor: Visitor;
let editorId: string;

beforeAll(async () => {
  await emptyAccounts(site.db);
  editorId = await addAccount(site.db, { email: 'boss@example.com', role: 'admin', fullName: 'Alex Morgan' });
  editor = visit(site);
  await editor.signIn('boss@example.com');
});
beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('audit_log');
});

const one = async (query: string, values: unknown[] = []) => (await site.db.query(query, values)).rows[0];
const article = (id: string) => one('select * from articles where id = $1', [id]);
const pageOf = async (response: Response) => visibleTextOf(await response.text());

describe('a new article', () => {
  it('is a draft with the submitted fields and derived defaults', async () => {
    const tools = await addCategory(site.db, 'tools');
    const { rows } = await site.db.query(
      "insert into tags (name, slug) values ('ROI', 'roi'), ('Scaling', 'scaling') returning id",
    );
    const id = await createByForm(editor, { categoryId: tools, tagIds: rows.map((row) => row.id) });
    expect(await article(id)).toMatchObject({
      title: 'How to say no to a client',
      slug: 'how-to-say-no-to-a-client',
      summary: 'Kindly, early and in writing.',
      content: '<p>Kindly, early and in writing.</p>',
      author: 'Dana Whitfield',
      read_time: 4,
      status: 'draft',
      category_id: tools,
      is_featured: false,
      is_popular: false,
      image_url: null,
      version: 1,
      first_published_at: null,
    });
    expect(await one('select name, slug from authors')).toEqual({
      name: 'Dana Whitfield',
      slug: 'dana-whitfield',
    });
    expect(await one('select count(*)::int from article_tags where article_id = $1', [id])).toEqual({
      count: 2,
    });
    expect(await one('select version, cause, actor_id, snapshot from article_revisions')).toMatchObject({
      version: 1,
      cause: 'editor',
      actor_id: editorId,
      snapshot: {
        title: 'How to say no to a client',
        categoryName: 'Tools',
        tags: [{ name: 'ROI' }, { name: 'Scaling' }],
      },
    });
    expect(
      await one("select actor_id, subject, details from audit_log where event = 'article_created'"),
    ).toEqual({
      actor_id: editorId,
      subject: 'How to say no to a client',
      details: { id, cause: 'editor' },
    });
    const page = await editor.get(editPath(id));
    expect(page.status).toBe(200);
    expect(await page.clone().text()).toContain('href="/article/how-to-say-no-to-a-client"');
    const text = await pageOf(page);
    for (const words of [
      'Article created successfully',
      'Edit Article',
      'Back to Articles',
      'Save Article',
      'Preview',
    ])
      expect(text).toContain(words);
  });

  it('has a form with all labels and without a preview link', async () => {
    await site.db.query("insert into tags (name, slug) values ('Client Intake', 'client-intake')");
    const page = await editor.get('/admin/articles/new');
    const html = await page.text();
    const text = visibleTextOf(html);
    expect(text).toContain('Create Article');
    expect(html).not.toMatch(/>\s*Preview\s*</);
    const labels = ['Title', 'URL Slug', 'Summary', 'Content', 'Author', 'Read Time', 'Category', 'Status'];
    for (const label of [...labels, 'Featured', 'Popular', 'Image URL'])
      expect(html, label).toMatch(new RegExp(`<label[^>]*>${label}</label>`));
    const [, choices = ''] = /<legend[^>]*>Tags<\/legend>([\s\S]*?)<\/fieldset>/.exec(html) ?? [];
    expect(choices).toMatch(/<input(?=[^>]* name="tagIds")[^>]* type="checkbox"/);
    expect(visibleTextOf(choices)).toContain('Client Intake');
    expect(html).toMatch(/<form[^>]* encType="multipart\/form-data"/i);
    expect(html).toMatch(/<option[^>]*value="draft"[^>]*selected=""/);
  });

  it('is created once when its form is sent twice', async () => {
    const form = await readFormFields(await editor.get('/admin/articles/new'));
    const sent = { ...form, ...NEW_ARTICLE };
    const first = await postForm(editor, '/admin/articles/new', sent);
    const again = await postForm(editor, '/admin/articles/new', sent);
    expect([first.status, again.status]).toEqual([303, 303]);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(await one('select count(*)::int from articles')).toEqual({ count: 1 });
  });
});

describe('a rejected article', () => {
  it.each([
    ['Title is required', { title: '  ' }],
    ['Author is required', { author: '' }],
    ['Choose a status', { status: 'gone' }],
    ['This category no longer exists.', { categoryId: '00000000-0000-4000-8000-000000000000' }],
    ['Image URL must start with http:// or https://', { imageUrl: 'javascript:alert(1)' }],
  ])('reports %s and keeps the input', async (reason, part) => {
    const typed = {
      ...NEW_ARTICLE,
      summary: 'A "fine" summary & more',
      content: '<p>Words that took an hour.</p>\n<pre>  two\n  lines</pre>',
      isPopular: 'on',
      publishAt: '2027-01-02T09:30',
      ...part,
    };
    const answer = await postForm(editor, '/admin/articles/new', typed);
    expect(answer.status).toBe(422);
    const text = await pageOf(answer.clone());
    expect(text).toContain('Failed to save article');
    expect(text).toContain(reason);
    const { id: _id, version, copy: _copy, ...given } = await readFormFields(answer);
    const known = 'status' in part ? { ...typed, status: '' } : typed;
    expect(given).toEqual(known);
    expect(version).toBe('0');
    expect(await one('select count(*)::int from articles')).toEqual({ count: 0 });
  });

  it('is returned while the database is unavailable, new or existing', async () => {
    const id = await createByForm(editor);
    const form = await readFormFields(await editor.get(editPath(id)));
    await site.withoutDatabase(async () => {
      for (const path of ['/admin/articles/new', editPath(id)]) {
        const sent = { ...form, title: 'Typed during the outage', content: '<p>Still here.</p>' };
        const answer = await postForm(editor, path, sent);
        expect(answer.status).toBe(503);
        expect(await pageOf(answer.clone())).toContain('Failed to save article');
        expect(await readFormFields(answer)).toMatchObject({
          title: 'Typed during the outage',
          content: '<p>Still here.</p>',
        });
      }
      const page = await editor.get(editPath(id));
      expect(page.status).toBe(503);
    });
  });
});

describe('a saved article', () => {
  it('keeps unchanged fields, increments its version, and logs what changed', async () => {
    const id = await createByForm(editor, { status: 'published', slug: 'no' });
    const form = await readFormFields(await editor.get(editPath(id)));
    const answer = await postForm(editor, editPath(id), {
      ...form,
      title: 'How to say yes',
      isFeatured: 'on',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, editPath(id)]);
    expect(await pageOf(await editor.get(editPath(id)))).toContain('Article updated successfully');
    expect(await article(id)).toMatchObject({
      title: 'How to say yes',
      slug: 'no',
      version: 2,
      is_featured: true,
    });
    const { rows } = await site.db.query('select version, cause from article_revisions order by version');
    expect(rows).toEqual([
      { version: 1, cause: 'editor' },
      { version: 2, cause: 'editor' },
    ]);
    expect((await one("select details from audit_log where event = 'article_updated'")).details).toEqual({
      id,
      changes: {
        title: { from: 'How to say no to a client', to: 'How to say yes' },
        isFeatured: { from: false, to: true },
      },
    });
  });

  it('has the tags of its last save only', async () => {
    const { rows: tags } = await site.db.query(
      "insert into tags (name, slug) values ('A', 'a'), ('B', 'b'), ('C', 'c') returning id",
    );
    const [a = '', b = '', c = ''] = tags.map((tag) => String(tag.id));
    const id = await createByForm(editor, { tagIds: [a, b] });
    const form = await readFormFields(await editor.get(editPath(id)));
    await postForm(editor, editPath(id), { ...form, tagIds: [b, c] });
    const { rows } = await site.db.query('select tag_id from article_tags where article_id = $1', [id]);
    expect(rows.map((row) => row.tag_id).sort()).toEqual([b, c].sort());
  });

  it('takes each status after each other one', async () => {
    const id = await createByForm(editor, { status: 'draft' });
    for (const status of ['published', 'archived', 'draft', 'archived', 'published', 'draft']) {
      const form = await readFormFields(await editor.get(editPath(id)));
      expect((await postForm(editor, editPath(id), { ...form, status })).status).toBe(303);
      expect((await article(id)).status).toBe(status);
    }
  });

  it('saved unchanged only increments its version', async () => {
    const id = await createByForm(editor, {
      publishAt: '2027-03-04T05:06',
      content: '<pre>\n\na\r\nb</pre>',
    });
    const before = await article(id);
    const form = await readFormFields(await editor.get(editPath(id)));
    expect((await postForm(editor, editPath(id), form)).status).toBe(303);
    const { version, publish_date, updated_at, ...after } = await article(id);
    expect(version).toBe(2);
    expect(before).toMatchObject(after);
    expect(
      (await one("select details from audit_log where event = 'article_updated' order by id desc limit 1"))
        .details.changes,
    ).toEqual({});
  });

  it('keeps the state before as a revision when there was none', async () => {
    const id = await addArticle(site.db, { title: 'From long ago', tags: ['roi'] });
    const form = await readFormFields(await editor.get(editPath(id)));
    await postForm(editor, editPath(id), { ...form, title: 'Of today', tagIds: [] });
    const { rows } = await site.db.query(
      "select version, cause, snapshot->>'title' as title, jsonb_array_length(snapshot->'tags') as tags from article_revisions order by version",
    );
    expect(rows).toEqual([
      { version: 1, cause: 'found', title: 'From long ago', tags: 1 },
      { version: 2, cause: 'editor', title: 'Of today', tags: 0 },
    ]);
  });

  it('gets a new date unless its date is to be kept', async () => {
    const id = await addArticle(site.db, { age: 500 });
    const first = (await article(id)).publish_date;
    const form = await readFormFields(await editor.get(editPath(id)));
    await postForm(editor, editPath(id), { ...form, keepPublishDate: 'on', title: 'A typo less' });
    expect((await article(id)).publish_date).toEqual(first);
    const next = await readFormFields(await editor.get(editPath(id)));
    await postForm(editor, editPath(id), { ...next, title: 'Another one less' });
    const { publish_date, first_published_at } = await article(id);
    expect(Date.now() - publish_date.getTime()).toBeLessThan(60_000);
    expect(first_published_at).toEqual(first);
  });

  it('clears its schedule when it is no longer a draft', async () => {
    const id = await createByForm(editor, { publishAt: '2027-06-01T08:00' });
    expect((await article(id)).publish_at).toEqual(new Date('2027-06-01T12:00:00Z'));
    const form = await readFormFields(await editor.get(editPath(id)));
    expect(form.publishAt).toBe('2027-06-01T08:00');
    await postForm(editor, editPath(id), { ...form, status: 'published' });
    expect(await article(id)).toMatchObject({ status: 'published', publish_at: null });
  });

  it('is sanitized', async () => {
    const id = await createByForm(editor, {
      summary: '<b>Bold</b> words',
      content:
        '<p>Fine</p><p></p><script>alert(1)</script><p onclick="x()"><a href="javascript:x()">a</a></p>',
    });
    const { summary, content } = await article(id);
    expect(summary).toBe('Bold words');
    expect(content).not.toMatch(/script|onclick|<p><\/p>/);
  });

  it('returns 404 when it is gone', async () => {
    const id = await createByForm(editor);
    const form = await readFormFields(await editor.get(editPath(id)));
    await site.db.query('update articles set deleted_at = now() where id = $1', [id]);
    expect((await editor.get(editPath(id))).status).toBe(404);
    expect((await postForm(editor, editPath(id), form)).status).toBe(404);
    expect((await editor.get(editPath('no-id'))).status).toBe(404);
  });
});

describe('slugs', () => {
  it('are unique for 50 simultaneous articles with one title', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => createByForm(editor)));
    const { rows } = await site.db.query('select slug from articles');
    const expected = [
      'how-to-say-no-to-a-client',
      ...Array.from({ length: 49 }, (_, i) => `how-to-say-no-to-a-client-${i + 2}`),
    ];
    expect(rows.map((row) => row.slug).sort()).toEqual(expected.sort());
    expect(new Set(ids).size).toBe(50);
    expect(await one('select count(*)::int from authors')).toEqual({ count: 1 });
  });

  it('come from the id when the title yields none', async () => {
    const id = await createByForm(editor, { title: '新しい', author: '山田' });
    expect((await article(id)).slug).toBe(`article-${id.slice(0, 8)}`);
    expect((await one('select slug from authors')).slug).toMatch(/^author-[0-9a-f]{8}$/);
  });

  it('that are taken get a number, which the audit log contains', async () => {
    await addArticle(site.db, { slug: 'taken' });
    const id = await createByForm(editor, { slug: 'Mine Own' });
    expect((await article(id)).slug).toBe('mine-own');
    const form = await readFormFields(await editor.get(editPath(id)));
    await postForm(editor, editPath(id), { ...form, slug: 'taken' });
    expect((await article(id)).slug).toBe('taken-2');
    expect(
      (await one("select details from audit_log where event = 'article_updated'")).details.changes,
    ).toEqual({
      slug: { from: 'mine-own', to: 'taken-2' },
    });
  });

  it('of long titles can be saved again, also with a number', async () => {
    const title = 'A title that does not end and '.repeat(11).slice(0, 300);
    for (const end of [/-(a|title|that|does|not|end|and)$/, /-2$/]) {
      const id = await createByForm(editor, { title });
      const form = await readFormFields(await editor.get(editPath(id)));
      expect(form.slug).toMatch(end);
      expect((await postForm(editor, editPath(id), { ...form, readTime: '7' })).status).toBe(303);
      expect(await article(id)).toMatchObject({ slug: form.slug, read_time: 7, version: 2 });
    }
  });
});

describe('slug and summary of a draft', () => {
  const save = async (id: string, typed: ArticleFormValues) => {
    const form = await readFormFields(await editor.get(editPath(id)));
    expect((await postForm(editor, editPath(id), { ...form, ...typed })).status).toBe(303);
    const { slug, summary } = await article(id);
    return [slug, summary];
  };
  const LATER = { title: 'How to say yes', content: '<p>Slowly.</p>' };

  it('follow title and content until it is published', async () => {
    const id = await createByForm(editor, { content: '<p>Kindly.</p>' });
    expect(await save(id, LATER)).toEqual(['how-to-say-yes', 'Slowly.']);
    // The first publication still follows.
    const published = { title: 'When to say yes', content: '<p>On Mondays.</p>', status: 'published' };
    expect(await save(id, published)).toEqual(['when-to-say-yes', 'On Mondays.']);
    expect(await save(id, LATER)).toEqual(['when-to-say-yes', 'On Mondays.']);
    // Its address stays known when it becomes a draft again.
    expect(await save(id, { status: 'draft' })).toEqual(['when-to-say-yes', 'On Mondays.']);
    expect(await save(id, { title: 'Why', content: '<p>Because.</p>' })).toEqual([
      'when-to-say-yes',
      'On Mondays.',
    ]);
  });

  it('stay the same in the next save if the text contains angle brackets', async () => {
    const content = '<p>Write to Jane &lt;jane@firm.com&gt; about &amp;amp; today.</p>';
    const id = await createByForm(editor, { content });
    const summary = 'Write to Jane <jane@firm.com> about &amp; today.';
    expect((await article(id)).summary).toBe(summary);
    expect(await save(id, { readTime: '9' })).toEqual([expect.any(String), summary]);
    expect(await save(id, { content: '<p>Or call.</p>' })).toEqual([expect.any(String), 'Or call.']);
  });

  it('follow even with a number, in part, and after several saves', async () => {
    for (const slug of ['how-to-say-no-to-a-client', 'how-to-say-yes']) await addArticle(site.db, { slug });
    const id = await createByForm(editor, { summary: 'Typed' });
    expect((await article(id)).slug).toBe('how-to-say-no-to-a-client-2');
    expect(await save(id, { readTime: '9' })).toEqual(['how-to-say-no-to-a-client-2', 'Typed']);
    expect(await save(id, LATER)).toEqual(['how-to-say-yes-2', 'Typed']);
    expect(await save(id, { summary: '' })).toEqual(['how-to-say-yes-2', 'Slowly.']);
    expect(await save(id, { title: 'Maybe', content: '<p>One.</p>' })).toEqual(['maybe', 'One.']);
  });

  it('follow the beginning of a members-only draft', async () => {
    const paragraphs = (first: string) =>
      `<p>${first}</p><p>Two.</p><p>Three.</p><p>${'Rest. '.repeat(9)}</p>`;
    const id = await createByForm(editor, { content: paragraphs('One.'), membersOnly: 'on' });
    expect((await article(id)).summary).toBe('One. Two. Three.');
    expect(await save(id, { content: paragraphs('1.') })).toEqual([
      'how-to-say-no-to-a-client',
      '1. Two. Three.',
    ]);
  });

  it('stay when they were typed', async () => {
    const id = await createByForm(editor, { slug: 'no', summary: 'Why not' });
    expect(await save(id, LATER)).toEqual(['no', 'Why not']);
    expect(await save(id, { title: 'No', slug: 'never' })).toEqual(['never', 'Why not']);
    expect(await save(id, LATER)).toEqual(['never', 'Why not']);
    // A year is not the number of a slug that was taken.
    const yearly = await createByForm(editor, { title: 'Top Firms', slug: 'top-firms-2026', summary: 'A' });
    expect(await save(yearly, { content: '<p>Two.</p>' })).toEqual(['top-firms-2026', 'A']);
    expect(await save(yearly, LATER)).toEqual(['top-firms-2026', 'A']);
  });
});
