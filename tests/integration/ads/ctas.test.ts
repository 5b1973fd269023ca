// Calls to action: their forms without JavaScript, and how pages show them.
import { beforeEach, describe, expect } from 'vitest';
import { addArticle, addCategory, emptyMagazine, withoutTable } from '../../support/factory';
import { roundTrips, visibleTextOf } from '../../support/html';
import { adminTest, siteTest } from '../../support/site/site-test';
import { visitAsAdmin } from '../../support/visitor';

const { it, site, admin } = adminTest();
const { site: cachedSite } = siteTest({ pageCache: 'on' });
const PAGE = '/admin/ctas';

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('ctas, audit_log');
});

const FILLED = {
  title: 'Join the Academy',
  body: 'One email a week.\nNo noise.',
  buttonLabel: 'Join Free',
  buttonLink: '/newsletter',
  categoryId: '',
  active: 'on',
};
type Fields = Partial<typeof FILLED> & { id?: string; version?: string };
const create = (fields: Fields = {}) => admin.post(`${PAGE}?new`, { intent: 'create', ...FILLED, ...fields });
const save = (id: string, fields: Fields = {}) =>
  admin.post(`${PAGE}?edit=${id}`, { intent: 'save', id, ...FILLED, ...fields });
const idOf = async (title: string) =>
  (await site.db.query('select id from ctas where title = $1', [title])).rows[0].id as string;
const listed = async () => visibleTextOf(await (await admin.get(PAGE)).text());
const versionOf = (html: string) => /name="version" value="([^"]+)"/.exec(html)?.[1] ?? 'none';
const titlesOn = async (path: string) =>
  [...(await site.text(path)).matchAll(/<aside class="cta"[^>]*><h2[^>]*>([^<]*)</g)].map(
    ([, title]) => title,
  );

describe('a call to action', () => {
  it('is created, edited and deleted, with notices and audit log entries', async () => {
    expect(await listed()).toContain('No CTAs found');
    expect(visibleTextOf(await (await admin.get(`${PAGE}?new`)).text())).toContain('Create New CTA');
    const answer = await create();
    expect([answer.status, answer.headers.get('location')]).toEqual([303, PAGE]);
    const page = await admin.get(PAGE);
    expect(roundTrips(page)).toBe(2);
    const text = visibleTextOf(await page.text());
    expect(text).toContain('CTA created successfully');
    expect(text).toMatch(/Join the AcademyOne email a week\. No noise\.Join FreeAll categoriesActive[A-Z]/);
    const id = await idOf('Join the Academy');
    expect((await save(id, { title: 'Join us', buttonLink: 'https://academy.example' })).status).toBe(303);
    expect(await listed()).toContain('CTA updated successfully');
    const question = visibleTextOf(await (await admin.get(`${PAGE}?delete=${id}`)).text());
    expect(question).toContain('Are you sure you want to delete this CTA?');
    expect((await admin.post(`${PAGE}?delete=${id}`, { intent: 'delete', id })).status).toBe(303);
    expect(await listed()).toContain('CTA deleted successfully');
    const { rows } = await site.db.query('select event, subject, details from audit_log order by id');
    expect(rows.map(({ event, subject }) => [event, subject])).toEqual([
      ['cta_created', 'Join the Academy'],
      ['cta_updated', 'Join us'],
      ['cta_deleted', 'Join us'],
    ]);
    expect(rows[1].details.changes).toEqual({
      title: { from: 'Join the Academy', to: 'Join us' },
      buttonLink: { from: '/newsletter', to: 'https://academy.example/' },
    });
    expect((await save(id)).status).toBe(404);
    expect((await admin.get(`${PAGE}?edit=${id}`)).status).toBe(404);
  });

  it.each<[Fields, string]>([
    [{ title: ' ' }, 'Title is required'],
    [{ title: 'x'.repeat(201) }, 'Title is limited to 200 characters'],
    [{ body: 'x'.repeat(1001) }, 'Body is limited to 1,000 characters'],
    [{ buttonLabel: 'x'.repeat(61) }, 'Button Label is limited to 60 characters'],
    [{ buttonLink: 'javascript:alert(1)' }, 'Button Link must begin with https:// or http://'],
    [{ buttonLink: '/\\evil.example' }, 'Button Link must begin with https:// or http://'],
    [{ buttonLink: '/..//evil.example' }, 'Button Link must begin with https:// or http://'],
    [{ buttonLink: 'data:text/html,x' }, 'Button Link must begin with https:// or http://'],
    [{ buttonLink: '' }, 'Button Link is required for a button'],
    [{ buttonLabel: '' }, 'Button Label is required for a button'],
    [{ categoryId: 'tools' }, 'Invalid category selected'],
    [{ categoryId: '00000000-0000-4000-8000-000000000000' }, 'Invalid category selected'],
  ])('with %j is rejected and keeps the input', async (fields, reason) => {
    const answer = await create({ body: 'Typed words', ...fields });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(visibleTextOf(html)).toContain('Failed to save CTA.');
    expect(visibleTextOf(html)).toContain(reason);
    expect(html).toContain('aria-invalid="true"');
    if (!fields.body) expect(html).toContain('Typed words</textarea>');
    if (fields.buttonLabel === undefined) expect(html).toContain('value="Join Free"');
    expect((await site.db.query('select 1 from ctas')).rows).toEqual([]);
  });

  it('is not overwritten without notice, and is returned while the database is unavailable', async () => {
    await create();
    const id = await idOf('Join the Academy');
    const version = versionOf(await (await admin.get(`${PAGE}?edit=${id}`)).text());
    expect((await save(id, { title: 'Theirs', version })).status).toBe(303);
    const stale = await save(id, { title: 'Mine', version });
    expect(stale.status).toBe(409);
    const html = await stale.text();
    expect(visibleTextOf(html)).toContain('Someone else changed this CTA while you were editing.');
    expect(html).toContain('value="Mine"');
    await site.withoutDatabase(async () => {
      const answer = await save(id, { title: 'Mine', version: 'seen' });
      expect(answer.status).toBe(503);
      expect(await answer.text()).toContain('value="Mine"');
    });
    expect((await save(id, { title: 'Mine', version: versionOf(html) })).status).toBe(303);
  });
});

