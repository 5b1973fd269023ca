// Generating an article image: the AI Images page and the API for scripts, with the real store and resizer.
// The real cover artist is used where the image matters.
import { answerOrder } from 'dev/cover-artist/artist-service';
import type { Artist } from 'dev/miniflare';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { expectDescribed } from '../../support/api-document';
import {
  addAccount,
  addArticle,
  addCategory,
  changeDuring,
  emptyMagazine,
  withoutTable,
} from '../../support/factory';
import { roundTrips, visibleTextOf } from '../../support/html';
import { drawImage } from '../../support/images';
import { adminTest } from '../../support/site/site-test';
import { type Visitor, visit } from '../../support/visitor';

const NO_IMAGE = () => new Response('<html>', { headers: { 'content-type': 'text/html' } });
const UNAVAILABLE = () => new Response('away', { status: 503 });
const REFUSED = () => new Response('no', { status: 422 });

/** Returns a different, small image each time: the real artist takes a second. */
const FAKE_IMAGE: Artist = async () =>
  new Response(Uint8Array.from(await drawImage('jpeg', { width: 64 + 2 * asked, height: 48 })));

const { it, site, admin } = adminTest({
  pageCache: 'on',
  artist: (request) => {
    asked += 1;
    return artist(request);
  },
  vars: { IMAGE_PRICE: '0.04' },
});
let artist = FAKE_IMAGE;
let asked = 0;

beforeAll(() => addAccount(site.db));
beforeEach(async () => {
  artist = FAKE_IMAGE;
  asked = 0;
  await emptyMagazine(site.db);
  await site.empty('media, media_uses, audit_log');
});

/** So many calls wait for the lock before it is released; the gateway sends ten transactions at the same time. */
const WAITING_CALLS = 5;
const HERE = '/admin/images';
const page = async (path = HERE) => (await admin.get(path)).text();
const generate = (articleId: string) => admin.post(HERE, { intent: 'generate', articleId });
const PATH = '/api/generate-article-images';
const FORBIDDEN =
  'Your account doesn’t have permission to do this. Ask an admin to do it or to change your role.';
const call = async (body: unknown, headers: Record<string, string> = {}, who = admin) => {
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await site.get(PATH, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { origin: site.url, 'content-type': 'application/json', ...(cookie && { cookie }), ...headers },
  });
  return expectDescribed(site, ['post', PATH], answer);
};
interface GeneratedImage {
  imageUrl: string;
  imageAlt: string;
}
const resultOf = async (answer: Response | Promise<Response>) =>
  (await (await answer).json()) as GeneratedImage;
const articleOf = async (id: string) =>
  (await site.db.query('select * from articles where id = $1', [id])).rows[0];
const keyOf = (url: string) => url.replace('/media/', '');
const setCap = (dollars: number) =>
  site.db.query(
    `insert into settings (key, value) values ('site', jsonb_build_object('imageDailyCap', $1::numeric))
     on conflict (key) do update set value = excluded.value`,
    [dollars],
  );
const spent = async () =>
  Number((await site.db.query('select coalesce(sum(spent), 0) as spent from image_spending')).rows[0].spent);

