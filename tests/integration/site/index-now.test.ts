// Telling search engines about changed pages (IndexNow), through the real local queue and cron task.
import { beforeEach, describe, expect } from 'vitest';
import { createByForm, editPath, postForm, readFormFields } from '../../support/browser/editor';
import { addArticle, emptyMagazine } from '../../support/factory';
import { adminTest } from '../../support/site/site-test';

/** The address that the tests' site is configured with. */
const SITE_URL = 'https://magazine.test';
const KEY = 'a1b2c3d4e5f6a7b8';

interface Submission {
  url: string;
  body: { host: string; key: string; keyLocation: string; urlList: string[] };
}

const { it, site, admin } = adminTest({
  publicFetch: async (request) => {
    received.push({ url: request.url, body: JSON.parse(await request.text()) });
    return answer();
  },
});
let received: Submission[] = [];
let answer: () => Response;

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('index_now_paths, settings, slug_history, redirects');
  received = [];
  answer = () => new Response(null, { status: 202 });
});

const setKey = (key = KEY) =>
  site.db.query(
    `insert into settings (key, value) values ('site', $1) on conflict (key) do update set value = excluded.value`,
    [JSON.stringify({ indexNowKey: key })],
  );
const waiting = async () =>
  (await site.db.query('select path, tries from index_now_paths order by path')).rows;
const save = async (id: string, change: Record<string, string>) => {
  const form = await readFormFields(await admin.get(editPath(id)));
  expect((await postForm(admin, editPath(id), { ...form, ...change })).status).toBe(303);
};
const submitted = () => received.flatMap(({ body }) => body.urlList).sort();

it('is off without a key', async () => {
  await createByForm(admin, { status: 'published' });
  expect(await waiting()).toEqual([]);
  expect((await site.get('/indexnow-key.txt')).status).toBe(404);
});

it('publishes the key at the address that submissions name', async () => {
  await setKey();
  const file = await site.get('/indexnow-key.txt');
  expect(await file.text()).toBe(KEY);
  expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8');
});

describe('a change of an article', () => {
  it('is submitted once: publishing, a new URL, hiding, and deletion', async () => {
    await setKey();
    const id = await createByForm(admin, { slug: 'first', status: 'draft' });
    expect(await waiting()).toEqual([]);
    await save(id, { status: 'published' });
    await site.runCron();
    await expect.poll(submitted).toEqual([`${SITE_URL}/article/first`]);
    expect(received[0]).toEqual({
      url: 'https://api.indexnow.org/indexnow',
      body: {
        host: 'magazine.test',
        key: KEY,
        keyLocation: `${SITE_URL}/indexnow-key.txt`,
        urlList: [`${SITE_URL}/article/first`],
      },
    });
    await expect.poll(waiting).toEqual([]);
    await save(id, { title: 'Another title' });
    expect(await waiting()).toEqual([]);
    await save(id, { slug: 'second' });
    expect((await waiting()).map(({ path }) => path)).toEqual(['/article/first', '/article/second']);
    await site.runCron();
    await expect.poll(waiting).toEqual([]);
    await save(id, { hideFromSearch: 'on' });
    expect((await waiting()).map(({ path }) => path)).toEqual(['/article/second']);
    await site.runCron();
    await expect.poll(waiting).toEqual([]);
    await site.db.query('update articles set deleted_at = now() where id = $1', [id]);
    expect(await waiting()).toEqual([]);
    expect(received).toHaveLength(3);
  });

  it('is submitted again after an outage, and dropped when the key is refused', async () => {
    await setKey();
    answer = () => new Response(null, { status: 503 });
    await createByForm(admin, { slug: 'late', status: 'published' });
    await site.runCron();
    await expect.poll(waiting).toEqual([{ path: '/article/late', tries: 1 }]);
    await expect.poll(() => received.length).toBe(1);
    const { rows } = await site.db.query('select claimed_until > now() as waits from index_now_paths');
    expect(rows).toEqual([{ waits: true }]);
    await site.db.query(`update index_now_paths set claimed_until = now() - interval '1 second'`);
    answer = () => new Response(null, { status: 403 });
    await site.runCron();
    await expect.poll(waiting).toEqual([]);
    expect(received).toHaveLength(2);
  });
});

it('notes nothing while `magazine.events` is off', async () => {
  await setKey();
  await site.db.query('begin');
  await site.db.query(`select set_config('magazine.events', 'off', true)`);
  await addArticle(site.db, { slug: 'imported' });
  await site.db.query('commit');
  expect(await waiting()).toEqual([]);
});

it('submits an article that is listed again, and no copy of an article elsewhere', async () => {
  await setKey();
  const id = await createByForm(admin, { slug: 'again', status: 'published', hideFromSearch: 'on' });
  await createByForm(admin, {
    slug: 'copy',
    status: 'published',
    canonicalUrl: 'https://elsewhere.example/',
  });
  expect(await waiting()).toEqual([]);
  await save(id, { hideFromSearch: '' });
  expect((await waiting()).map(({ path }) => path)).toEqual(['/article/again']);
});

it('submits a static page that appears, is shown again, and disappears', async () => {
  await setKey();
  const made = await admin.post('/admin/pages/new', {
    ...{ title: 'About us', slug: 'about-us', summary: '', content: '<p>We.</p>' },
  });
  expect(made.status).toBe(303);
  expect((await waiting()).map(({ path }) => path)).toEqual(['/page/about-us']);
  await site.empty('index_now_paths');
  const [{ id }] = (await site.db.query('select id from pages')).rows;
  const change = async (seo: object) =>
    site.db.query('update pages set seo = $1 where id = $2', [JSON.stringify(seo), id]);
  await change({ hideFromSearch: 'on' });
  await site.empty('index_now_paths');
  await change({});
  expect((await waiting()).map(({ path }) => path)).toEqual(['/page/about-us']);
  await site.empty('index_now_paths');
  await site.db.query('delete from pages');
  await site.runCron();
  await expect.poll(submitted).toEqual([`${SITE_URL}/page/about-us`]);
});
