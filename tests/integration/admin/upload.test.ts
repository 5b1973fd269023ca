// Image uploads: through the upload endpoint, the file field of an article, its text, and external addresses.
import { beforeEach, describe, expect } from 'vitest';
import { createByForm, NEW_ARTICLE, postForm, readFormFields } from '../../support/browser/editor';
import { withoutTable } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { drawImage, listSecrets, pixelAt } from '../../support/images';
import { adminTest } from '../../support/site/site-test';

const { it, site, admin } = adminTest({
  publicFetch: ({ url }) => {
    asked.push(url);
    return externalResponses.get(url)?.() ?? new Response('Not found', { status: 404 });
  },
});
/** External responses by address. */
const externalResponses = new Map<string, () => Response>();
let asked: string[] = [];

beforeEach(async () => {
  await site.empty('media, media_uses, audit_log, articles');
  externalResponses.clear();
  asked = [];
});

const ROUTE = '/admin/media/upload';
const toBlob = (bytes: Uint8Array, type: string) => new Blob([new Uint8Array(bytes)], { type });

function upload(
  bytes: Uint8Array,
  type: string,
  more: Record<string, string> = {},
  name = 'Court house.jpg',
) {
  const form = new FormData();
  form.set('file', toBlob(bytes, type), name);
  for (const [field, value] of Object.entries(more)) form.set(field, value);
  return admin.post(ROUTE, form);
}

async function listMedia() {
  const { rows } = await site.db.query('select * from media order by key');
  return rows;
}

const expectNothingStored = async (before: string[]) => {
  expect(await site.listFiles()).toEqual(before);
  expect(await listMedia()).toEqual([]);
};

describe('the upload endpoint', () => {
  it('stores the image, adds it to the library and the audit log, and returns its address', async () => {
    const before = Date.now();
    const answer = await upload(await drawImage('jpeg'), 'image/jpeg', { alt: 'A court house' });
    expect(answer.status).toBe(201);
    const { url, ...facts } = (await answer.json()) as { url: string };
    expect(facts).toEqual({ name: 'Court house.jpg', width: 64, height: 48, alt: 'A court house' });
    const moment = Number(/^\/media\/article-images\/articles\/(\d{13})\.jpg$/.exec(url)?.[1]);
    expect(moment).toBeGreaterThanOrEqual(before);
    expect(moment).toBeLessThan(Date.now() + 1000);
    const [row] = await listMedia();
    expect(row).toMatchObject({ ...facts, key: url.slice('/media/'.length), content_type: 'image/jpeg' });
    const { rows } = await site.db.query('select * from audit_log');
    expect(rows).toMatchObject([
      { event: 'media_uploaded', subject: 'Court house.jpg', actor_id: row.created_by },
    ]);
    const image = await site.get(url);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(Number(image.headers.get('content-length'))).toBe(row.bytes);
  });

  it.each([
    'png',
    'gif',
    'webp',
    'avif',
  ] as const)('detects %s by its bytes and stores it in the ads folder', async (format) => {
    const answer = await upload(await drawImage(format), 'image/jpeg', { folder: 'ads' });
    const { url } = (await answer.json()) as { url: string };
    expect(url).toMatch(new RegExp(`^/media/article-images/ads/\\d{13}\\.${format}$`));
    expect((await site.get(url)).headers.get('content-type')).toBe(`image/${format}`);
  });

  it('removes metadata and applies the orientation', async () => {
    const sideways = await drawImage('jpeg', { orientation: 6, withMetadata: true });
    const answer = await upload(sideways, 'image/jpeg');
    const { url, ...facts } = (await answer.json()) as { url: string };
    expect(facts).toMatchObject({ width: 48, height: 64 });
    const file = await site.readFile(url.slice('/media/'.length));
    expect(await listSecrets(file)).toEqual([]);
    // The red upper half is now on the right.
    expect((await pixelAt(file, 40, 32))[0]).toBeGreaterThan(150);
    expect((await pixelAt(file, 8, 32))[2]).toBeGreaterThan(150);
  });

  it('gives twenty simultaneous uploads different names', async () => {
    const image = await drawImage('png');
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(image, 'image/png')));
    const urls = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { url: string }).url),
    );
    expect(new Set(urls).size).toBe(20);
    expect((await listMedia()).length).toBe(20);
  });

  it.each([
    [
      'a text file',
      new TextEncoder().encode('words'),
      'text/plain',
      'Invalid File',
      'Please select an image file',
    ],
    [
      'HTML named JPEG',
      new TextEncoder().encode('<html><script>alert(1)</script>'),
      'image/jpeg',
      'Invalid File',
      'Please select an image file',
    ],
    [
      'SVG',
      new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'image/svg+xml',
      'Invalid File',
      'Please select an image file',
    ],
    ['an empty file', new Uint8Array(), 'image/png', 'Invalid File', 'Please select an image file'],
  ])('rejects %s and stores nothing', async (_, bytes, type, title, error) => {
    const before = await site.listFiles();
    const answer = await upload(bytes, type);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({ title, error });
    await expectNothingStored(before);
  });

  it('rejects more than 5 MB and stores nothing', async () => {
    const before = await site.listFiles();
    const large = new Uint8Array(5 * 1024 * 1024 + 1);
    large.set(await drawImage('png'));
    const answer = await upload(large, 'image/png');
    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({
      title: 'File Too Large',
      error: 'Please select an image smaller than 5MB',
    });
    await expectNothingStored(before);
  });

  it('rejects a form without a file', async () => {
    const answer = await admin.post(ROUTE, { folder: 'articles' });
    expect([answer.status, await answer.json()]).toEqual([
      422,
      { title: 'Invalid File', error: 'Please select an image file' },
    ]);
  });

  it('deletes the file when its row cannot be stored', async () => {
    const before = await site.listFiles();
    await site.db.query('alter table media add constraint closed check (false) not valid');
    try {
      const answer = await upload(await drawImage('png'), 'image/png');
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(await answer.json()).toEqual({ title: 'Upload Error', error: 'Failed to upload image' });
    } finally {
      await site.db.query('alter table media drop constraint closed');
    }
    await expectNothingStored(before);
  });

  it('deletes the file when the audit log entry cannot be stored', async () => {
    const before = await site.listFiles();
    await withoutTable(site.db, 'audit_log', async () => {
      const answer = await upload(await drawImage('png'), 'image/png');
      expect([answer.status, await answer.json()]).toEqual([
        500,
        { title: 'Upload Error', error: 'Failed to upload image' },
      ]);
    });
    await expectNothingStored(before);
  });
});

