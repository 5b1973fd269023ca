// Imports lose nothing silently: every text and every file of the source is in the article or in the report.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from 'dev/startup/settings';
import { beforeAll, beforeEach, describe, expect, onTestFinished } from 'vitest';
import { emptyMagazine } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { drawImage } from '../../support/images';
import { compareImport } from '../../support/imports/import-comparison';
import { readGhostItems, readWordpressItems } from '../../support/imports/source-items';
import { adminTest } from '../../support/site/site-test';
import { readImportForm, uploadToTransfer, waitForJobs } from '../../support/transfers';

const { it, site, admin } = adminTest({
  publicFetch: ({ url }) =>
    isFound(url)
      ? new Response(image.slice(), { headers: { 'content-type': 'image/png' } })
      : new Response('Not found', { status: 404 }),
});
let image: Uint8Array;
let isFound: (url: string) => boolean;

beforeAll(async () => {
  image = await drawImage('png');
});
beforeEach(async () => {
  isFound = (url) => /good/.test(url);
  await emptyMagazine(site.db);
  await site.empty('imported_items, redirects, slug_history, media, transfer_files, jobs');
});

const fixture = (name: string) => readFileSync(join(projectRoot, 'tests/fixtures', name), 'utf8');

interface Imported {
  page: string;
  /** The analysis of the file and the report, as HTML without the form. */
  shown: string;
}

async function importFile(
  name: string,
  file: string,
  changes: Record<string, string> = {},
): Promise<Imported> {
  const page = await uploadToTransfer(admin, name, file);
  await waitForJobs(site);
  return { page, shown: await importAgain(page, changes) };
}

async function importAgain(page: string, changes: Record<string, string> = {}): Promise<string> {
  const fields = { ...(await readImportForm(admin, page)), ...changes };
  // Browsers submit nothing for an unchecked box.
  if (fields.images === '') delete fields.images;
  const answer = await admin.post(page, fields);
  expect(answer.status).toBe(303);
  await waitForJobs(site);
  const html = await (await admin.get(page)).text();
  return html.slice(html.indexOf('id="report"'), html.indexOf('import-form'));
}

