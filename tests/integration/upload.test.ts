// Pictures that come in: from the upload door, the article form's file field, its text, and addresses elsewhere.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createByForm, NEW_ARTICLE, postForm, readForm } from '../support/editor';
import { textOf } from '../support/html';
import { colourAt, drawPicture, listSecrets } from '../support/pictures';
import { type Site, startSite } from '../support/site';
import { type Visitor, visitAsAdmin } from '../support/visitor';

let site: Site;
let admin: Visitor;
/** What the internet answers, by address. */
const internet = new Map<string, () => Response>();
let asked: string[] = [];

beforeAll(async () => {
  site = await startSite({
    databaseServer: inject('databaseServer'),
    outside: ({ url }) => {
      asked.push(url);
      return internet.get(url)?.() ?? new Response('Nobody is there', { status: 404 });
    },
  });
  admin = await visitAsAdmin(site);
});
afterAll(() => site.stop());
beforeEach(async () => {
  await site.empty('media, media_uses, audit_log, articles');
  internet.clear();
  asked = [];
});

const DOOR = '/admin/media/upload';
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
  return admin.post(DOOR, form);
}

async function listMedia() {
  const { rows } = await site.db.query('select * from media order by key');
  return rows;
}

const leftNothing = async (before: string[]) => {
  expect(await site.listFiles()).toEqual(before);
  expect(await listMedia()).toEqual([]);
};

describe('the upload door', () => {
  it('stores the picture, writes it into the library and the audit log, and says where it is', async () => {
    const before = Date.now();
    const answer = await upload(await drawPicture('jpeg'), 'image/jpeg', { alt: 'A court house' });
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
    const picture = await site.get(url);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(Number(picture.headers.get('content-length'))).toBe(row.bytes);
  });

  it.each([
    'png',
    'gif',
    'webp',
    'avif',
  ] as const)('takes %s by its bytes, into the folder of ads', async (format) => {
    const answer = await upload(await drawPicture(format), 'image/jpeg', { folder: 'ads' });
    const { url } = (await answer.json()) as { url: string };
    expect(url).toMatch(new RegExp(`^/media/article-images/ads/\\d{13}\\.${format}$`));
    expect((await site.get(url)).headers.get('content-type')).toBe(`image/${format}`);
  });

  it('keeps nothing of what cameras write, and sets the picture upright', async () => {
    const sideways = await drawPicture('jpeg', { orientation: 6, telling: true });
    const answer = await upload(sideways, 'image/jpeg');
    const { url, ...facts } = (await answer.json()) as { url: string };
    expect(facts).toMatchObject({ width: 48, height: 64 });
    const file = await site.readFile(url.slice('/media/'.length));
    expect(await listSecrets(file)).toEqual([]);
    // What was the upper half, in red, is at the right.
    expect((await colourAt(file, 40, 32))[0]).toBeGreaterThan(150);
    expect((await colourAt(file, 8, 32))[2]).toBeGreaterThan(150);
  });

  it('finds a moment for each of twenty pictures at once', async () => {
    const picture = await drawPicture('png');
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(picture, 'image/png')));
    const urls = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { url: string }).url),
    );
    expect(new Set(urls).size).toBe(20);
    expect((await listMedia()).length).toBe(20);
  });

  it.each([
    [
      'a text',
      new TextEncoder().encode('words'),
      'text/plain',
      'Invalid File',
      'Please select an image file',
    ],
    [
      'a page named JPEG',
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
    ['nothing', new Uint8Array(), 'image/png', 'Invalid File', 'Please select an image file'],
  ])('refuses %s and leaves nothing', async (_, bytes, type, title, error) => {
    const before = await site.listFiles();
    const answer = await upload(bytes, type);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({ title, error });
    await leftNothing(before);
  });

  it('refuses more than 5MB and leaves nothing', async () => {
    const before = await site.listFiles();
    const large = new Uint8Array(5 * 1024 * 1024 + 1);
    large.set(await drawPicture('png'));
    const answer = await upload(large, 'image/png');
    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({
      title: 'File Too Large',
      error: 'Please select an image smaller than 5MB',
    });
    await leftNothing(before);
  });

  it('refuses a form without a file', async () => {
    const answer = await admin.post(DOOR, { folder: 'articles' });
    expect([answer.status, await answer.json()]).toEqual([
      422,
      { title: 'Invalid File', error: 'Please select an image file' },
    ]);
  });

  it('leaves no file behind when its row is not stored', async () => {
    const before = await site.listFiles();
    await site.db.query('alter table media add constraint closed check (false) not valid');
    try {
      const answer = await upload(await drawPicture('png'), 'image/png');
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(await answer.json()).toEqual({ title: 'Upload Error', error: 'Failed to upload image' });
    } finally {
      await site.db.query('alter table media drop constraint closed');
    }
    await leftNothing(before);
  });

  it('leaves no file behind when the audit log refuses the line', async () => {
    const before = await site.listFiles();
    await site.db.query('alter table audit_log rename to audit_log_gone');
    try {
      const answer = await upload(await drawPicture('png'), 'image/png');
      expect([answer.status, await answer.json()]).toEqual([
        500,
        { title: 'Upload Error', error: 'Failed to upload image' },
      ]);
    } finally {
      await site.db.query('alter table audit_log_gone rename to audit_log');
    }
    await leftNothing(before);
  });
});