async function articleOf(id: string) {
  const { rows } = await site.db.query(
    'select slug, content, image_url, image_alt from articles where id = $1',
    [id],
  );
  return rows[0];
}

describe('an article with a file field', () => {
  const withFile = async (bytes: Uint8Array, type: string, more: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...NEW_ARTICLE, ...more })) form.set(name, String(value));
    form.set('imageFile', toBlob(bytes, type), 'Hero.png');
    return admin.post('/admin/articles/new', form);
  };

  it('is saved together with the image', async () => {
    const answer = await withFile(await drawImage('png'), 'image/png', { imageAlt: 'Two halves' });
    const id = /articles\/([0-9a-f-]{36})\/edit/.exec(answer.headers.get('location') ?? '')?.[1] ?? '';
    const [row] = await listMedia();
    expect(await articleOf(id)).toMatchObject({ image_url: `/media/${row.key}`, image_alt: 'Two halves' });
    const { rows } = await site.db.query('select key, kind, owner_id from media_uses');
    expect(rows).toEqual([{ key: row.key, kind: 'articles', owner_id: id }]);
  });

  it('keeps the image when another field is invalid', async () => {
    const answer = await withFile(await drawImage('png'), 'image/png', { title: '' });
    expect(answer.status).toBe(422);
    const [row] = await listMedia();
    expect(await answer.text()).toContain(`value="/media/${row.key}"`);
  });

  it('is returned with the reason when the file is not an image', async () => {
    const answer = await withFile(new TextEncoder().encode('words'), 'image/png', { title: 'Kept text' });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(visibleTextOf(html)).toContain('Invalid File. Please select an image file');
    expect(html).toContain('Kept text</textarea>');
  });
});