describe('the AI Images page', () => {
  it('lists articles without an image, newest first, with one round trip besides the guard', async () => {
    await addArticle(site.db, {
      title: 'Older one',
      age: 9,
      author: 'Dana Whitfield',
      summary: 'About cases.',
    });
    await addArticle(site.db, {
      title: 'Newer one',
      age: 2,
      imageUrl: '',
      status: 'draft',
      category: 'tools',
    });
    await addArticle(site.db, { title: 'Has one', imageUrl: '/stock/tools-800.webp' });
    await addArticle(site.db, { title: 'Gone', deleted: true });
    const answer = await admin.get(HERE);
    expect(roundTrips(answer)).toBe(2);
    const html = await answer.text();
    const text = visibleTextOf(html);
    expect(text).toMatch(/Newer one.*Older one/);
    for (const expected of [
      '2 articles have no featured image',
      'About cases.',
      'Dana Whitfield',
      'Draft',
      'Tools',
    ])
      expect(text).toContain(expected);
    for (const expected of ['Select All', 'Clear Selection', '0 selected', 'Generate 0 Images'])
      expect(text).toContain(expected);
    for (const expected of ['Has one', 'Gone']) expect(text).not.toContain(expected);
    expect(html.match(/type="checkbox"/g)).toHaveLength(2);
    expect(text).toContain(
      'Images are generated on this machine for about $0.04 each. $0.00 of $5.00 spent today.',
    );
  });

  it('has an empty state with a refresh button', async () => {
    const text = visibleTextOf(await page());
    expect(text).toContain('All Articles Have Images!');
    expect(text).toContain('Refresh');
  });

  it('reports a failure to load', async () => {
    await withoutTable(site.db, 'image_spending', async () => {
      const answer = await admin.get(HERE);
      expect(answer.status).toBe(500);
      expect(visibleTextOf(await answer.text())).toContain('Failed to fetch articles without images');
    });
  });

  it('generates an image in all sizes without changing anything else', async () => {
    const id = await addArticle(site.db, {
      title: 'A/B tests <b>&</b> intake',
      slug: 'story',
      category: 'tools',
    });
    artist = answerOrder;
    const before = await articleOf(id);
    const readers = await site.text('/article/story');
    expect(readers).toContain('/stock/tools-800.webp');
    const answer = await generate(id);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, HERE]);
    const after = visibleTextOf(await page());
    expect(after).toContain('Generated image for the article');
    expect(after).toContain('All Articles Have Images!');

    const stored = await articleOf(id);
    expect(stored.image_url).toMatch(/^\/media\/article-images\/articles\/\d+\.jpg$/);
    expect(stored.image_alt).toBe('Abstract illustration: measuring instruments');
    const { image_url, image_alt, version, updated_at, ...rest } = stored;
    expect(before).toMatchObject(rest);
    expect(version).toBe(before.version + 1);

    const key = keyOf(image_url);
    expect((await site.listFiles()).filter((file) => file.includes(key)).sort()).toEqual(
      [
        key,
        ...[160, 400, 800, 1200, 1600].map((width) => `variants/w${width}/${key}.webp`),
        `variants/og/${key}.jpg`,
      ].sort(),
    );
    for (const query of ['', '?w=400', '?v=og']) expect((await site.get(image_url + query)).status).toBe(200);
    expect(await site.text('/article/story')).toContain(`${image_url}?w=800`);

    const { rows: generated } = await site.db.query('select * from generated_images');
    expect(generated).toMatchObject([
      { article_id: id, url: image_url, provider: 'cover-artist', model: 'cover-artist-1', price: '40000' },
    ]);
    expect(generated[0].prompt).toContain('A/B tests & intake');
    const { rows: library } = await site.db.query('select id, key, name, alt, width, height from media');
    expect(library).toMatchObject([
      { id: generated[0].media_id, key, alt: image_alt, width: 1600, height: 1000 },
    ]);
    const { rows: revisions } = await site.db.query('select cause from article_revisions order by version');
    expect(revisions.map(({ cause }) => cause)).toEqual(['found', 'image']);
    const { rows: lines } = await site.db.query('select event from audit_log order by id');
    expect(lines.map(({ event }) => event)).toEqual(['media_uploaded', 'article_updated']);
    expect(await spent()).toBe(40_000);
  });

  it('undoes the image, unless someone chose another since', async () => {
    const id = await addArticle(site.db);
    await generate(id);
    const { rows } = await site.db.query('select id from generated_images');
    expect(await page()).toContain(`name="id" value="${rows[0].id}"`);
    const undone = await admin.post(HERE, { intent: 'undo', id: rows[0].id });
    expect(undone.status).toBe(303);
    expect(await articleOf(id)).toMatchObject({ image_url: null, image_alt: '' });
    const twice = await admin.post(HERE, { intent: 'undo', id: rows[0].id });
    expect([twice.status, visibleTextOf(await twice.text())]).toEqual([
      409,
      expect.stringContaining('there is nothing to undo'),
    ]);
  });

  it.each([
    [
      'is unavailable',
      UNAVAILABLE,
      503,
      'Failed to generate image: The image service is not responding.',
      3,
      0,
    ],
    [
      'refuses',
      REFUSED,
      422,
      'Failed to generate image: The image service rejected this title and summary.',
      1,
      0,
    ],
    [
      'returns no image',
      NO_IMAGE,
      503,
      'Failed to generate image: The image service did not return a valid image.',
      3,
      120_000,
    ],
  ])('reports when the artist %s, and keeps the article unchanged', async (_, answer, status, expected, tries, costs) => {
    const id = await addArticle(site.db);
    artist = async () => answer();
    const refused = await generate(id);
    expect(refused.status).toBe(status);
    expect(visibleTextOf(await refused.text())).toContain(expected);
    expect(asked).toBe(tries);
    expect((await articleOf(id)).image_url).toBeNull();
    expect(await spent()).toBe(costs);
    expect((await site.db.query('select 1 from media')).rowCount).toBe(0);
  });

  it('retries automatically', async () => {
    const id = await addArticle(site.db);
    artist = (request) => (asked === 1 ? Promise.resolve(UNAVAILABLE()) : FAKE_IMAGE(request));
    expect((await generate(id)).status).toBe(303);
    expect(asked).toBe(2);
    expect(await spent()).toBe(40_000);
  });

  it('never exceeds the daily limit with simultaneous requests', async () => {
    await setCap(0.1);
    const ids: string[] = [];
    while (ids.length < 5) ids.push(await addArticle(site.db));
    const answers = await Promise.all(ids.map((id) => generate(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 303, 429, 429, 429]);
    expect(asked).toBe(2);
    expect(await spent()).toBe(80_000);
    const refused = answers.find(({ status }) => status === 429);
    expect(visibleTextOf((await refused?.text()) ?? '')).toContain(
      'Failed to generate image: Today’s spending cap of $0.10 for images has been reached.',
    );
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(visibleTextOf(await page())).toContain('Today’s spending cap has been reached.');
  });

  it('never overwrites an image chosen meanwhile, and leaves no file behind', async () => {
    const id = await addArticle(site.db);
    artist = async (request) => {
      await site.db.query("update articles set image_url = '/stock/tools-800.webp' where id = $1", [id]);
      return FAKE_IMAGE(request);
    };
    const before = await site.listFiles();
    const refused = await generate(id);
    expect(refused.status).toBe(409);
    expect(visibleTextOf(await refused.text())).toContain(
      "Failed to generate image: Someone changed this article's image. Reload to see it.",
    );
    expect((await articleOf(id)).image_url).toBe('/stock/tools-800.webp');
    expect(await site.listFiles()).toEqual(before);
    expect((await site.db.query('select 1 from media')).rowCount).toBe(0);
    expect((await site.db.query('select 1 from generated_images')).rowCount).toBe(0);
  });

  it('reports a missing article', async () => {
    const id = await addArticle(site.db, { deleted: true });
    for (const [articleId, expected] of [
      [id, 'Failed to generate image: This article no longer exists'],
      ['nonsense', 'Failed to generate image: There is nothing at this address.'],
    ] as const) {
      const refused = await generate(articleId);
      expect([refused.status, visibleTextOf(await refused.text())]).toEqual([
        404,
        expect.stringContaining(expected),
      ]);
    }
  });
});