/** The part of the report about one post. */
function reportOn(shown: string, title: string): string {
  const from = shown.indexOf(`>${title}<`);
  const next = shown.slice(from + 1).search(/<a [^>]*href="\/admin|<h3/);
  return from < 0 ? '' : visibleTextOf(shown.slice(from, next < 0 ? undefined : from + next));
}

async function storedHtml(slug: string): Promise<string> {
  const { rows } = await site.db.query(
    `select title || ' ' || summary || ' ' || image_alt || ' ' || content as html from articles where slug = $1
     union all select title || ' ' || summary || ' ' || content from pages where slug = $1`,
    [slug],
  );
  return rows[0]?.html ?? '';
}

describe.each([
  {
    name: 'wordpress.xml',
    oldSite: 'https://office.com',
    size: { items: 12, posts: 6, texts: 39, files: 6 },
  },
  {
    name: 'wordpress-coauthors.xml',
    oldSite: 'https://office.com',
    size: { items: 3, posts: 2, texts: 8, files: 0 },
  },
  {
    name: 'wordpress-details.xml',
    oldSite: 'https://harborcounsel.com',
    size: { items: 6, posts: 4, texts: 80, files: 34 },
  },
  { name: 'ghost.json', oldSite: 'https://quiet.com', size: { items: 5, posts: 4, texts: 17, files: 3 } },
  {
    name: 'ghost-details.json',
    oldSite: 'https://upstairslaw.com',
    size: { items: 3, posts: 2, texts: 30, files: 12 },
  },
])('the import of $name', ({ name, oldSite, size }) => {
  it.each([
    ['with all images', /./, {}],
    ['with no image that can be downloaded', /^$/, {}],
    ['without images by choice', /./, { images: '' }],
    ['without the URL of the old site', /./, { siteUrl: '' }],
  ] as const)('keeps or reports every text and every file of each item, %s', async (_, found, choices) => {
    isFound = (url) => found.test(url);
    const file = fixture(name);
    const isGhost = name.endsWith('.json');
    const items = isGhost ? readGhostItems(file) : readWordpressItems(file);
    const { page, shown } = await importFile(name, file, {
      ...(isGhost && { siteUrl: oldSite }),
      ...choices,
    });
    const { posts, texts, files, lost } = await compareImport(site, admin, { page, items, oldSite });
    expect(lost).toEqual([]);
    // A comparison of nothing would succeed.
    expect({ items: items.length, posts, texts, files }).toEqual(size);
    const comments = file.match(/<wp:comment>/g)?.length ?? 0;
    if (comments > 0) expect(visibleTextOf(shown)).toContain(`Comments: ${comments}.`);
  });
});

it('finds what a stored article lost: a repetition, an image, an address, the place of a text', async () => {
  const [name, oldSite] = ['wordpress-details.xml', 'https://harborcounsel.com'];
  const { page } = await importFile(name, fixture(name));
  await site.db.query(`update articles set content = '<p>Closing words.</p>' || regexp_replace(replace(replace(
    regexp_replace(content, '<img[^>]*>', ''), '<p>Closing words.</p>', ''), 'https://coins.example/', '/'),
    '<td>Fee</td>', '<td></td>') where slug = 'blocks-of-every-kind'`);
  const items = readWordpressItems(fixture(name));
  const { lost } = await compareImport(site, admin, { page, items, oldSite });
  expect(lost.map((one) => one.replace('Blocks of every kind: ', ''))).toEqual([
    'Fee',
    'moved: Opening words with a claim and a jump.',
    'https://coins.example/',
    'https://harborcounsel.com/up/wave-good.png',
  ]);
});

describe('the WordPress import', () => {
  const file = fixture('wordpress-details.xml');

  it('shows each element as this site can', async () => {
    const { shown } = await importFile('details.xml', file);
    const blocks = await storedHtml('blocks-of-every-kind');
    expect(blocks).toContain('a claim<sup class="footnote"> See the <em>ledger</em> of 1911.</sup> and');
    expect(blocks).toContain('<details><summary>Small print</summary><p>Hidden until clicked.</p></details>');
    expect(blocks).toContain('<p>Gull, <em>unimpressed</em></p>');
    expect(blocks.match(/(?:src|poster)="\/media\//g)).toHaveLength(2);
    expect(blocks).not.toMatch(/<figure><\/figure>|href="#/);
    const classic = await storedHtml('classic-shortcodes');
    expect(classic).toMatch(/<img src="\/media\/[^>]*alt="A wooden pier"[^>]*>.*The pier before the storm/);
    const told = reportOn(shown, 'Classic shortcodes');
    for (const expected of ['buoy-lost.png (“A red buoy”) was skipped', 'missing from the export (ID 999)'])
      expect(told).toContain(expected);
  });

  it('names what it leaves out of the file', async () => {
    const { shown } = await importFile('details.xml', file);
    const text = visibleTextOf(shown);
    for (const expected of [
      'Articles3',
      'Vacant Shelf, Never Tagged',
      'Fees (Money)',
      'The description of “Harbor” was left out, because tags have no descriptions here: “Ships and briefs.”',
      'Otto Silent',
      'Northern Quay',
      'Custom fields: 1.',
      'The caption of its featured image was not imported: “The pier before the storm”',
    ])
      expect(text).toContain(expected);
    expect(text).not.toContain('Automatic drafts');
    expect(text).not.toContain('without changes');
    expect(await storedHtml('another-tool')).toContain('This item has no number.');
    const { rows } = await site.db.query('select image_alt from articles where image_url is not null');
    expect(rows).toEqual([{ image_alt: 'A wooden pier' }]);
    expect(await storedHtml('crew')).toContain('alt="A wooden pier"');
  });

  it('turns a category into a tag if it is never the first one of an article', async () => {
    await importFile('details.xml', file);
    const { rows } = await site.db.query(
      "select 'category' as kind, name from categories union all select 'tag', name from tags order by 1, 2",
    );
    expect(rows).toEqual([
      { kind: 'category', name: 'Money' },
      { kind: 'tag', name: 'Fees' },
      { kind: 'tag', name: 'Harbor' },
    ]);
    expect(await site.text('/')).not.toContain('/category/fees');
  });

  it('redirects an old URL in one step, with and without a trailing slash', async () => {
    await importFile('details.xml', file);
    for (const [path, to] of [
      ['/blocks-of-every-kind', '/article/blocks-of-every-kind'],
      ['/blocks-of-every-kind/', '/article/blocks-of-every-kind'],
      ['/2014/02/classic-shortcodes', '/article/classic-shortcodes'],
      ['/2014/02/Classic-Shortcodes/?utm=1', '/article/classic-shortcodes'],
      ['/crew/', '/page/crew'],
      ['/article/blocks-of-every-kind/', '/article/blocks-of-every-kind'],
      ['/nothing/here/', '/nothing/here'],
    ] as const) {
      const answer = await site.get(path);
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 301, to]);
    }
  });

  it('lists all notes of a post, the first twelve without a click', async () => {
    const images = Array.from({ length: 33 }, (_, n) => `<img src="https://lost.example/${n}.png">`);
    const item = `<item><title>Many images</title><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type>
      <wp:status>publish</wp:status><content:encoded><![CDATA[<p>Words</p>${images.join('')}]]></content:encoded></item>`;
    const { shown } = await importFile('many.xml', `<rss><channel>${item}</channel></rss>`);
    const [first, further = ''] = shown.split('<details>');
    expect(first?.match(/lost\.example/g)).toHaveLength(12);
    expect(visibleTextOf(further)).toContain('And 21 more');
    expect(further.match(/lost\.example/g)).toHaveLength(21);
  });

  it('imports posts whose ids differ by a number, also when their images take several steps', async () => {
    const images = Array.from({ length: 9 }, (_, n) => `<img src="https://lost.example/${n}.png">`).join('');
    const item = (id: string) => `<item><title>Post ${id}</title><guid>${id}</guid>
      <wp:post_type>post</wp:post_type><wp:status>publish</wp:status>
      <content:encoded><![CDATA[<p>Words</p>${images}]]></content:encoded></item>`;
    // Ten posts are imported together.
    const ids = ['launch', ...Array.from({ length: 9 }, (_, n) => `other-${n}`), 'launch-2'];
    await importFile('launches.xml', `<rss><channel>${ids.map(item).join('')}</channel></rss>`);
    const { rows } = await site.db.query(
      "select title from articles where title like 'Post %' order by title",
    );
    expect(rows.map(({ title }) => title)).toEqual(ids.map((id) => `Post ${id}`).sort());
  });

  it('offers a report of everything, also where the page shows a part', async () => {
    const item = (n: number) => `<item><title>Story ${n}</title><wp:post_id>${n}</wp:post_id>
      <wp:post_type>post</wp:post_type><wp:status>private</wp:status>
      <content:encoded><![CDATA[<p>Words</p>]]></content:encoded></item>`;
    const items = Array.from({ length: 320 }, (_, n) => item(n + 1)).join('');
    const { page, shown } = await importFile('private.xml', `<rss><channel>${items}</channel></rss>`);
    expect(visibleTextOf(shown)).toContain('And 20 more.');
    const answer = await admin.get(`${page}/report`);
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="import-report-.*\.txt"$/,
    );
    const text = await answer.text();
    expect(text.match(/^- It was private, so it was imported as a draft\.$/gm)).toHaveLength(320);
    expect(text).toContain('Story 320\nImported\nhttps://magazine.test/admin/articles/');
    const other = await uploadToTransfer(admin, 'details.xml', file);
    await waitForJobs(site);
    expect((await admin.get(`${other}/report`)).status).toBe(404);
  });

  it('names what was imported before, and what was deleted since', async () => {
    const { page } = await importFile('details.xml', file);
    await site.db.query("update articles set title = 'Renamed here' where slug = 'another-tool'");
    await site.db.query("delete from articles where slug = 'classic-shortcodes'");
    const shown = await importAgain(page);
    const text = visibleTextOf(shown);
    expect(text).toContain('Already imported4');
    for (const expected of ['Renamed here', 'Blocks of every kind', 'The crew'])
      expect(shown).toMatch(new RegExp(`href="/admin/(articles|pages)/[^"]+/edit"[^>]*>${expected}<`));
    expect(text).toMatch(/classic-shortcodes\s*It was imported before, then deleted here\./);
  });
});

describe('the Ghost import', () => {
  const file = fixture('ghost-details.json');

  it('shows each element as this site can', async () => {
    const { shown } = await importFile('details.json', file, { siteUrl: 'https://upstairslaw.com' });
    const article = await storedHtml('cards-of-every-kind');
    const report = reportOn(shown, 'Cards of every kind');
    for (const expected of ['A stack of briefs', 'What the cards become.', 'href="/about-us/"'])
      expect(article).toContain(expected);
    const player = (src: string, more = '') =>
      `<figure><${src}"${more} controls="" preload="none"></${src.slice(0, 5)}><figcaption>`;
    const stored = article.replace(/"\/media\/[^"]+/g, '"/media/x');
    expect(stored).toContain(
      `${player('video src="https://upstairslaw.com/content/media/walk.mp4', ' poster="/media/x"')}A walk to court`,
    );
    expect(stored).toContain(
      `${player('audio src="https://upstairslaw.com/content/media/hearing.mp3')}The hearing, part one`,
    );
    expect(report).toContain('walk.mp4 was not copied. It plays from this address.');
    expect(article).not.toContain('0:00');
    for (const expected of ['Briefs by Kim', 'trackFoot()', 'https://polls.example/vote.js'])
      expect(report).toContain(expected);
    for (const expected of ['Idle Tag', 'Nils Idle', 'Only in the editor'])
      expect(visibleTextOf(shown)).toContain(expected);
    const { rows } = await site.db.query(
      "select coauthor_names(id) as names from articles where slug = 'cards-of-every-kind'",
    );
    expect(rows).toEqual([{ names: ['Rosa Quist'] }]);
  });

  it('redirects old URLs and reports images when the URL of the old site is unknown', async () => {
    const { shown } = await importFile('details.json', file, { siteUrl: '' });
    for (const [path, to] of [
      ['/cards-of-every-kind/', '/article/cards-of-every-kind'],
      ['/about-us', '/page/about-us'],
    ] as const)
      expect((await site.get(path)).headers.get('location')).toBe(to);
    expect(visibleTextOf(shown)).toContain('Redirects2');
    const report = reportOn(shown, 'Cards of every kind');
    for (const path of [
      'images/lamp-good.png',
      'images/cover-good.png',
      'media/walk.mp4',
      'files/checklist.pdf',
    ])
      expect(report).toContain(`/content/${path}`);
    expect(await storedHtml('cards-of-every-kind')).toContain('Lamp at midnight');
  });
});

it('counts the redirects that it creates, and names the old URLs that are in use here', async () => {
  const item = (
    id: number,
    path: string,
  ) => `<item><title>Story ${id}</title><link>https://old.example${path}</link>
    <wp:post_id>${id}</wp:post_id><wp:post_name>story-${id}</wp:post_name><wp:post_type>post</wp:post_type>
    <wp:status>publish</wp:status><content:encoded>Text</content:encoded></item>`;
  await site.db.query("insert into redirects (from_path, to_path) values ('/2014/one', '/newsletter')");
  await site.db.query(`insert into categories (name, slug) values ('Tools', 'tools')`);
  const items = [
    item(1, '/2014/one/'),
    item(2, '/category/tools/'),
    item(3, '/article/story-3/'),
    item(4, '/four/'),
  ];
  const { shown } = await importFile(
    'posts.xml',
    `<rss><channel><link>https://old.example</link>${items.join('')}</channel></rss>`,
  );
  expect(visibleTextOf(shown)).toContain('Redirects1');
  for (const [title, url] of [
    ['Story 1', 'https://old.example/2014/one/'],
    ['Story 2', 'https://old.example/category/tools/'],
  ] as const)
    expect(reportOn(shown, title)).toContain(`that path is in use here: ${url}`);
  expect(reportOn(shown, 'Story 3')).toBe('');
  const { rows } = await site.db.query('select from_path from redirects order by 1');
  expect(rows).toEqual([{ from_path: '/2014/one' }, { from_path: '/four' }]);
});

it('reports the descriptions of categories that become tags or exist here, and whole notes in the download', async () => {
  await site.db.query(`insert into categories (name, slug) values ('Money', 'money')`);
  const category = (slug: string) =>
    `<wp:category><wp:category_nicename>${slug}</wp:category_nicename><wp:cat_name>${slug}</wp:cat_name><wp:category_description>About ${slug}.</wp:category_description></wp:category>`;
  const of = (slug: string) => `<category domain="category" nicename="${slug}">${slug}</category>`;
  const script = `<script>${'track(); '.repeat(200)}end()</script>`;
  const item = `<item><title>A post</title><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type>
    <wp:status>draft</wp:status><content:encoded><![CDATA[<p>Text</p>${script}]]></content:encoded>${of('money')}${of('fees')}</item>`;
  const { page, shown } = await importFile(
    'posts.xml',
    `<rss><channel>${category('money')}${category('fees')}${item}</channel></rss>`,
  );
  const whole = await (await admin.get(`${page}/report`)).text();
  for (const report of [visibleTextOf(shown), whole])
    for (const expected of [
      'The description of “money” was left out, because its category exists here and keeps its own: “About money.”',
      'The description of “fees” was left out, because tags have no descriptions here: “About fees.”',
    ])
      expect(report).toContain(expected);
  expect(reportOn(shown, 'A post')).toContain('track(); …');
  expect(whole).toContain('track(); end()”');
});

describe('posts that are imported together', () => {
  const post = (id: number, categories: readonly string[] = []) =>
    `<item><title>Post ${id}</title><wp:post_id>${id}</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status>
      <content:encoded>Text.</content:encoded>${categories.map((name) => `<category domain="category" nicename="${name[0]}">${name}</category>`).join('')}</item>`;
  const titles = async () =>
    (await site.db.query('select title from articles order by title')).rows.map(({ title }) => title);

  it('are all imported if one has a further category with a long name, which is shortened', async () => {
    const [first, further] = ['Money', 'n'.repeat(150)];
    const posts = [post(1, [first, further]), post(2), post(3, [further])];
    await importFile('posts.xml', `<rss><channel>${posts.join('')}</channel></rss>`);
    expect(await titles()).toEqual(['Post 1', 'Post 2', 'Post 3']);
    const { rows } = await site.db.query('select length(name) from tags');
    expect(rows).toEqual([{ length: 120 }]);
  });

  it('are imported one by one if the database rejects one', async () => {
    await site.db.query("alter table articles add constraint not_two check (title <> 'Post 2')");
    onTestFinished(async () => void (await site.db.query('alter table articles drop constraint not_two')));
    await importFile(
      'posts.xml',
      `<rss><channel>${[1, 2, 3].map((id) => post(id)).join('')}</channel></rss>`,
    );
    expect(await titles()).toEqual(['Post 1', 'Post 3']);
  });
});

it('names the search and social fields of a post that it cuts or leaves out', async () => {
  const post = {
    ...{ id: 'p1', title: 'A post', slug: 'a-post', html: '<p>Text.</p>', status: 'published', type: 'post' },
    ...{ visibility: 'public', published_at: '2024-01-02T09:00:00.000Z', canonical_url: 'nowhere' },
  };
  const meta = { post_id: 'p1', meta_title: `Long ${'title '.repeat(60)}`, og_title: 'Short' };
  const data = { posts: [post], posts_meta: [meta], settings: [] };
  const { shown } = await importFile(
    'ghost.json',
    JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data }] }),
  );
  const told = reportOn(shown, 'A post');
  expect(told).toContain('Its “Canonical URL” was skipped, because it is not valid: nowhere');
  expect(told).toContain('Its “Search title” was shortened: Long title');
  expect(told).not.toContain('Social title');
});

