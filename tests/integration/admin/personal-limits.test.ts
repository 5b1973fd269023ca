// Limits on what one person may store in an hour: uploads, images from other sites, article saves.
import { beforeEach, describe, expect } from 'vitest';
import { createByForm, editPath, NEW_ARTICLE, postForm, readFormFields } from '../../support/browser/editor';
import { emptyMagazine } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { drawImage } from '../../support/images';
import { adminTest } from '../../support/site/site-test';
import { readImportForm, uploadToTransfer, waitForJobs } from '../../support/transfers';

const PHOTO = 'https://cdn.publisher.com/photo.png';
const { it, site, admin } = adminTest({
  publicFetch: async ({ url }) => {
    asked.push(url);
    const bytes = Buffer.from(await drawImage('png'));
    return new Response(bytes, { headers: { 'content-type': 'image/png' } });
  },
});
let asked: string[] = [];

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('media, media_uses, transfer_files, imported_items, jobs, auth_throttle');
  asked = [];
});

/** Sets how often the administrator has done this in the current hour, which ends in ten minutes. */
const setCount = (kind: string, count: number) =>
  site.db.query(
    `insert into auth_throttle (key, tries, ends_at)
     select $1 || ':user:' || id, $2, now() + interval '10 minutes' from users`,
    [kind, count],
  );

const countOf = async (kind: string): Promise<number> =>
  (await site.db.query("select tries from auth_throttle where key like $1 || ':user:%'", [kind])).rows[0]
    ?.tries ?? 0;

const countMedia = async () => (await site.db.query('select from media')).rowCount;
const contentOf = async (id: string): Promise<string> =>
  (await site.db.query('select content from articles where id = $1', [id])).rows[0].content;
const dataUrl = async () => `data:image/png;base64,${Buffer.from(await drawImage('png')).toString('base64')}`;

async function upload(): Promise<Response> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await drawImage('png'))], { type: 'image/png' }), 'a.png');
  return admin.post('/admin/media/upload', form);
}

describe('uploads', () => {
  it('are refused after 1,200 an hour, with the time until the next one', async () => {
    await setCount('upload', 1199);
    expect((await upload()).status).toBe(201);
    const refused = await upload();
    expect([refused.status, await refused.json()]).toEqual([
      429,
      {
        title: 'Upload Error',
        error: 'You have reached the limit of 1,200 image uploads per hour. Try again in 10 minutes.',
      },
    ]);
    expect(await countMedia()).toBe(1);
  });

  it('include images that are embedded in a text, and a refused article keeps them', async () => {
    await setCount('upload', 1200);
    const typed = { ...NEW_ARTICLE, content: `<p>A</p><p><img src="${await dataUrl()}"></p>` };
    const refused = await postForm(admin, '/admin/articles/new', typed);
    expect(refused.status).toBe(429);
    expect((await readFormFields(refused)).content).toBe(typed.content);
    expect(await countMedia()).toBe(0);
  });
});

describe('images from other sites', () => {
  it('stay in the text as they are after 1,000 an hour, and the article is saved', async () => {
    const content = `<p>A</p><p><img src="${PHOTO}"></p>`;
    await setCount('image-download', 999);
    expect(await contentOf(await createByForm(admin, { content }))).toContain('src="/media/');
    const again = await createByForm(admin, { content, title: 'Another' });
    expect(await contentOf(again)).toContain(`src="${PHOTO}"`);
    expect(asked).toEqual([PHOTO]);
    expect(visibleTextOf(await (await admin.get(editPath(again))).text())).toContain(
      '1 image could not be downloaded',
    );
  });

  it('are refused as the image of an article, with all input, unless it is unchanged', async () => {
    const id = await createByForm(admin);
    await setCount('image-download', 1000);
    const form = { ...(await readFormFields(await admin.get(editPath(id)))), summary: 'Typed' };
    const refused = await postForm(admin, editPath(id), { ...form, imageUrl: PHOTO });
    expect(refused.status).toBe(429);
    expect(await readFormFields(refused)).toMatchObject({ summary: 'Typed', imageUrl: PHOTO });
    await site.db.query('update articles set image_url = $1', [PHOTO]);
    const current = { ...(await readFormFields(await admin.get(editPath(id)))), summary: 'Typed' };
    expect((await postForm(admin, editPath(id), current)).status).toBe(303);
    expect(asked).toEqual([]);
  });
});

describe('article saves', () => {
  it('are refused after 1,200 an hour, keep all input and say when to try again', async () => {
    const id = await createByForm(admin);
    await site.empty('auth_throttle');
    await setCount('article-save', 1199);
    const open = async () => readFormFields(await admin.get(editPath(id)));
    expect((await postForm(admin, editPath(id), await open())).status).toBe(303);
    expect(await countOf('article-save')).toBe(1200);
    const form = { ...(await open()), title: 'Words that took an hour', content: '<p>And more.</p>' };
    for (const path of [editPath(id), '/admin/articles/new']) {
      const refused = await postForm(admin, path, form);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([
        429,
        expect.stringMatching(/^\d+$/),
      ]);
      expect(visibleTextOf(await refused.clone().text())).toContain(
        'Failed to save article. You have reached the limit of 1,200 article saves per hour. Your changes are still here. Try again in 10 minutes.',
      );
      expect(await readFormFields(refused)).toMatchObject({ title: form.title, content: form.content });
    }
    expect(await contentOf(id)).toBe(NEW_ARTICLE.content);
    expect(await countOf('article-save')).toBe(1200);
    await site.db.query("update auth_throttle set ends_at = now() - interval '1 second'");
    expect((await postForm(admin, editPath(id), form)).status).toBe(303);
    expect(await countOf('article-save')).toBe(1);
  });

  it('do not count autosaves, which are still stored', async () => {
    const id = await createByForm(admin);
    await site.empty('auth_throttle');
    await setCount('article-save', 1200);
    const form = { ...(await readFormFields(await admin.get(editPath(id)))), title: 'Autosaved' };
    const saved = await postForm(admin, '/admin/articles/autosave', form);
    expect([saved.status, await saved.json()]).toEqual([200, { savedAt: expect.any(String) }]);
    expect((await site.db.query("select fields ->> 'title' as title from article_drafts")).rows).toEqual([
      { title: 'Autosaved' },
    ]);
    expect(await countOf('article-save')).toBe(1200);
  });
});

it('does not limit imports', async () => {
  await setCount('upload', 1200);
  await setCount('image-download', 1000);
  await setCount('article-save', 1200);
  const html = `<p>A</p><img src="${PHOTO}"><img src="${await dataUrl()}">`;
  const post = {
    ...{ id: 'p1', title: 'A post', slug: 'a-post', html, status: 'published', type: 'post' },
    ...{ visibility: 'public', published_at: '2024-01-02T09:00:00.000Z' },
  };
  const file = JSON.stringify({ db: [{ data: { posts: [post], settings: [] } }] });
  const page = await uploadToTransfer(admin, 'ghost.json', file);
  await waitForJobs(site);
  expect((await admin.post(page, await readImportForm(admin, page))).status).toBe(303);
  await waitForJobs(site);
  const { rows } = await site.db.query('select content from articles');
  expect(rows[0].content.match(/src="\/media\//g)).toHaveLength(2);
  expect([await countMedia(), asked]).toEqual([2, [PHOTO]]);
});
