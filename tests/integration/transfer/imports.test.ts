// Importing from other products: scanned first, then imported as the editor chose, and never twice.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from 'dev/startup/settings';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { addArticle, addCategory, emptyMagazine } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { drawImage } from '../../support/images';
import { planCrashes } from '../../support/planned-crashes';
import { adminTest } from '../../support/site/site-test';
import { readImportForm, uploadToTransfer, waitForJobs } from '../../support/transfers';

const crashPlan = planCrashes();
const { it, site, admin } = adminTest({
  vars: { JOB_LEASE_SECONDS: '1' },
  diesAt: crashPlan.diesAt,
  publicFetch: ({ url }) => {
    asked.push(url);
    const status = /ledger/.test(url) ? failures.shift() : undefined;
    if (status) return new Response('Try again later', { status });
    if (!/ledger|phone/.test(url)) return new Response('Not found', { status: 404 });
    return new Response(image.slice(), { headers: { 'content-type': 'image/png' } });
  },
});
let image: Uint8Array;
const asked: string[] = [];
/** Statuses of the first responses for the ledger. */
let failures: number[] = [];

beforeAll(async () => {
  image = await drawImage('png');
});
beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('imported_items, redirects, slug_history, media, transfer_files, jobs');
  for (const key of await site.listFiles('transfer/')) await site.deleteFile(key);
  asked.length = 0;
  failures = [];
});

const fixture = (name: string) => new Uint8Array(readFileSync(join(projectRoot, 'tests/fixtures', name)));

async function upload(name: string): Promise<string> {
  const page = await uploadToTransfer(admin, name, fixture(name));
  await waitForJobs(site);
  return page;
}

async function runImport(page: string, changes: Record<string, string> = {}): Promise<string> {
  const answer = await admin.post(page, { ...(await readImportForm(admin, page)), ...changes });
  expect(answer.status).toBe(303);
  await waitForJobs(site);
  return visibleTextOf(await (await admin.get(page)).text());
}