it('reports the bio of an author who exists here, and a bio that is shortened', async () => {
  await site.db.query(
    "insert into authors (name, slug, bio) values ('Rosa Quist', 'rosa-quist', 'Rosa edits.')",
  );
  const users = [
    { id: 'u1', name: 'Rosa Quist', bio: 'Rosa  writes.' },
    { id: 'u2', name: 'Otto Long', bio: 'Otto counts. '.repeat(60) },
    { id: 'u3', name: 'Ada New', bio: 'Ada asks.' },
    { id: 'u4', name: 'Pia Page', bio: 'Pia describes.' },
  ];
  const post = (id: string) => ({
    ...{ id, title: `Post by ${id}`, slug: id, html: '<p>Text.</p>', status: 'published' },
    ...{ type: id === 'u4' ? 'page' : 'post', visibility: 'public', author_id: id },
    published_at: '2024-01-02T09:00:00.000Z',
  });
  const data = { users, posts: users.map(({ id }) => post(id)), settings: [] };
  const { page, shown } = await importFile(
    'ghost.json',
    JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data }] }),
  );
  const left = 'The bio of “Rosa Quist” was left out, because the author exists here: “Rosa writes.”';
  const shortened = /The bio of “Otto Long” was shortened: “(Otto counts\. ?){60}”/;
  expect(visibleTextOf(shown)).toContain(left);
  const whole = await (await admin.get(`${page}/report`)).text();
  expect(whole).toMatch(shortened);
  expect(whole).toContain(
    'The bio of “Pia Page” was left out, because no imported article is by this author',
  );
  expect(whole).not.toContain('Ada asks');
  expect(await (await admin.get(page)).text()).not.toContain('Ada asks');
  expect(await importAgain(page)).toContain('Rosa writes.');
});

