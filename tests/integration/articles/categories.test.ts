// Categories: every rule and message of their forms without JavaScript.
import { beforeEach, describe, expect } from 'vitest';
import { addArticle, addCategory, deleteDuring, emptyMagazine, withoutTable } from '../../support/factory';
import { roundTrips, visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';

const GONE = '00000000-0000-4000-8000-000000000000';

const { it, site, admin } = adminTest({ pageCache: 'on' });

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('slug_history, audit_log');
});

const text = async (path: string) => visibleTextOf(await (await admin.get(path)).text());
const create = (fields: Record<string, string>, at = '/admin/categories?new') =>
  admin.post(at, { intent: 'create', ...fields });
const save = (id: string, fields: Record<string, string>) =>
  admin.post(`/admin/categories?edit=${id}`, { intent: 'save', id, ...fields });
const remove = (id: string) => admin.post(`/admin/categories?delete=${id}`, { intent: 'delete', id });

async function stored() {
  const { rows } = await site.db.query(
    'select name, slug, description, image_url from categories order by name, slug',
  );
  return rows;
}
async function slugs(): Promise<string[]> {
  return (await stored()).map(({ slug }) => slug);
}
async function lastAudit() {
  const { rows } = await site.db.query(
    'select event, subject, details from audit_log order by id desc limit 1',
  );
  return rows[0];
}

describe('the categories page', () => {
  it('shows categories with current counts, with one round trip besides the guard', async () => {
    await addArticle(site.db, { category: 'operations' });
    await addArticle(site.db, { category: 'operations', status: 'draft' });
    await addArticle(site.db, { category: 'operations', deleted: true });
    for (const path of ['/admin/categories', '/admin-old?tab=categories']) {
      const answer = await admin.get(path);
      expect(roundTrips(answer)).toBe(2);
      const html = await answer.text();
      expect(visibleTextOf(html)).toMatch(/Operations\s*operations\s*2\s*Edit OperationsDelete Operations/);
      expect(html).toMatch(/aria-current="page"[^>]*>Categories|>Categories<\/a>/);
      for (const tab of ['articles', 'categories', 'webhook'])
        expect(html).toContain(`/admin-old?tab=${tab}"`);
    }
  });

  it('opens dialogs by address, and returns 404 for an invalid id', async () => {
    expect(await text('/admin/categories?new')).toMatch(
      /Create Category.*Name \*.*Description.*Save Category/,
    );
    const id = await addCategory(site.db, 'tools');
    expect(await text(`/admin-old?tab=categories&edit=${id}`)).toMatch(/Edit Category.*Save Category/);
    expect((await admin.get('/admin/categories?delete=nonsense')).status).toBe(404);
    expect((await admin.get(`/admin/categories?edit=${GONE}`)).status).toBe(404);
  });

  it('reports a failure to load', async () => {
    await withoutTable(site.db, 'ctas', async () => {
      const answer = await admin.get('/admin/categories');
      expect(answer.status).toBe(500);
      expect(visibleTextOf(await answer.text())).toContain('Failed to load data');
    });
  });
});