describe('the API for scripts', () => {
  it('generates once, again only on request, and can restore the former image', async () => {
    const articleId = await addArticle(site.db, { category: 'operations' });
    const first = await call({ articleId, title: 'Another title', summary: 'Another summary' });
    expect(first.status).toBe(200);
    expect(first.headers.get('cache-control')).toBe('no-store');
    const made = await resultOf(first);
    const stored = await articleOf(articleId);
    expect(made).toEqual({
      success: true,
      error: null,
      imageUrl: stored.image_url,
      imageAlt: 'Abstract illustration: gears and schedules fitting together',
    });
    const { rows } = await site.db.query('select prompt from generated_images');
    expect(rows[0].prompt).toContain('Another title');

    const again = await call({ articleId });
    expect([again.status, await again.json()]).toEqual([
      409,
      { success: false, error: 'This article already has an image' },
    ]);

    const regenerated = await resultOf(call({ articleId, regenerate: true }));
    expect(regenerated.imageUrl).not.toBe(made.imageUrl);
    const files = await Promise.all(
      [made, regenerated].map(({ imageUrl }) => site.readFile(keyOf(imageUrl))),
    );
    expect(Buffer.from(files[0] ?? []).equals(Buffer.from(files[1] ?? []))).toBe(false);
    const { rows: newest } = await site.db.query(
      'select id, previous_url, previous_alt from generated_images order by created_at desc limit 1',
    );
    expect(newest[0]).toMatchObject({ previous_url: made.imageUrl, previous_alt: made.imageAlt });
    await admin.post(HERE, { intent: 'undo', id: newest[0].id });
    expect((await articleOf(articleId)).image_url).toBe(made.imageUrl);
  });

  it('generates one image for an article when twelve calls end at the same moment', async () => {
    const articleId = await addArticle(site.db);
    const before = await site.listFiles();
    // The lock holds every call that is about to change the article, but none that only refers to it.
    const answers = await changeDuring(
      site.db,
      `select 1 from articles where id = '${articleId}' for no key update`,
      () => Promise.all(Array.from({ length: 12 }, () => call({ articleId }))),
      WAITING_CALLS,
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
    expect((await site.db.query('select 1 from generated_images')).rowCount).toBe(1);
    const { rows: library } = await site.db.query('select key from media');
    expect(library.map(({ key }) => `/media/${key}`)).toEqual([(await articleOf(articleId)).image_url]);
    const left = (await site.listFiles()).filter((file) => !before.includes(file));
    expect(left.filter((file) => !file.includes(library[0].key))).toEqual([]);
    expect((await site.logLines()).filter(({ event }) => event === 'database_retry')).toEqual([]);
  });

  it('does not restore an image that was deleted', async () => {
    const articleId = await addArticle(site.db);
    const { imageUrl } = await resultOf(call({ articleId }));
    const regenerated = await resultOf(call({ articleId, regenerate: true }));
    await site.db.query('delete from media where key = $1', [keyOf(imageUrl)]);
    const { rows } = await site.db.query('select id from generated_images where url = $1', [
      regenerated.imageUrl,
    ]);
    const refused = await admin.post(HERE, { intent: 'undo', id: rows[0].id });
    expect(refused.status).toBe(404);
    expect((await articleOf(articleId)).image_url).toBe(regenerated.imageUrl);
  });

  it('reports invalid requests as JSON', async () => {
    const articleId = await addArticle(site.db);
    const visitor = visit(site);
    const reader = visit(site);
    await reader.signIn();
    const cases: [unknown, Visitor, number, string][] = [
      [{ articleId }, visitor, 401, 'Please sign in first.'],
      [{ articleId }, reader, 403, FORBIDDEN],
      ['{', admin, 422, 'The body must be JSON.'],
      [[], admin, 422, 'The body must be a JSON object.'],
      [{ articleId, title: { a: 1 } }, admin, 422, 'title must be a string'],
      [{}, admin, 422, 'articleId must be the id of an article'],
      [{ articleId, regenerate: 'yes' }, admin, 422, 'regenerate must be true or false'],
      [{ articleId: articleId.replace(/^.{8}/, '00000000') }, admin, 404, 'This article no longer exists'],
    ];
    for (const [body, who, status, error] of cases) {
      const answer = await call(body, {}, who);
      expect([answer.status, await answer.json()]).toEqual([status, { success: false, error }]);
    }
    expect((await call({ articleId }, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await site.get(PATH)).status).toBe(405);
    expect(asked).toBe(0);
  });

  it('draws an image in the editor that no article uses yet', async () => {
    const categoryId = await addCategory(site.db, 'tools');
    const draw = (fields: Record<string, string>) => admin.post('/admin/images/draw', fields);
    const answer = await draw({ title: 'A new story', summary: '', categoryId });
    expect(answer.status).toBe(200);
    const { url, alt } = (await answer.json()) as { url: string; alt: string };
    expect(alt).toBe('Abstract illustration: measuring instruments');
    expect((await site.get(url)).status).toBe(200);
    expect((await site.db.query('select url, article_id from generated_images')).rows).toEqual([
      { url, article_id: null },
    ]);
    const untitled = await draw({ title: ' ', summary: '', categoryId: '' });
    expect([untitled.status, await untitled.json()]).toEqual([
      422,
      { error: 'Give the article a title first' },
    ]);
  });
});