async function articleOf(id: string) {
  const { rows } = await site.db.query(
    'select slug, content, image_url, image_alt from articles where id = $1',
    [id],
  );
  return rows[0];
}

describe('an article with its file field', () => {
  const withFile = async (bytes: Uint8Array, type: string, more: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...NEW_ARTICLE, ...more })) form.set(name, String(value));
    form.set('imageFile', toBlob(bytes, type), 'Hero.png');
    return admin.post('/admin/articles/new', form);
  };

  it('is saved together with the picture', async () => {
    const answer = await withFile(await drawPicture('png'), 'image/png', { imageAlt: 'Two halves' });
    const id = /articles\/([0-9a-f-]{36})\/edit/.exec(answer.headers.get('location') ?? '')?.[1] ?? '';
    const [row] = await listMedia();
    expect(await articleOf(id)).toMatchObject({ image_url: `/media/${row.key}`, image_alt: 'Two halves' });
    const { rows } = await site.db.query('select key, kind, owner_id from media_uses');
    expect(rows).toEqual([{ key: row.key, kind: 'articles', owner_id: id }]);
  });

  it('is given back with the picture when something else is refused', async () => {
    const answer = await withFile(await drawPicture('png'), 'image/png', { title: '' });
    expect(answer.status).toBe(422);
    const [row] = await listMedia();
    expect(await answer.text()).toContain(`value="/media/${row.key}"`);
  });

  it('is given back with the reason when the file is no picture', async () => {
    const answer = await withFile(new TextEncoder().encode('words'), 'image/png', { title: 'Kept words' });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(textOf(html)).toContain('Invalid File. Please select an image file');
    expect(html).toContain('Kept words</textarea>');
  });
});