describe('readers', () => {
  it('see at most three active ones of the category or of all, newest first, with one round trip', async () => {
    const tools = await addCategory(site.db, 'tools');
    const operations = await addCategory(site.db, 'operations');
    await addArticle(site.db, { slug: 'a-story', category: 'tools' });
    await addArticle(site.db, { slug: 'loose', category: null });
    await create({ title: 'Oldest' });
    await create({ title: 'For all' });
    await create({ title: 'For tools', categoryId: tools });
    await create({ title: 'For operations', categoryId: operations });
    await site.db.query("insert into ctas (title, active) values ('Off', false)");
    await create({ title: 'Newest' });
    const page = await site.get('/article/a-story');
    expect(roundTrips(page)).toBe(1);
    expect(await titlesOn('/article/a-story')).toEqual(['Newest', 'For tools', 'For all']);
    expect(roundTrips(await site.get('/category/tools'))).toBe(1);
    expect(await titlesOn('/category/tools')).toEqual(['Newest', 'For tools', 'For all']);
    expect(await titlesOn('/category/operations')).toEqual(['Newest', 'For operations', 'For all']);
    expect(await titlesOn('/article/loose')).toEqual(['Newest', 'For all', 'Oldest']);
    expect(await titlesOn('/')).toEqual([]);
  });

  it('get their page when calls to action cannot be read', async () => {
    await addArticle(site.db, { slug: 'a-story' });
    await withoutTable(site.db, 'ctas', async () => {
      expect((await site.get('/article/a-story')).status).toBe(200);
    });
  });

  it('see changes immediately on cached pages', async () => {
    const editor = await visitAsAdmin(cachedSite);
    await addArticle(cachedSite.db, { slug: 'a-story' });
    expect(await cachedSite.text('/article/a-story')).not.toContain('class="cta"');
    await editor.post(`${PAGE}?new`, { intent: 'create', ...FILLED });
    expect(await cachedSite.text('/article/a-story')).toContain('Join the Academy');
    const id = (await cachedSite.db.query('select id from ctas')).rows[0].id;
    await editor.post(PAGE, { intent: 'delete', id });
    expect(await cachedSite.text('/article/a-story')).not.toContain('class="cta"');
  });
});
