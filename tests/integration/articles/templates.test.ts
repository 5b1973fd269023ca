// Article templates: what they contain, what starts from them, and who may change them.
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { postForm, readFormFields } from '../../support/browser/editor';
import { addAccount, addArticle, emptyMagazine } from '../../support/factory';
import { toPlain, visibleTextOf } from '../../support/html';
import { drawImage } from '../../support/images';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit, visitAsAdmin } from '../../support/visitor';

const { it, site } = siteTest();
const LIST = '/admin/articles/templates';
const NEW = '/admin/articles/new';
const NOWHERE = '00000000-0000-4000-8000-000000000000';
let admin: Visitor;
const staff = {} as Record<'editor' | 'author' | 'colleague' | 'sales' | 'audience' | 'null', Visitor>;
const ids: Record<string, string> = {};

beforeAll(async () => {
  admin = await visitAsAdmin(site);
  for (const name of ['editor', 'author', 'colleague', 'sales', 'audience', 'null'] as const) {
    const email = `${name}@example.com`;
    const role = name === 'colleague' ? 'author' : name === 'null' ? null : name;
    ids[name] = await addAccount(site.db, { email, role, fullName: `Robin ${name}` });
    staff[name] = visit(site);
    await staff[name].signIn(email);
  }
});
beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('article_templates, audit_log, media, media_uses');
});

const rows = async (query: string, values: unknown[] = []) => (await site.db.query(query, values)).rows;
const saveAs = (from: string, name: string, who = admin) =>
  who.post(`${LIST}?from=${from}`, { intent: 'create', version: '', from, name });
const rename = (id: string, name: string, who = admin, version = '') =>
  who.post(`${LIST}?edit=${id}`, { intent: 'save', id, version, name });
const remove = (id: string, who = admin) => who.post(`${LIST}?delete=${id}`, { intent: 'delete', id });
const start = (id: string, who = admin) => who.get(`${NEW}?template=${id}`);
const named = async (name: string): Promise<string> =>
  (await rows('select id from article_templates where name = $1', [name]))[0]?.id ?? '';
const names = async () =>
  (await rows('select name from article_templates order by name')).map(({ name }) => name);

async function addTemplate(name: string, facts: Parameters<typeof addArticle>[1] = {}, who = admin) {
  const article = await addArticle(site.db, facts);
  await site.db.query(
    "update articles set owner_id = (select id from users where email = 'author@example.com') where id = $1",
    [article],
  );
  expect((await saveAs(article, name, who)).status).toBe(303);
  return { article, id: await named(name) };
}

const FACTS = {
  ...{ title: 'Fees', slug: 'fees', category: 'tools', tags: ['billing', 'intake'], summary: 'On fees.' },
  ...{ content: '<h2>Why</h2>\n<p>First draft.</p>', author: 'Zoe First', coauthors: ['Adam Second'] },
  ...{ isFeatured: true, isPopular: true, membersOnly: true, readTime: 9 },
};