describe('images embedded in the text', () => {
  const toData = async (format: 'png' | 'jpeg') =>
    `data:image/${format};base64,${Buffer.from(await drawImage(format)).toString('base64')}`;

  it('are stored once each, and the first becomes the article image', async () => {
    const [png, jpeg] = [await toData('png'), await toData('jpeg')];
    const content = `<p>A</p><p><img src="${png}" alt="First"></p><p><img src="${jpeg}"></p><p>Again <img src="${png}"></p>`;
    const id = await createByForm(admin, { content });
    const article = await articleOf(id);
    const [first, second, again] = [...article.content.matchAll(/src="([^"]+)"/g)].map(([, src]) => src);
    expect(first).toMatch(/^\/media\/article-images\/articles\/\d{13}\.png$/);
    expect(second).toMatch(/^\/media\/article-images\/articles\/\d{13}\.jpg$/);
    expect(again).toBe(first);
    expect(article.image_url).toBe(first);
    expect(article.content).not.toContain('data:');
    expect((await listMedia()).map(({ alt }) => alt).sort()).toEqual(['', 'First']);
  });

  it('do not replace an existing article image', async () => {
    const id = await createByForm(admin, {
      content: `<p>A</p><img src="${await toData('png')}">`,
      imageUrl: '/stock/tools-800.webp',
    });
    expect((await articleOf(id)).image_url).toBe('/stock/tools-800.webp');
  });

  it('are removed when they are broken, missing or not images', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64');
    const sources = [
      'data:image/png;base64,AAAA',
      'data:image/png;base64,@@@@',
      'data:image/png,plain',
      'data:,',
      'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
      `data:image/svg+xml;base64,${svg}`,
      `DATA:image/png;base64,${(await toData('png')).slice(22, 90)}`,
    ];
    const id = await createByForm(admin, {
      content: `<p>Before</p>${sources.map((src) => `<img src="${src}">`).join('')}<p>Behind</p>`,
    });
    expect(await articleOf(id)).toMatchObject({ content: '<p>Before</p><p>Behind</p>', image_url: null });
    expect(await listMedia()).toEqual([]);
    expect(visibleTextOf(await (await admin.get(`/admin/articles/${id}/edit`)).text())).toContain(
      '7 embedded images were removed, because they are not valid JPEG, PNG, GIF, WebP or AVIF files of at most 5MB.',
    );
  });
});