describe('the WordPress import', () => {
  it('changes nothing before the scan, which lists the contents', async () => {
    await addArticle(site.db, { slug: 'the-second-desk' });
    const page = await upload('wordpress.xml');
    const text = visibleTextOf(await (await admin.get(page)).text());
    for (const expected of ['The Corner Office', 'Articles5', 'Pages1', 'Comments: 1.', 'no comments'])
      expect(text).toContain(expected);
    expect(text).toContain('1 use a URL that is already taken');
    const { rows } = await site.db.query('select count(*)::int as articles from articles');
    expect(rows).toEqual([{ articles: 1 }]);
    expect(asked).toEqual([]);
  });

  it('keeps dates, addresses, images and authors, sanitized', async () => {
    const page = await upload('wordpress.xml');
    const report = await runImport(page);
    expect(report).toContain('Articles5');
    expect(report).toContain('lost.png was skipped');
    const { rows } = await site.db.query(`
      select a.slug, a.author, a.status, c.name as category, a.is_featured, a.image_url is not null as has_image,
        a.first_published_at, a.publish_date, a.deleted_at is not null as deleted,
        (select string_agg(t.name, ',' order by t.name) from article_tags at join tags t on t.id = at.tag_id
          where at.article_id = a.id) as tags
      from articles a left join categories c on c.id = a.category_id order by a.title`);
    expect(rows.find(({ slug }) => slug === 'raise-your-retainer')).toEqual({
      slug: 'raise-your-retainer',
      author: 'Mira Köhler',
      status: 'published',
      category: 'Money & Fees',
      is_featured: true,
      has_image: true,
      first_published_at: new Date('2021-03-04T09:05:06Z'),
      publish_date: new Date('2021-03-04T09:05:06Z'),
      deleted: false,
      tags: 'People,Retainers',
    });
    expect(rows.map(({ slug, status, deleted }) => [slug, status, deleted])).toEqual([
      ['partners', 'draft', false],
      ['half-a-thought', 'draft', false],
      ['raise-your-retainer', 'published', false],
      ['the-second-desk', 'published', false],
      ['thrown-away', 'draft', true],
    ]);
    const html = await site.text('/article/raise-your-retainer');
    expect(html).toMatch(/<img src="\/media\/article-images\/articles\/\d+\.png/);
    expect(html).toContain('The ledger of 1998');
    expect(html).toContain('<a href="/about/"');
    expect(html).not.toMatch(/office\.com\/wp-content|track\(\)|wp:paragraph/);
    // One image, shown in three places, was fetched once.
    expect(asked.filter((url) => url.includes('ledger'))).toHaveLength(1);
    const moved = await site.get('/2021/03/raise-your-retainer/');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/article/raise-your-retainer']);
    expect((await site.get('/about')).headers.get('location')).toBe('/page/about');
    expect(await site.text('/page/about')).toContain('above a bakery');
    for (const slug of ['partners', 'half-a-thought', 'thrown-away'])
      expect((await site.get(`/article/${slug}`)).status).toBe(404);
  });

  it('imports everything once when it is repeated', async () => {
    const page = await upload('wordpress.xml');
    await runImport(page);
    await site.db.query("update articles set title = 'Changed here' where slug = 'raise-your-retainer'");
    await site.db.query("delete from articles where slug = 'partners'");
    const before = await site.db.query('select id, title, version from articles order by id');
    const second = await upload('wordpress.xml');
    expect(visibleTextOf(await (await admin.get(second)).text())).toContain('6 already imported');
    expect(await runImport(second)).toContain('Already imported6');
    expect((await site.db.query('select id, title, version from articles order by id')).rows).toEqual(
      before.rows,
    );
    const { rows } = await site.db.query('select count(*)::int as media from media');
    expect(rows).toEqual([{ media: 1 }]);
  });

  it('imports everything once with consumers that crash repeatedly', async () => {
    crashPlan.plan(4, 3);
    const page = await uploadToTransfer(admin, 'wordpress.xml', fixture('wordpress.xml'));
    await waitForJobs(site, { withClock: true });
    crashPlan.plan(12, 9);
    expect((await admin.post(page, await readImportForm(admin, page))).status).toBe(303);
    await waitForJobs(site, { withClock: true });
    const text = visibleTextOf(await (await admin.get(page)).text());
    expect(text).toContain('Articles5');
    expect(crashPlan.left).toBe(0);
    const { rows } = await site.db.query(`select (select count(*) from articles)::int as articles,
      (select count(*) from pages)::int as pages, (select count(*) from media)::int as media`);
    expect(rows).toEqual([{ articles: 5, pages: 1, media: 1 }]);
    expect(await site.text('/article/raise-your-retainer')).toContain('The ledger of 1998');
  });

  it('imports hundreds of tags, and offers a choice for each', async () => {
    const [count, posts] = [450, 3];
    const tag = (n: number) => `<category domain="post_tag" nicename="topic-${n}">Topic ${n}</category>`;
    const post = (at: number) => {
      const own = Array.from({ length: count / posts }, (_, n) => tag(at * (count / posts) + n));
      return `<item><title>Story ${at}</title><wp:post_id>${at + 1}</wp:post_id><wp:post_type>post</wp:post_type>
        <wp:status>publish</wp:status><content:encoded>Words</content:encoded>${own.join('')}</item>`;
    };
    const items = Array.from({ length: posts }, (_, at) => post(at)).join('');
    const page = await uploadToTransfer(admin, 'tags.xml', `<rss><channel>${items}</channel></rss>`);
    await waitForJobs(site);
    expect(await runImport(page)).toContain('Articles3');
    const { rows } =
      await site.db.query(`select count(*)::int as articles, count(distinct tag_id)::int as tags
      from article_tags join articles on articles.id = article_id group by article_id`);
    expect(rows).toEqual(Array(posts).fill({ articles: count / posts, tags: count / posts }));

    // Repeating the import offers the same choices, and the lists stay short enough to render.
    const html = await (await admin.get(page)).text();
    expect(html.match(/<option/g)?.length).toBeLessThan(10_000);
    const { rows: tags } = await site.db.query<{ id: string }>('select id from tags');
    const chosen = Object.values(await readImportForm(admin, page)).filter((value) =>
      value.startsWith('tag:'),
    );
    expect(chosen.sort()).toEqual(tags.map(({ id }) => `tag:${id}`).sort());
  });

  it('of many posts runs in steps without duplicates', async () => {
    // Each post has an image to fetch and therefore its own job item.
    const post = (at: number) => `<item><title>Story ${at}</title><wp:post_id>${at}</wp:post_id>
      <wp:post_type>post</wp:post_type><wp:status>publish</wp:status>
      <content:encoded>&lt;p&gt;Words&lt;/p&gt;&lt;img src="https://old.example/lost.png"&gt;</content:encoded></item>`;
    const items = Array.from({ length: 401 }, (_, at) => post(at + 1)).join('');
    const page = await uploadToTransfer(admin, 'many.xml', `<rss><channel>${items}</channel></rss>`);
    await waitForJobs(site);
    expect(await runImport(page)).toContain('Articles401');
    const { rows } = await site.db.query(`select key from job_items where key not like 'post-%' order by id`);
    expect(rows.map(({ key }) => key)).toEqual(['look', 'begin', 'list-0', 'list-200', 'list-400']);
    const { rows: titles } = await site.db.query('select count(distinct title)::int as titles from articles');
    expect(titles).toEqual([{ titles: 401 }]);
  });

  it("follows the editor's choices", async () => {
    const tools = await addCategory(site.db, 'tools', 'Tools');
    const taken = await addArticle(site.db, { slug: 'raise-your-retainer', author: 'Dana Whitfield' });
    const page = await upload('wordpress.xml');
    const fields = await readImportForm(admin, page);
    expect(fields).toMatchObject({
      siteUrl: 'https://office.com',
      'author-0': 'Mira Köhler',
      'term-0': 'category:new',
    });
    const { images: _, redirects: __, ...rest } = fields;
    const answer = await admin.post(page, {
      ...rest,
      'term-0': `category:${tools}`,
      'term-1': 'none',
      'term-2': 'none',
      'author-0': 'Dana Whitfield',
    });
    expect(answer.status).toBe(303);
    await waitForJobs(site);
    const { rows } = await site.db.query(
      `select a.slug, a.author, c.slug as category, a.image_url from articles a left join categories c on c.id = a.category_id
       where a.title like 'Raise%' and a.id <> $1`,
      [taken],
    );
    expect(rows).toEqual([
      { slug: 'raise-your-retainer-2', author: 'Dana Whitfield', category: 'tools', image_url: null },
    ]);
    const { rows: made } = await site.db.query(
      'select (select count(*) from tags)::int as tags, (select count(*) from redirects)::int as redirects, (select count(*) from authors)::int as authors',
    );
    expect(made).toEqual([{ tags: 0, redirects: 0, authors: 2 }]);
    expect(asked).toEqual([]);
  });
});

describe('an image of the old site', () => {
  const ledgers = () => asked.filter((url) => url.includes('ledger')).length;
  const hasImage = async () =>
    (
      await site.db.query(
        `select exists (select 1 from media m where '/media/' || m.key = a.image_url) as found
         from articles a where slug = 'raise-your-retainer'`,
      )
    ).rows;
  /** Imports the file as a site does whose articles were deleted, but not its record of images. */
  async function importAgain() {
    await site.db.query('delete from articles');
    await site.db.query("delete from imported_items where kind in ('article', 'page')");
    return runImport(await upload('wordpress.xml'));
  }

  it('is downloaded although the old site was busy for some time', async () => {
    failures = [503, 429];
    expect(await runImport(await upload('wordpress.xml'))).not.toContain('ledger.png was skipped');
    expect(ledgers()).toBe(3);
    expect(await hasImage()).toEqual([{ found: true }]);
  });

  it('is reported if the old site stays busy, and downloaded by a later import', async () => {
    failures = Array(99).fill(503);
    expect(await runImport(await upload('wordpress.xml'))).toContain('ledger.png (');
    expect(await hasImage()).toEqual([{ found: false }]);
    failures = [];
    await importAgain();
    expect(await hasImage()).toEqual([{ found: true }]);
  });

  it('is downloaded again if it was deleted from the library', async () => {
    await runImport(await upload('wordpress.xml'));
    await importAgain();
    expect(ledgers()).toBe(1);
    await site.empty('media');
    await importAgain();
    expect(ledgers()).toBe(2);
    expect(await hasImage()).toEqual([{ found: true }]);
  });
});

describe('the Ghost import', () => {
  it('keeps members-only posts as drafts', async () => {
    await addCategory(site.db, 'operations', 'Operations');
    const page = await upload('ghost.json');
    const report = await runImport(page, { siteUrl: 'https://quiet.com' });
    expect(report).toContain('It was for members only, so it was imported as a draft.');
    const authors = await site.db.query('select name, bio from authors order by name');
    expect(authors.rows).toEqual([
      { name: 'Lena Abel', bio: 'Lena has run two quiet offices.' },
      { name: 'Omar Diaz', bio: '' },
      { name: 'Quiet Counsel', bio: '' },
    ]);
    const { rows } = await site.db.query(`
      select a.slug, a.author, a.status, c.slug as category, a.image_alt, a.publish_at,
        (select string_agg(t.name, ',') from article_tags at join tags t on t.id = at.tag_id where at.article_id = a.id) as tags
      from articles a left join categories c on c.id = a.category_id order by a.slug`);
    expect(rows).toEqual([
      {
        slug: 'answer-the-phone',
        author: 'Omar Diaz',
        status: 'published',
        category: 'operations',
        image_alt: 'A ringing phone',
        publish_at: null,
        tags: 'Calls',
      },
      {
        slug: 'for-members',
        author: 'Lena Abel',
        status: 'draft',
        category: null,
        image_alt: '',
        publish_at: null,
        tags: null,
      },
      {
        slug: 'next-spring',
        author: 'Quiet Counsel',
        status: 'draft',
        category: null,
        image_alt: '',
        publish_at: new Date('2099-02-02T09:00:00Z'),
        tags: null,
      },
    ]);
    const coauthors = await site.db.query(
      'select slug, coauthor_names(id) as names from articles order by slug',
    );
    expect(coauthors.rows.map(({ names }) => names)).toEqual([['Lena Abel'], [], []]);
    expect(asked).toEqual(['https://quiet.com/content/images/2024/01/phone.png']);
    expect((await site.get('/answer-the-phone')).headers.get('location')).toBe('/article/answer-the-phone');
    expect((await site.get('/contact-us')).headers.get('location')).toBe('/page/contact-us');
  });
});

describe('a file', () => {
  it('is uploaded in parts, and rejected when a part is missing', async () => {
    const file = fixture('wordpress.xml');
    const begin = async (size: number) => {
      const answer = await admin.post('/admin/transfer/upload?step=begin', {
        name: 'w.xml',
        size: String(size),
      });
      expect(answer.status).toBe(201);
      return ((await answer.json()) as { id: string }).id;
    };
    const part = (id: string, number: number, bytes: Uint8Array) =>
      site.get(`/admin/transfer/upload?step=part&id=${id}&number=${number}`, {
        method: 'POST',
        body: bytes as BodyInit,
        headers: {
          origin: site.url,
          'content-type': 'application/octet-stream',
          cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
      });
    const finish = (id: string, size: number) =>
      admin.post(`/admin/transfer/upload?step=finish&id=${id}`, { size: String(size) });

    const id = await begin(file.length);
    expect((await part(id, 1, file)).status).toBe(201);
    expect((await part(id, 1, file)).status).toBe(201);
    expect((await finish(id, file.length)).status).toBe(201);
    await waitForJobs(site);
    expect(visibleTextOf(await (await admin.get(`/admin/transfer/${id}`)).text())).toContain(
      'The Corner Office',
    );
    // Repeated because its response was lost.
    expect((await finish(id, file.length)).status).toBe(201);
    const { rows } = await site.db.query(`select status from jobs where input ->> 'fileId' = '${id}'`);
    expect(rows).toEqual([{ status: 'done' }]);

    const lost = await begin(file.length + 9);
    await part(lost, 1, file);
    expect((await finish(lost, file.length + 9)).status).toBe(422);
    const wrong = await begin(9);
    expect(await (await part(wrong, 1, new TextEncoder().encode('no export'))).json()).toEqual({
      error: 'The file does not match its extension. A WordPress export is an XML file.',
    });
  });

  it.each([
    ['notes.pdf', 'Dear reader', 'Choose a WordPress export'],
    ['export.xml', 'Dear reader', 'A WordPress export is an XML file.'],
    ['archive.zip', 'PK\u0003\u0004 and nothing else', 'The archive is damaged.'],
  ])('that is not an export is rejected with a reason: %s', async (name, body, reason) => {
    await expect(uploadToTransfer(admin, name, body)).rejects.toThrow(reason);
  });

  it('with a document type declaration fails with its reason and a retry button', async () => {
    const bomb = '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aa">]><rss>&a;</rss>';
    const page = await uploadToTransfer(admin, 'bomb.xml', bomb);
    await waitForJobs(site);
    const text = visibleTextOf(await (await admin.get(page)).text());
    expect(text).toContain('declares a document type');
    expect(text).toContain('Analyze Again');
  });

  it('is deleted with its bytes after a week or on request', async () => {
    const page = await upload('ghost.json');
    const id = page.split('/').pop() ?? '';
    const deleted = await admin.post('/admin/transfer', { intent: 'delete', id });
    expect(deleted.status).toBe(303);
    expect(await site.listFiles('transfer/')).toEqual([]);
    expect((await admin.get(page)).status).toBe(404);
    const gone = await admin.get(`${page}/download`);
    expect([gone.status, await gone.text()]).toEqual([
      404,
      expect.stringContaining('Files are kept for a week.'),
    ]);

    await upload('ghost.json');
    const soon = new Date();
    soon.setUTCMinutes(23);
    await site.runCron(soon);
    expect(await site.listFiles('transfer/')).toHaveLength(3);
    await site.runCron(new Date(soon.getTime() + 8 * 24 * 60 * 60 * 1000));
    expect(await site.listFiles('transfer/')).toEqual([]);
  });

  it('leaves no orphans when the file store was unavailable during deletion', async () => {
    const page = await upload('ghost.json');
    await waitForJobs(site);
    const whole = await site.listFiles('transfer/');
    const [lost, half] = [crypto.randomUUID(), crypto.randomUUID()];
    for (const key of [
      `transfer/files/${lost}`,
      `transfer/beside/${lost}/look`,
      `transfer/beside/${half}/state-3`,
    ])
      await site.putFile(key, new Uint8Array(9), 'application/octet-stream');
    const soon = new Date();
    soon.setUTCMinutes(23);
    // A recent file may belong to an upload whose row is still being written.
    await site.runCron(new Date(soon.getTime()));
    expect(await site.listFiles('transfer/')).toHaveLength(whole.length + 3);
    await site.runCron(new Date(soon.getTime() + 3 * 60 * 60 * 1000));
    expect(await site.listFiles('transfer/')).toEqual(whole);
    expect((await admin.get(page)).status).toBe(200);
  });
});