describe('creating and editing a category', () => {
  it('derives the slug from the name and stores the description as plain text', async () => {
    const answer = await create({
      name: ' Practice  Management ',
      description: 'Run <b>the firm</b> & grow<script>alert(1)</script>',
      imageUrl: '/media/article-images/articles/1.jpg',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/categories']);
    expect(await text('/admin/categories')).toContain('Category created successfully');
    expect(await stored()).toEqual([
      {
        name: 'Practice Management',
        slug: 'practice-management',
        description: 'Run the firm & grow',
        image_url: '/media/article-images/articles/1.jpg',
      },
    ]);
    expect(visibleTextOf(await site.text('/category/practice-management'))).toContain('Run the firm & grow');
    expect(await lastAudit()).toMatchObject({ event: 'category_created', subject: 'Practice Management' });
  });

  it('reserves "all", numbers a taken slug, and generates one when the name yields none', async () => {
    await create({ name: 'All' });
    await Promise.all(['Taken', 'Taken!', 'Taken?'].map((name) => create({ name })));
    await create({ name: '日本' });
    expect((await slugs()).sort()).toEqual([
      'all-2',
      expect.stringMatching(/^category-[0-9a-f]{8}$/),
      'taken',
      'taken-2',
      'taken-3',
    ]);
    expect((await site.get('/category/all')).status).toBe(200);
  });

  it('rejects an empty name, a taken name and an external image, and keeps the input', async () => {
    const empty = await create({ name: ' ', description: 'Kept text' }, '/admin-old?tab=categories&new');
    expect(empty.status).toBe(422);
    const html = await empty.text();
    expect(visibleTextOf(html)).toContain('Failed to save category. Name is required');
    expect(html).toContain('Kept text');
    await create({ name: 'Tools' });
    expect(visibleTextOf(await (await create({ name: 'Tools' })).text())).toContain(
      'A category with this name already exists',
    );
    for (const imageUrl of [
      'https://elsewhere.example/a.jpg',
      'javascript:alert(1)',
      '//x.example/a.jpg',
      '/admin',
    ])
      expect((await create({ name: 'Images', imageUrl })).status).toBe(422);
    expect(await slugs()).toEqual(['tools']);
  });

  it('shows a new name everywhere immediately and redirects the old address', async () => {
    await addArticle(site.db, { slug: 'a-story', category: 'operations', age: 100 });
    // Enough newer articles to fill the area above the sections.
    for (let i = 0; i < 12; i += 1) await addArticle(site.db, { category: null, age: 1 });
    const id = await addCategory(site.db, 'operations');
    for (const path of ['/', '/article/a-story', '/category/operations']) await site.get(path);
    const answer = await save(id, { name: 'Firm Operations', description: 'New text' });
    expect(answer.status).toBe(303);
    expect(await text('/admin/categories')).toContain('Category updated successfully');
    for (const path of ['/', '/article/a-story', '/category/firm-operations'])
      expect(visibleTextOf(await site.text(path)), path).toContain('Firm Operations');
    const home = await site.text('/');
    const section = /<section[^>]*data-category="operations"[\s\S]*?<\/section>/.exec(home)?.[0] ?? '';
    expect(visibleTextOf(section)).toContain('Firm Operations');
    expect(section).toContain('href="/category/firm-operations"');
    expect(section).not.toContain('href="/category/operations"');
    const old = await site.get('/category/operations');
    expect([old.status, old.headers.get('location')]).toEqual([301, '/category/firm-operations']);
    expect((await lastAudit()).details.changes).toEqual({
      name: { from: 'Operations', to: 'Firm Operations' },
      slug: { from: 'operations', to: 'firm-operations' },
      description: { from: '', to: 'New text' },
    });
  });

  it('keeps the slug while the name is unchanged', async () => {
    const id = await addCategory(site.db, 'ops', 'Operations');
    await save(id, { name: 'Operations', description: 'Words' });
    expect(await stored()).toMatchObject([{ slug: 'ops', description: 'Words' }]);
  });

  it('keeps the input when the category is missing or saving fails', async () => {
    const gone = await save(GONE, { name: 'Typed name' });
    expect(gone.status).toBe(404);
    const html = await gone.text();
    expect(visibleTextOf(html)).toContain('Failed to save category. This category no longer exists');
    expect(html).toContain('value="Typed name"');
    const id = await addCategory(site.db, 'tools');
    await withoutTable(site.db, 'audit_log', async () => {
      for (const [answer, expected] of [
        [await save(id, { name: 'Other' }), 'Failed to save category.'],
        [await remove(id), 'Failed to delete category.'],
      ] as const) {
        expect(answer.status).toBe(500);
        expect(visibleTextOf(await answer.text())).toContain(expected);
      }
    });
    expect(await slugs()).toEqual(['tools']);
  });
});

describe('deleting a category', () => {
  it('asks first, names what is deleted and what stays, and does exactly that', async () => {
    const article = await addArticle(site.db, { slug: 'a-story', category: 'tools' });
    const id = await addCategory(site.db, 'tools');
    await site.db.query(
      `with ad as (insert into ads (name) values ('Ad') returning id)
       insert into ad_placements (ad_id, location, category_id)
       select ad.id, place, $1 from ad, unnest(array['article-sidebar', 'footer']) as place`,
      [id],
    );
    await site.db.query("insert into ctas (title, category_id) values ('Call', $1)", [id]);
    await site.get('/article/a-story');
    const asked = await text(`/admin/categories?delete=${id}`);
    expect(asked).toContain('Are you sure you want to delete this category?');
    expect(asked).toContain('Tools has 1 article, which will have no category.');
    expect(asked).toContain('2 ad placements and 1 call to action will be deleted too.');
    expect((await remove(id)).status).toBe(303);
    expect(await text('/admin/categories')).toContain('Category deleted successfully');
    const { rows } = await site.db.query(
      `select (select count(*)::integer from ad_placements) as placements, (select count(*)::integer from ctas) as ctas,
        category_id, version from articles where id = $1`,
      [article],
    );
    expect(rows).toEqual([{ placements: 0, ctas: 0, category_id: null, version: 2 }]);
    expect((await site.get('/category/tools')).status).toBe(404);
    expect(await site.text('/article/a-story')).not.toContain('/category/tools');
    expect(await lastAudit()).toMatchObject({ event: 'category_deleted', details: { placementCount: 2 } });
  });
});

describe('while the database is unavailable', () => {
  it('returns a form with everything that was typed', async () => {
    await site.withoutDatabase(async () => {
      for (const [answer, ...expected] of [
        [
          await create({ name: 'Typed', description: 'Kept' }),
          'Failed to save category',
          'value="Typed"',
          'Kept',
        ],
        [await save(GONE, { name: 'Typed' }), 'Edit Category', 'value="Typed"', `value="${GONE}"`],
        [await create({ name: 'Typed' }, '/admin-old?tab=categories&new'), 'value="Typed"'],
        [await remove(GONE), 'Failed to delete category', `value="${GONE}"`],
      ] as [Response, ...string[]][]) {
        expect(answer.status).toBe(503);
        const html = await answer.text();
        for (const text of expected) expect(html).toContain(text);
      }
    });
  });
});

describe('a category that someone else is editing', () => {
  it('is not overwritten without notice', async () => {
    const id = await addCategory(site.db, 'tools');
    const versionOf = (html: string) => /name="version" value="([^"]+)"/.exec(html)?.[1] ?? 'none';
    const version = versionOf(await (await admin.get(`/admin/categories?edit=${id}`)).text());
    expect((await save(id, { name: 'Theirs', version })).status).toBe(303);
    const stale = await save(id, { name: 'Mine', version });
    expect(stale.status).toBe(409);
    const html = await stale.text();
    expect(visibleTextOf(html)).toContain('Someone else changed this category while you were editing');
    expect(html).toContain('value="Mine"');
    expect(await slugs()).toEqual(['theirs']);
    expect((await save(id, { name: 'Mine', version: versionOf(html) })).status).toBe(303);
    expect(await slugs()).toEqual(['mine']);
  });

  it('leaves no audit log entry when it is deleted during a save', async () => {
    const id = await addCategory(site.db, 'tools');
    const answer = await deleteDuring(site.db, 'categories', id, () => save(id, { name: 'Late' }));
    expect(answer.status).toBe(404);
    expect(await lastAudit()).toBeUndefined();
  });
});