describe('pictures in the text itself', () => {
  const toData = async (format: 'png' | 'jpeg') =>
    `data:image/${format};base64,${Buffer.from(await drawPicture(format)).toString('base64')}`;

  it('move to the store, once each; the first one stands for the article', async () => {
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

  it('leave a picture that was given alone', async () => {
    const id = await createByForm(admin, {
      content: `<p>A</p><img src="${await toData('png')}">`,
      imageUrl: '/stock/tools-800.webp',
    });
    expect((await articleOf(id)).image_url).toBe('/stock/tools-800.webp');
  });

  it('go when they are broken, none, or something else', async () => {
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
  });
});

describe('pictures that a text shows from other sites', () => {
  const at = (name: string) => `https://cdn.publisher.com/${name}`;
  const picture = async (name: string) => {
    const bytes = Buffer.from(await drawPicture('png'));
    internet.set(at(name), () => new Response(bytes, { headers: { 'content-type': 'image/png' } }));
  };
  const sourcesOf = (html: string) => [...html.matchAll(/<img [^>]*src="([^"]+)"/g)].map(([, src]) => src);
  const STORED = /^\/media\/article-images\/articles\/\d{13}\.png$/;

  it('are fetched into the store, once each, with what is said about them', async () => {
    await picture('one.png');
    await picture('two.png');
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

  it('that cannot be fetched stay in the text, are named, and readers see the placeholder', async () => {
    await picture('here.png');
    internet.set(at('page'), () => new Response('<html>', { headers: { 'content-type': 'text/html' } }));
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
    const text = textOf(await page.clone().text());
    expect(text).toContain(
      `Article created successfully3 pictures could not be fetched: ${at('gone.png')}, ${at('page')}, ${inside}. Readers see a placeholder there`,
    );
    expect(text).toContain('4 pictures are on another site');
    const read = await site.text(`/article/${article.slug}`);
    expect(read).not.toMatch(/<img [^>]*src="https?:/);
    expect(sourcesOf(read)).toContain('/stock/default-800.webp');
    expect(await site.text('/feed.xml')).not.toContain('cdn.publisher.com');
    // The next save tries again.
    await picture('gone.png');
    await postForm(admin, `/admin/articles/${id}/edit`, await readForm(page));
    expect(sourcesOf((await articleOf(id)).content)[0]).toMatch(STORED);
    expect(textOf(await (await admin.get(`/admin/articles/${id}/edit`)).text())).toContain(
      '2 pictures could not be fetched',
    );
  });

  it('are fetched for pages and for the form of the content dashboard, too', async () => {
    await picture('page.png');
    await picture('inline.png');
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
    expect(textOf(await (await admin.get('/admin-old')).text())).toContain(
      'One picture could not be fetched',
    );
  });

  it('are not waited for without end, nor without number', async () => {
    const many = Array.from({ length: 25 }, (_, n) => at(`${n}.png`));
    const content = `<p>A</p>${many.map((src) => `<img src="${src}">`).join('')}`;
    await createByForm(admin, { content });
    expect(asked.length).toBe(20);
  });
});

describe('a picture by its address', () => {
  const PHOTO = 'https://cdn.publisher.com/photos/Court%20house.jpg';
  const answerWith = (bytes: Uint8Array, type: string) => () =>
    new Response(new Uint8Array(bytes), { headers: { 'content-type': type } });

  it('is fetched into the store', async () => {
    internet.set(PHOTO, answerWith(await drawPicture('jpeg', { telling: true }), 'image/jpeg'));
    const id = await createByForm(admin, { imageUrl: PHOTO });
    const [row] = await listMedia();
    expect(row).toMatchObject({ name: 'Court house.jpg', width: 64 });
    expect((await articleOf(id)).image_url).toBe(`/media/${row.key}`);
    expect(await listSecrets(await site.readFile(row.key))).toEqual([]);
  });

  it('is followed through three redirects, and no further', async () => {
    const lead = (from: string, to: string) =>
      internet.set(from, () => new Response(null, { status: 302, headers: { location: to } }));
    const step = (n: number) => `https://short.publisher.com/${n}`;
    for (let n = 1; n < 4; n += 1) lead(step(n), n === 3 ? PHOTO : `/${n + 1}`);
    internet.set(PHOTO, answerWith(await drawPicture('jpeg'), 'image/jpeg'));
    await createByForm(admin, { imageUrl: step(1) });
    expect(asked).toEqual([step(1), step(2), step(3), PHOTO]);
    lead(step(0), step(1));
    const answer = await postForm(admin, '/admin/articles/new', { ...NEW_ARTICLE, imageUrl: step(0) });
    expect(answer.status).toBe(422);
  });

  const REFUSALS: [string, () => Promise<() => Response>, RegExp][] = [
    ['nobody answers', async () => () => new Response('no', { status: 500 }), /could not be fetched/],
    [
      'a page answers',
      async () => answerWith(new TextEncoder().encode('<html>'), 'text/html'),
      /Please select an image file/,
    ],
    [
      'a page says it is a picture',
      async () => answerWith(new TextEncoder().encode('<html>'), 'image/png'),
      /Please select an image file/,
    ],
    [
      'it begins and never ends',
      async () => () =>
        new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(9)) }), {
          headers: { 'content-type': 'image/png' },
        }),
      /could not be fetched/,
    ],
    ['too much comes', async () => answerWith(new Uint8Array(6_000_000), 'image/png'), /smaller than 5MB/],
    [
      'it leads inside',
      async () => () =>
        new Response(null, { status: 301, headers: { location: 'http://169.254.169.254/latest/' } }),
      /cannot be used/,
    ],
    [
      'it leads to a password',
      async () => () =>
        new Response(null, { status: 301, headers: { location: '//a:b@cdn.publisher.com/' } }),
      /cannot be used/,
    ],
  ];
  it.each(REFUSALS)('is refused when %s, and the form comes back', async (_, answer, reason) => {
    internet.set(PHOTO, await answer());
    const before = await site.listFiles();
    const refused = await postForm(admin, '/admin/articles/new', { ...NEW_ARTICLE, imageUrl: PHOTO });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(textOf(html)).toMatch(reason);
    expect(html).toContain(`value="${PHOTO}"`);
    expect(asked).toEqual([PHOTO]);
    await leftNothing(before);
  });

  it('is never asked for at an address inside', async () => {
    for (const imageUrl of [
      'http://127.0.0.1:8787/',
      'http://localhost/a.png',
      'http://[::1]/',
      'http://2130706433/',
    ]) {
      const refused = await postForm(admin, '/admin/articles/new', { ...NEW_ARTICLE, imageUrl });
      expect(textOf(await refused.text()), imageUrl).toContain('This address cannot be used');
    }
    expect(asked).toEqual([]);
  });

  it('is taken as a path when it is our own, and left alone when its host is blocked', async () => {
    const own = await createByForm(admin, { imageUrl: 'https://magazine.test/media/article-images/a.jpg' });
    expect((await articleOf(own)).image_url).toBe('/media/article-images/a.jpg');
    // Without our own origin this one would be another host's.
    const imageUrl = 'https://magazine.test//elsewhere.example/a.jpg';
    expect((await postForm(admin, '/admin/articles/new', { ...NEW_ARTICLE, imageUrl })).status).toBe(422);
    const blocked = 'https://images.example-blocked.com/a.jpg';
    expect((await articleOf(await createByForm(admin, { imageUrl: blocked }))).image_url).toBe(blocked);
    expect(asked).toEqual([]);

    internet.set(PHOTO, answerWith(await drawPicture('jpeg', { telling: true }), 'image/jpeg'));
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