describe('saving as a template', () => {
  it('suggests the title, returns to the editor, and keeps all but slug, dates, status and placement', async () => {
    const id = await addArticle(site.db, FACTS);
    const seo = {
      searchTitle: 'Fees in search',
      hideFromSearch: 'on',
      canonicalUrl: 'https://other.example/',
    };
    await site.db.query('update articles set seo = $1 where id = $2', [seo, id]);
    expect(await (await admin.get(`/admin/articles/${id}/edit`)).text()).toContain(
      `href="${LIST}?from=${id}"`,
    );
    expect(await readFormFields(await admin.get(`${LIST}?from=${id}`))).toMatchObject({
      from: id,
      name: 'Fees',
    });
    const answer = await saveAs(id, '  Fee \n report ');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/admin/articles/${id}/edit`]);
    expect(await (await admin.get(`/admin/articles/${id}/edit`)).text()).toContain(
      'Template created successfully',
    );
    const before = await readFormFields(await admin.get(`/admin/articles/${id}/edit`));
    const fields = await readFormFields(await start(await named('Fee report')));
    for (const field of [
      ...[
        'title',
        'summary',
        'content',
        'author',
        'coauthors',
        'readTime',
        'categoryId',
        'tagIds',
        'membersOnly',
      ],
      ...['searchTitle', 'hideFromSearch'],
    ])
      expect([field, fields[field]]).toEqual([field, before[field]]);
    expect(fields).toMatchObject({
      slug: '',
      status: 'draft',
      canonicalUrl: '',
      publishAt: '',
      version: '0',
    });
    for (const field of ['isFeatured', 'isPopular']) expect(fields).not.toHaveProperty(field);
    expect(fields.id).not.toBe(id);
    const [line] = await rows("select event, subject from audit_log where event like 'template%'");
    expect(line).toEqual({ event: 'template_created', subject: 'Fee report' });
    expect(visibleTextOf(await (await admin.get('/admin/audit')).text())).toContain(
      'created the template “Fee report”',
    );
  });

  it('stays as it was when the article is changed or deleted', async () => {
    const { article, id } = await addTemplate('Report', FACTS);
    await site.db.query("update articles set title = 'Changed', content = '<p>Changed</p>' where id = $1", [
      article,
    ]);
    const one = await readFormFields(await start(id));
    await site.db.query('delete from articles where id = $1', [article]);
    const { id: _, copy: __, ...other } = await readFormFields(await start(id));
    expect(one).toMatchObject({ title: 'Fees', content: FACTS.content, ...other });
  });

  it('keeps the input when the name is taken in any case, blank or too long', async () => {
    const { article } = await addTemplate('Interview');
    for (const [name, message] of [
      ['iNTERVIEW', 'A template with this name already exists'],
      [' \u200b ', 'Name is required'],
      ['x'.repeat(101), 'Name is limited to 100 characters'],
    ] as const) {
      const answer = await saveAs(article, name);
      const html = await answer.text();
      expect([answer.status, visibleTextOf(html)]).toEqual([422, expect.stringContaining(message)]);
      expect(html).toContain(`value="${name}"`);
    }
    const taken = await Promise.all(Array.from({ length: 4 }, () => saveAs(article, 'Twice')));
    expect(taken.map(({ status }) => status).sort()).toEqual([303, 422, 422, 422]);
    expect(await names()).toEqual(['Interview', 'Twice']);
  });

  it('is refused beyond 100 templates, and keeps the input', async () => {
    const id = await addArticle(site.db);
    await site.db.query(
      "insert into article_templates (name, fields) select 'Template ' || n, '{}' from generate_series(1, 99) n",
    );
    expect((await saveAs(id, 'The last')).status).toBe(303);
    const answer = await saveAs(id, 'One more');
    const html = await answer.text();
    expect([answer.status, visibleTextOf(html)]).toEqual([
      422,
      expect.stringContaining('There can be at most 100 templates. Delete one first.'),
    ]);
    expect(html).toContain('value="One more"');
    expect((await names()).length).toBe(100);
  });

  it('is refused for articles that are missing, in the Trash or not an id', async () => {
    const gone = await addArticle(site.db, { deleted: true });
    for (const from of [gone, NOWHERE, 'x', "1'--", ''])
      expect([from, (await saveAs(from, 'Ours')).status]).toEqual([from, 404]);
    expect(await names()).toEqual([]);
  });
});

describe('starting from a template', () => {
  it('is offered when there are templates, and saves an ordinary new article', async () => {
    expect(await (await admin.get(NEW)).text()).not.toContain('Start from a template');
    const { article, id } = await addTemplate('Report', FACTS);
    const offered = await (await admin.get(NEW)).text();
    expect(offered).toContain('Start from a template');
    expect(offered).toContain(`<option value="${id}">Report</option>`);
    const saved = await postForm(admin, NEW, await readFormFields(await start(id)));
    const created = /articles\/([0-9a-f-]{36})\/edit$/.exec(saved.headers.get('location') ?? '')?.[1];
    const [row] = await rows('select slug, status, content, members_only from articles where id = $1', [
      created,
    ]);
    expect(row).toMatchObject({ status: 'draft', content: FACTS.content, members_only: true });
    expect(row.slug).not.toBe('fees');
    expect(created).not.toBe(article);
    expect((await rows('select id from article_templates')).length).toBe(1);
  });

  it('leaves out categories, tags and authors that were deleted since', async () => {
    const { article, id } = await addTemplate('Report', FACTS);
    await site.db.query('delete from articles where id = $1', [article]);
    await site.db.query(
      "delete from categories; delete from tags where slug = 'billing'; delete from authors",
    );
    const page = await start(id);
    expect(page.status).toBe(200);
    const fields = await readFormFields(page);
    const [kept] = await rows('select id from tags');
    expect(fields).toMatchObject({
      title: 'Fees',
      categoryId: '',
      author: '',
      coauthors: ['', '', '', '', ''],
    });
    expect([fields.tagIds].flat()).toEqual([kept.id]);
    const saved = await postForm(admin, NEW, { ...fields, author: 'New Name' });
    expect(saved.status).toBe(303);
  });

  it('names authors who were renamed or merged since, each once', async () => {
    const { id } = await addTemplate('Report', { ...FACTS, coauthors: ['Adam Second', 'Kay Third'] });
    const authorIds = await rows('select name, id from authors');
    const idOf = (name: string) => authorIds.find((one) => one.name === name)?.id;
    const names = async () => {
      const { author, coauthors } = await readFormFields(await start(id));
      return [author, ...[coauthors].flat().filter(Boolean)];
    };
    const zoe = await readFormFields(await admin.get(`/admin/authors?edit=${idOf('Zoe First')}`));
    const renamed = await admin.post(`/admin/authors?edit=${idOf('Zoe First')}`, {
      ...{ intent: 'save', id: idOf('Zoe First'), version: String(zoe.version) },
      ...{ name: 'Zoe Foremost', slug: String(zoe.slug) },
    });
    expect(renamed.status).toBe(303);
    expect(await names()).toEqual(['Zoe Foremost', 'Adam Second', 'Kay Third']);
    const merge = (from: string, into: string) =>
      admin.post(`/admin/authors?merge=${idOf(from)}`, {
        ...{ intent: 'merge', id: idOf(from), into: idOf(into) },
      });
    expect((await merge('Adam Second', 'Kay Third')).status).toBe(303);
    expect(await names()).toEqual(['Zoe Foremost', 'Kay Third']);
    expect((await merge('Kay Third', 'Zoe First')).status).toBe(303);
    expect(await names()).toEqual(['Zoe Foremost']);
  });

  it('shows an empty form and a message for a template that does not exist', async () => {
    for (const id of [NOWHERE, 'x', "1'--"]) {
      const page = await start(id);
      const html = await page.clone().text();
      expect([id, page.status]).toEqual([id, 200]);
      expect([id, html.includes('This template no longer exists.')]).toEqual([id, true]);
      expect(await readFormFields(page)).toMatchObject({ title: '', content: '' });
    }
    expect(await (await admin.get(`${NEW}?template=`)).text()).not.toContain('no longer exists');
  });

  it('survives stored fields of another shape', async () => {
    await site.db.query(
      `insert into article_templates (name, fields) values ('Old', '{"title": 7}'), ('Part', '{"title": "Only"}'), ('List', '[1]')`,
    );
    for (const [name, title] of [
      ['Old', ''],
      ['Part', 'Only'],
      ['List', ''],
    ] as const)
      expect([name, (await readFormFields(await start(await named(name)))).title]).toEqual([name, title]);
  });

  it('does not run hostile text, and saves it sanitized', async () => {
    const hostile = '"><script>alert(1)</script>';
    const { id } = await addTemplate(hostile, { title: hostile });
    await site.db.query(
      `update article_templates set fields = fields || '{"content": "<p onclick=\\"x()\\">a</p><script>b</script>"}' where id = $1`,
      [id],
    );
    for (const path of [
      LIST,
      NEW,
      `${NEW}?template=${id}`,
      `${LIST}?edit=${id}`,
      `${LIST}?delete=${id}`,
      '/admin/audit',
    ])
      expect([path, await (await admin.get(path)).text()]).toEqual([
        path,
        expect.not.stringContaining('<script>alert'),
      ]);
    const saved = await postForm(admin, NEW, await readFormFields(await start(id)));
    expect(saved.status).toBe(303);
    const stored = await rows('select content from articles where title = $1 and content like $2', [
      hostile,
      '<p>a</p>%',
    ]);
    expect(stored).toEqual([{ content: '<p>a</p>' }]);
  });
});

describe('the list', () => {
  it('shows name, person and date, and says how to add the first', async () => {
    expect(visibleTextOf(await (await admin.get(LIST)).text())).toContain('choose Save as Template');
    const { id } = await addTemplate('Report', {}, staff.editor);
    const text = visibleTextOf(await (await admin.get(LIST)).text());
    expect(text).toMatch(
      /Report\s*Robin editor\s*[A-Z][a-z]{2} \d{1,2}, \d{4}\s*Use Report\s*Rename Report\s*Delete Report/,
    );
    await site.db.query('update article_templates set created_by = null');
    expect(visibleTextOf(await (await admin.get(LIST)).text())).toContain('Unknown');
    expect((await admin.get(`${LIST}?edit=${NOWHERE}`)).status).toBe(404);
    expect((await admin.get(`${LIST}?edit=${id}`)).status).toBe(200);
  });

  it('renames and deletes, and does not overwrite the change of another editor', async () => {
    const { id } = await addTemplate('Report');
    await addTemplate('Interview');
    const { version = '' } = await readFormFields(await admin.get(`${LIST}?edit=${id}`));
    expect((await rename(id, 'interview')).status).toBe(422);
    expect((await rename(id, 'REPORT')).status).toBe(303);
    const late = await rename(id, 'Late', admin, String(version));
    expect([late.status, toPlain(await late.text())]).toEqual([409, expect.stringContaining('value="Late"')]);
    expect(await names()).toEqual(['Interview', 'REPORT']);
    expect((await remove(id)).status).toBe(303);
    expect((await remove(id)).status).toBe(303);
    expect((await rename(id, 'Late')).status).toBe(404);
    expect(await names()).toEqual(['Interview']);
    const events = await rows(
      "select event, count(*)::int as n from audit_log where event like 'template%' group by event order by event",
    );
    expect(events).toEqual([
      { event: 'template_created', n: 2 },
      { event: 'template_deleted', n: 1 },
      { event: 'template_updated', n: 1 },
    ]);
  });
});

describe('permissions', () => {
  it('let authors save their own articles, use all templates, and change only theirs', async () => {
    const foreign = await addArticle(site.db);
    expect((await saveAs(foreign, 'Stolen', staff.author)).status).toBe(403);
    expect((await staff.author.get(`${LIST}?from=${foreign}`)).status).toBe(403);
    const theirs = await addTemplate('Of an editor', FACTS);
    const own = await addTemplate('Own', {}, staff.author);
    for (const send of [rename(theirs.id, 'Mine', staff.author), remove(theirs.id, staff.author)])
      expect((await send).status).toBe(403);
    expect((await rename(own.id, 'Other', staff.colleague)).status).toBe(403);
    const html = await (await staff.author.get(LIST)).text();
    expect(html).toContain(`${NEW}?template=${theirs.id}`);
    expect(html).not.toContain(`edit=${theirs.id}`);
    expect(html).toContain(`edit=${own.id}`);
    const fields = await readFormFields(await start(theirs.id, staff.author));
    // As in every new article of an author: their own name, and no options that only editors set.
    expect(fields).toMatchObject({ title: 'Fees', author: 'Robin author' });
    expect(fields).not.toHaveProperty('membersOnly');
    expect((await postForm(staff.author, NEW, fields)).status).toBe(303);
    expect((await rename(own.id, 'Renamed', staff.author)).status).toBe(303);
    expect((await remove(own.id, staff.editor)).status).toBe(303);
    expect(await names()).toEqual(['Of an editor']);
  });

  it.each(['sales', 'audience', 'null'] as const)('reject %s', async (role) => {
    const { id, article } = await addTemplate('Report');
    const who = staff[role];
    for (const answer of [
      await who.get(LIST),
      await start(id, who),
      await saveAs(article, 'Mine', who),
      await rename(id, 'Mine', who),
      await remove(id, who),
    ])
      expect([403, 302]).toContain(answer.status);
    expect(await names()).toEqual(['Report']);
  });
});

it('counts as a use of its images, which can be replaced', async () => {
  const upload = async (name: string) => {
    const form = new FormData();
    form.set(
      'file',
      new Blob([new Uint8Array(await drawImage('png', { width: 64, height: 48 }))], { type: 'image/png' }),
      name,
    );
    return ((await (await admin.post('/admin/media/upload', form)).json()) as { url: string }).url;
  };
  const [old, next] = [await upload('old.png'), await upload('next.png')];
  const { article, id } = await addTemplate('Report', {
    imageUrl: old,
    content: `<p><img src="${old}" alt="a"></p>`,
  });
  await site.db.query('delete from articles where id = $1', [article]);
  const [{ id: image }] = await rows('select id from media where key = $1', [old.slice('/media/'.length)]);
  const shown = await (await admin.get(`/admin/media?edit=${image}`)).text();
  expect(shown).toContain(`href="${LIST}?edit=${id}"`);
  const form = new FormData();
  for (const [name, value] of Object.entries({ intent: 'replace', id: image, imageUrl: next }))
    form.set(name, value);
  expect((await admin.post(`/admin/media?replace=${image}`, form)).status).toBe(303);
  const fields = await readFormFields(await start(id));
  expect(fields).toMatchObject({ imageUrl: next, content: expect.stringContaining(next) });
});