describe('external images in the text', () => {
  const at = (name: string) => `https://cdn.publisher.com/${name}`;
  const image = async (name: string) => {
    const bytes = Buffer.from(await drawImage('png'));
    externalResponses.set(at(name), () => new Response(bytes, { headers: { 'content-type': 'image/png' } }));
  };
  const sourcesOf = (html: string) => [...html.matchAll(/<img [^>]*src="([^"]+)"/g)].map(([, src]) => src);
  const STORED = /^\/media\/article-images\/articles\/\d{13}\.png$/;

  it('are stored once each, with their alt text', async () => {
    await image('one.png');
    await image('two.png');
    const content = `<p>A</p><p><img alt="First" src="${at('one.png')}"></p><figure><img src="${at('two.png').replace('https:', '')}"><figcaption>B</figcaption></figure><p><img src="${at('one.png')}"> <img src="https://magazine.test/stock/tools-800.webp"></p>`;
    const article = await articleOf(await createByForm(admin, { content }));
    const [one, two, again, own] = sourcesOf(article.content);
    expect(one).toMatch(STORED);
    expect(two).toMatch(STORED);
    expect([again, own]).toEqual([one, '/stock/tools-800.webp']);
    expect(article.image_url).toBeNull();
    expect(asked.sort()).toEqual([at('one.png'), at('two.png')]);
    expect((await listMedia()).map(({ name, alt }) => [name, alt]).sort()).toEqual([
      ['one.png', 'First'],
      ['two.png', ''],
    ]);
  });

  it('keep their focal point', async () => {
    await image('one.png');
    const article = await articleOf(
      await createByForm(admin, { content: `<p><img src="${at('one.png')}#focus=30,70"></p>` }),
    );
    const [stored = ''] = sourcesOf(article.content);
    expect([stored.replace(/#.*/, ''), stored.slice(-12)]).toEqual([
      expect.stringMatching(STORED),
      '#focus=30,70',
    ]);
    expect(asked).toEqual([at('one.png')]);
  });

  it('stay in the text when a fetch fails, are listed, and show readers a placeholder', async () => {
    await image('here.png');
    externalResponses.set(
      at('page'),
      () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    );
    const inside = 'http://169.254.169.254/latest.png';
    const blocked = 'https://images.example-blocked.com/a.jpg';
    const sources = [at('gone.png'), at('page'), inside, blocked, at('here.png')];
    const content = `<p>A</p>${sources.map((src) => `<p><img src="${src}"></p>`).join('')}`;
    const id = await createByForm(admin, { content, status: 'published' });
    const article = await articleOf(id);
    const stored = sourcesOf(article.content);
    expect(stored.slice(0, 4)).toEqual(sources.slice(0, 4));
    expect(stored[4]).toMatch(STORED);
    expect(asked).not.toContain(inside);
    expect(asked).not.toContain(blocked);
    const page = await admin.get(`/admin/articles/${id}/edit`);
    const text = visibleTextOf(await page.clone().text());
    expect(text).toContain(
      `Article created successfully3 images could not be downloaded: ${at('gone.png')}, ${at('page')}, ${inside}. Readers see a placeholder there`,
    );
    expect(text).toContain('4 images are on another site');
    const read = await site.text(`/article/${article.slug}`);
    expect(read).not.toMatch(/<img [^>]*src="https?:/);
    expect(sourcesOf(read)).toContain('/stock/default-800.webp');
    expect(await site.text('/feed.xml')).not.toContain('cdn.publisher.com');
    // The next save retries.
    await image('gone.png');
    await postForm(admin, `/admin/articles/${id}/edit`, await readFormFields(page));
    expect(sourcesOf((await articleOf(id)).content)[0]).toMatch(STORED);
    expect(visibleTextOf(await (await admin.get(`/admin/articles/${id}/edit`)).text())).toContain(
      '2 images could not be downloaded',
    );
  });

  it('are fetched for static pages and the content dashboard too', async () => {
    await image('page.png');
    await image('inline.png');
    const page = { id: '', version: '0', title: 'Pictured', slug: 'pictured', summary: '' };
    await admin.post('/admin/pages/new', { ...page, content: `<img src="${at('page.png')}">` });
    const { rows } = await site.db.query("delete from pages where slug = 'pictured' returning content");
    expect(sourcesOf(rows[0].content)[0]).toMatch(STORED);
    const form = { ...NEW_ARTICLE, intent: 'create', id: '', version: '0' };
    const answer = await postForm(admin, '/admin-old?tab=articles&new', {
      ...form,
      content: `<p>A</p><img src="${at('inline.png')}"><img src="${at('none.png')}">`,
    });
    expect(answer.status).toBe(303);
    const inline = await site.db.query('select content from articles');
    expect(sourcesOf(inline.rows[0].content)).toEqual([expect.stringMatching(STORED), at('none.png')]);
    expect(visibleTextOf(await (await admin.get('/admin-old')).text())).toContain(
      '1 image could not be downloaded',
    );
  });

  it('are limited to 20 per save', async () => {
    const many = Array.from({ length: 25 }, (_, n) => at(`${n}.png`));
    const content = `<p>A</p>${many.map((src) => `<img src="${src}">`).join('')}`;
    await createByForm(admin, { content });
    expect(asked.length).toBe(20);
  });
});

describe('an image given by its address', () => {
  const PHOTO = 'https://cdn.publisher.com/photos/Court%20house.jpg';
  const answerWith = (bytes: Uint8Array, type: string) => () =>
    new Response(new Uint8Array(bytes), { headers: { 'content-type': type } });

  it('is fetched and stored', async () => {
    externalResponses.set(PHOTO, answerWith(await drawImage('jpeg', { withMetadata: true }), 'image/jpeg'));
    const id = await createByForm(admin, { imageUrl: PHOTO });
    const [row] = await listMedia();
    expect(row).toMatchObject({ name: 'Court house.jpg', width: 64 });
    expect((await articleOf(id)).image_url).toBe(`/media/${row.key}`);
    expect(await listSecrets(await site.readFile(row.key))).toEqual([]);
  });

  it('is followed through at most three redirects', async () => {
    const redirect = (from: string, to: string) =>
      externalResponses.set(from, () => new Response(null, { status: 302, headers: { location: to } }));
    const step = (n: number) => `https://short.publisher.com/${n}`;
    for (let n = 1; n < 4; n += 1) redirect(step(n), n === 3 ? PHOTO : `/${n + 1}`);
    externalResponses.set(PHOTO, answerWith(await drawImage('jpeg'), 'image/jpeg'));
    await createByForm(admin, { imageUrl: step(1) });
    expect(asked).toEqual([step(1), step(2), step(3), PHOTO]);
    redirect(step(0), step(1));
    const answer = await postForm(admin, '/admin/articles/new', { ...NEW_ARTICLE, imageUrl: step(0) });
    expect(answer.status).toBe(422);
  });

  const REFUSALS: [string, () => Promise<() => Response>, RegExp][] = [
    ['the server fails', async () => () => new Response('no', { status: 500 }), /could not be downloaded/],
    [
      'the response is HTML',
      async () => answerWith(new TextEncoder().encode('<html>'), 'text/html'),
      /Please select an image file/,
    ],
    [
      'HTML is labeled as an image',
      async () => answerWith(new TextEncoder().encode('<html>'), 'image/png'),
      /Please select an image file/,
    ],
    [
      'the response never ends',
      async () => () =>
        new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(9)) }), {
          headers: { 'content-type': 'image/png' },
        }),
      /could not be downloaded/,
    ],
    [
      'the response is too large',
      async () => answerWith(new Uint8Array(6_000_000), 'image/png'),
      /smaller than 5MB/,
    ],
    [
      'it redirects to an internal address',
      async () => () =>
        new Response(null, { status: 301, headers: { location: 'http://169.254.169.254/latest/' } }),
      /cannot be used/,
    ],
    [
      'it redirects to an address with credentials',
      async () => () =>
        new Response(null, { status: 301, headers: { location: '//a:b@cdn.publisher.com/' } }),
      /cannot be used/,
    ],
  ];
  it.each(REFUSALS)('is rejected when %s, and the form keeps the input', async (_, answer, reason) => {
    externalResponses.set(PHOTO, await answer());
    const before = await site.listFiles();
    const refused = await postForm(admin, '/admin/articles/new', { ...NEW_ARTICLE, imageUrl: PHOTO });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(visibleTextOf(html)).toMatch(reason);
    expect(html).toContain(`value="${PHOTO}"`);
    expect(asked).toEqual([PHOTO]);
    await expectNothingStored(before);
  });

  it('is never fetched from an internal address', async () => {
    for (const imageUrl of [
      'http://127.0.0.1:8787/',
      'http://localhost/a.png',
      'http://[::1]/',
      'http://2130706433/',
    ]) {
      const refused = await postForm(admin, '/admin/articles/new', { ...NEW_ARTICLE, imageUrl });
      expect(visibleTextOf(await refused.text()), imageUrl).toContain('This URL cannot be used');
    }
    expect(asked).toEqual([]);
  });

  it('is stored as a path for our own origin, and never fetched from a blocked host', async () => {
    const own = await createByForm(admin, { imageUrl: 'https://magazine.test/media/article-images/a.jpg' });
    expect((await articleOf(own)).image_url).toBe('/media/article-images/a.jpg');
    for (const copied of [
      'https://magazine.test/media/article-images/a.jpg?w=1200#focus=30,70',
      '/media/article-images/a.jpg?v=og#focus=30,70',
    ]) {
      const id = await createByForm(admin, { imageUrl: copied, content: `<p><img src="${copied}"></p>` });
      expect((await articleOf(id)).image_url).toBe('/media/article-images/a.jpg#focus=30,70');
    }
    // If only the origin were removed, this would point to another host.
    const imageUrl = 'https://magazine.test//elsewhere.example/a.jpg';
    expect((await postForm(admin, '/admin/articles/new', { ...NEW_ARTICLE, imageUrl })).status).toBe(422);
    const blocked = 'https://images.example-blocked.com/a.jpg';
    expect((await articleOf(await createByForm(admin, { imageUrl: blocked }))).image_url).toBe(blocked);
    expect(asked).toEqual([]);

    externalResponses.set(PHOTO, answerWith(await drawImage('jpeg', { withMetadata: true }), 'image/jpeg'));
    await site.db.query(
      `insert into settings (key, value) values ('site', '{"blockedImageHosts": ["cdn.publisher.com"]}')`,
    );
    const byOwner = await articleOf(
      await createByForm(admin, { imageUrl: PHOTO, content: `<p><img src="${PHOTO}"></p>` }),
    );
    expect(byOwner.image_url).toBe(PHOTO);
    expect(byOwner.content).toContain(PHOTO);
    expect(asked).toEqual([]);
    await site.empty('settings');
  });
});