it('reports the description of a page’s featured image only if its text shows another one', async () => {
  const page = (id: string, alt: string) => ({
    ...{ id, title: `Page ${id}`, slug: id, status: 'published', type: 'page', visibility: 'public' },
    feature_image: `https://upstairslaw.com/${id}-good.png`,
    html: `<p><img src="https://upstairslaw.com/${id}-good.png" alt="${alt}"></p>`,
  });
  const posts = [page('same', "The firm's lamp"), page('other', 'The stairs')];
  const posts_meta = posts.map(({ id }) => ({ post_id: id, feature_image_alt: "The firm's lamp" }));
  const file = JSON.stringify({
    db: [{ meta: { version: '5.0.0' }, data: { posts, posts_meta, settings: [] } }],
  });
  const { shown } = await importFile('ghost.json', file, { siteUrl: 'https://upstairslaw.com' });
  const left = "This one was left out: “The firm's lamp”";
  expect(reportOn(shown, 'Page other')).toContain(left);
  expect(reportOn(shown, 'Page same')).not.toContain(left);
});

it('is refused while another file is restored, whose progress it shows, and keeps the choices', async () => {
  const page = await uploadToTransfer(admin, 'details.xml', fixture('wordpress-details.xml'));
  await waitForJobs(site);
  const choices = { ...(await readImportForm(admin, page)), siteUrl: 'https://moved.example' };
  const { rows } = await site.db.query(
    `insert into jobs (kind, title, input) values ('restore', 'Restore everything.zip',
       '{"fileId": "00000000-0000-4000-8000-000000000009", "replace": true}') returning id`,
  );
  const answer = await admin.post(page, choices);
  expect(answer.status).toBe(409);
  const html = await answer.text();
  const text = visibleTextOf(html);
  expect(text).toContain('Failed to start import. Another import or restore is running.');
  expect(text).toContain('Restore everything.zip must finish first.');
  expect(html).toContain('value="https://moved.example"');
  expect((await site.db.query('select from articles')).rowCount).toBe(0);
  await site.db.query("update jobs set status = 'done', finished_at = now() where id = $1", [rows[0].id]);
  expect((await admin.post(page, choices)).status).toBe(303);
  await waitForJobs(site);
});
