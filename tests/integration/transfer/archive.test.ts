// Exporting and restoring the whole magazine: readers get exactly the same bytes afterwards.
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { readDirectory, readEntry } from '~/lib/zip/read-zip';
import { addAccount, addArticle, addCategory, emptyMagazine } from '../../support/factory';
import { drawImage } from '../../support/images';
import { planCrashes } from '../../support/planned-crashes';
import { siteTest } from '../../support/site/site-test';
import { packArchive, uploadToTransfer, waitForJobs } from '../../support/transfers';
import { type Visitor, visit } from '../../support/visitor';

const crashPlan = planCrashes();
/** Decides whether the worker crashes at an item, by the item's key. */
let shouldCrash: (point: string, key: string) => boolean | Promise<boolean> = () => false;
const { it, site } = siteTest({
  vars: { JOB_LEASE_SECONDS: '1' },
  diesAt: async (point, where) =>
    crashPlan.diesAt(point, where) || (await shouldCrash(point, await itemKeyOf(where))),
});
let admin: Visitor;

beforeAll(async () => {
  await addAccount(site.db, { email: 'ann@example.com', role: 'admin', fullName: 'Ann Owner' });
  admin = visit(site);
  await admin.signIn();
});
beforeEach(() => emptyMagazine(site.db));

/** The key of a job item, or the given value for anything else. */
async function itemKeyOf(where: string): Promise<string> {
  if (!/^\d+$/.test(where)) return where;
  const { rows } = await site.db.query('select key from job_items where id = $1', [where]);
  return rows[0]?.key ?? where;
}

const IMAGE = 'article-images/articles/1767225600000.jpg';

/** Adds a sample of everything that readers see. */
async function fillMagazine(): Promise<string[]> {
  await site.putFile(IMAGE, await drawImage('jpeg'), 'image/jpeg');
  await addCategory(site.db, 'tools', 'Tools & Software', 'What firms work with');
  const facts = { category: 'tools', tags: ['billing', 'intake'], author: 'Dana Whitfield' };
  const first = await addArticle(site.db, {
    ...facts,
    slug: 'first',
    title: 'First “things”',
    coauthors: ['Tom Beckett', 'Ann Lee'],
    isFeatured: true,
    imageUrl: `/media/${IMAGE}`,
    content: '<h2>One</h2>\n<p>Words &amp; more words, é.</p>\n<pre><code>a &lt; b</code></pre>',
  });
  await addArticle(site.db, { ...facts, slug: 'second', isPopular: true, author: 'Tom Beckett' });
  await addArticle(site.db, { slug: 'hidden', status: 'draft' });
  await addArticle(site.db, { slug: 'thrown-away', deleted: true });
  await site.db.query("update articles set slug = 'renamed' where slug = 'second'");
  await site.db.query(`
    insert into article_revisions (article_id, version, cause, snapshot)
      select id, version, 'editor', jsonb_build_object('title', title, 'content', content) from articles;
    insert into pages (slug, title, summary, content) values ('about', 'About us', 'Who we are', '<p>We are few.</p>');
    insert into settings (key, value) values ('site', '{"name": "The Partner", "blurb": "For owners.", "requireAltText": true}');
    insert into redirects (from_path, to_path, hits) values ('/old-home', '/article/first', 7);
    insert into ads (name, html_content, link_url) values ('Ledger', '<p>Ledger</p>', 'https://sponsor.example/');
    insert into ad_placements (ad_id, location) select id, 'homepage-hero' from ads;
    insert into ctas (title, button_link) values ('Join', '/newsletter');
    insert into article_templates (name, fields, created_by)
      select 'Interview', '{"title": "Five questions", "content": "<p>Answer</p>", "imageUrl": "/media/${IMAGE}"}', id from users
      where email = 'ann@example.com';
    insert into leads (email, status, article_id, won_kind, won_from)
      select 'reader@x.example', 'confirmed', id, 'newsletter', '2026-11-24/3' from articles where slug = 'first';
    update authors set role = 'Columnist', bio = 'Tom counts.', image_url = '/media/${IMAGE}', links = '{https://example.com/tom}',
      user_id = (select id from users where email = 'ann@example.com') where name = 'Tom Beckett';
    insert into media (key, name, content_type, bytes, width, height) values ('${IMAGE}', 'one.jpg', 'image/jpeg', 99, 64, 48)`);
  return [
    '/',
    '/article/first',
    '/article/renamed',
    '/article/second',
    '/article/hidden',
    '/category/tools',
    '/category/all',
    '/tag/billing',
    '/author/tom-beckett',
    '/page/about',
    '/search?q=words',
    '/old-home',
    '/feed.xml',
    '/atom.xml',
    '/feed.json',
    '/category/tools/feed.xml',
    '/sitemap.xml',
    '/sitemaps/articles-1.xml',
    '/news-sitemap.xml',
    '/llms.txt',
    `/media/${IMAGE}`,
    `/media/${IMAGE}?w=400`,
    `/no-such-page?${first}`,
  ];
}

/** The status, redirect target and body of each response, without the hour that ad tickets contain. */
async function readAll(paths: readonly string[]): Promise<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const path of paths) {
    const answer = await site.get(path);
    const body = Buffer.from(await answer.arrayBuffer())
      .toString('latin1')
      .replace(/\.\d{6}\.[\w-]{22}(?=\\?")/g, '');
    read[path] = `${answer.status} ${answer.headers.get('location') ?? ''} ${body}`;
  }
  return read;
}

async function makeArchive({ withClock = false } = {}): Promise<Uint8Array> {
  const made = await admin.post('/admin/transfer', { intent: 'export' });
  expect(made.status).toBe(303);
  await waitForJobs(site, { withClock });
  const answer = await admin.get(`${made.headers.get('location')}/download`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return new Uint8Array(await answer.arrayBuffer());
}

async function wipe(): Promise<void> {
  await emptyMagazine(site.db);
  await site.empty('media, media_uses, redirects, slug_history, imported_items, ctas, article_templates');
  for (const key of [...(await site.listFiles('article-images/')), ...(await site.listFiles('variants/'))])
    await site.deleteFile(key);
}

describe('an archive', () => {
  it('restores an erased magazine byte for byte', async () => {
    await wipe();
    const paths = await fillMagazine();
    // The first request for an image size generates it.
    await readAll(paths);
    const before = await readAll(paths);
    const found = Object.values(before).filter((answer) => answer.startsWith('200 '));
    expect(found).toHaveLength(19);
    // The Trash starts over.
    const all =
      "select to_jsonb(a) - 'deleted_at' as row, deleted_at is null as listed from articles a order by id";
    const articles = await site.db.query(all);
    const templates = await site.db.query('select * from article_templates');
    expect(templates.rows).toHaveLength(1);
    const leaving = await addAccount(site.db, { email: 'leaving@example.com' });
    await site.db.query("update authors set user_id = $1 where name = 'Ann Lee'", [leaving]);
    const archive = await makeArchive();
    await wipe();
    await site.db.query('delete from users where id = $1', [leaving]);
    // An external endpoint is subscribed: restored content must not be reported as new.
    await site.db.query(
      "insert into webhook_endpoints (url, events, secret_salt) values ('https://hears.example/', '{article.published,lead.created}', 's')",
    );
    expect((await readAll(['/article/first']))['/article/first']).toMatch(/^404/);

    const page = await uploadToTransfer(admin, 'magazine.zip', archive);
    const text = await (await admin.get(page)).text();
    expect(text).toContain('The Partner');
    expect((await admin.post(page, { intent: 'restore' })).status).toBe(303);
    await waitForJobs(site);
    await readAll(paths);
    expect(await readAll(paths)).toEqual(before);
    expect((await site.db.query('select from webhook_events')).rowCount).toBe(0);
    await site.db.query('delete from webhook_endpoints');
    const restored = await site.db.query(all);
    expect(restored.rows).toEqual(articles.rows);
    expect((await site.db.query('select * from article_templates')).rows).toEqual(templates.rows);
    const linked = 'select au.name, u.email from authors au join users u on u.id = au.user_id';
    expect((await site.db.query(linked)).rows).toEqual([{ name: 'Tom Beckett', email: 'ann@example.com' }]);
    const { rows } = await site.db.query(
      `select (select count(*) from article_revisions)::int as revisions, l.email, a.slug, l.won_kind, l.won_from
       from leads l join articles a on a.id = l.article_id`,
    );
    const lead = {
      email: 'reader@x.example',
      slug: 'first',
      won_kind: 'newsletter',
      won_from: '2026-11-24/3',
    };
    expect(rows).toEqual([{ revisions: 4, ...lead }]);
  });

  it('is exported and restored completely by consumers that crash repeatedly', async () => {
    await wipe();
    const paths = await fillMagazine();
    await readAll(paths);
    const before = await readAll(paths);
    crashPlan.plan(6, 11);
    const archive = await makeArchive({ withClock: true });
    expect(crashPlan.left).toBe(0);
    await wipe();
    const page = await uploadToTransfer(admin, 'magazine.zip', archive);
    crashPlan.plan(20, 5);
    expect((await admin.post(page, { intent: 'restore' })).status).toBe(303);
    await waitForJobs(site, { withClock: true });
    expect(crashPlan.left).toBe(0);
    await readAll(paths);
    expect(await readAll(paths)).toEqual(before);
  });

  it('replaces the synonyms of the site, unless it was made before archives had them', async () => {
    await wipe();
    await addArticle(site.db, { slug: 'first' });
    const synonyms = 'select id, terms, created_at from search_synonyms order by id';
    const restore = async (archive: Uint8Array) => {
      const page = await uploadToTransfer(admin, 'magazine.zip', archive);
      const confirmation = 'replace everything';
      expect((await admin.post(page, { intent: 'restore', confirmation })).status).toBe(303);
      await waitForJobs(site);
    };
    const standard = (await site.db.query(synonyms)).rows;
    await site.db.query(
      "update search_synonyms set terms = array_append(terms, 'retainer deal') where terms @> '{retainer}'",
    );
    await site.db.query("delete from search_synonyms where terms @> '{kpi}'");
    await site.db.query("insert into search_synonyms (terms) values ('{docket,case calendar}')");
    const changed = (await site.db.query(synonyms)).rows;
    expect(changed).not.toEqual(standard);
    const archive = await makeArchive();
    await site.db.query("delete from search_synonyms where terms @> '{docket}'");
    await site.db.query("insert into search_synonyms (terms) values ('{kpi,docket}')");
    await restore(archive);
    expect((await site.db.query(synonyms)).rows).toEqual(changed);
    await restore(await packArchive({}));
    expect((await site.db.query(synonyms)).rows).toEqual(changed);
  });

  it('from another URL does not announce this site to search engines', async () => {
    await wipe();
    const row = { key: 'site', value: { name: 'The Partner', indexNowKey: 'a1b2c3d4e5f6a7b8' } };
    const page = await uploadToTransfer(
      admin,
      'magazine.zip',
      await packArchive({ 'data/settings-0001.ndjson': [row] }),
    );
    const confirmation = 'replace everything';
    expect((await admin.post(page, { intent: 'restore', confirmation })).status).toBe(303);
    await waitForJobs(site);
    const { rows } = await site.db.query("select value from settings where key = 'site'");
    expect(rows).toEqual([{ value: { name: 'The Partner' } }]);
  });

  it('that could not be exported is not marked as ready', async () => {
    await wipe();
    shouldCrash = async (point, key) => {
      if (point === 'after-claim' && key === 'step-2') {
        for (const state of await site.listFiles('transfer/beside/')) await site.deleteFile(state);
      }
      return false;
    };
    const made = await admin.post('/admin/transfer', { intent: 'export' });
    await waitForJobs(site);
    shouldCrash = () => false;
    const page = await (await admin.get(made.headers.get('location') ?? '')).text();
    expect(page).toContain('The data of the previous run is missing.');
    const { rows } = await site.db.query('select status from jobs order by created_at desc limit 1');
    expect(rows).toEqual([{ status: 'failed' }]);
  });

  it('keeps the link between a generated image and its article, even if the article is restored late', async () => {
    await wipe();
    await fillMagazine();
    await site.db.query(`
      insert into generated_images (article_id, media_id, url, provider, model, prompt, price)
        select a.id, m.id, a.image_url, 'workers-ai', 'flux', 'A ledger', 700
        from articles a, media m where a.slug = 'first'`);
    const drawn = 'select g.*, a.slug from generated_images g join articles a on a.id = g.article_id';
    const before = await site.db.query(drawn);
    expect(before.rowCount).toBe(1);
    const archive = await makeArchive();
    await wipe();
    await site.empty('generated_images');
    const page = await uploadToTransfer(admin, 'magazine.zip', archive);
    let crashes = 0;
    shouldCrash = (point, key) => {
      if (point !== 'after-claim' || !key.startsWith('data/articles-') || crashes >= 2) return false;
      crashes += 1;
      return true;
    };
    expect((await admin.post(page, { intent: 'restore' })).status).toBe(303);
    await waitForJobs(site, { withClock: true });
    shouldCrash = () => false;
    expect(crashes).toBe(2);
    expect((await site.db.query(drawn)).rows).toEqual(before.rows);
  });

  it('splits long articles into parts that fit in memory', async () => {
    await wipe();
    for (let n = 0; n < 8; n += 1) await addArticle(site.db, { slug: `long-${n}` });
    await site.db.query(`
      update articles set content = '<p>' || repeat('A long story. ', 60000) || '</p>';
      insert into article_revisions (article_id, version, cause, snapshot)
        select id, version, 'editor', jsonb_build_object('title', title, 'content', content) from articles`);
    const archive = await makeArchive();
    const source = { size: archive.length, read: async (at: number, n: number) => archive.slice(at, at + n) };
    const sizes = (await readDirectory(source)).map(({ size }) => size);
    expect(Math.max(...sizes)).toBeGreaterThan(800_000);
    expect(Math.max(...sizes)).toBeLessThan(4_000_000);
    const page = await uploadToTransfer(admin, 'long.zip', archive);
    await admin.post(page, { intent: 'restore', confirmation: 'replace everything' });
    await waitForJobs(site);
    const { rows } =
      await site.db.query(`select count(*)::int as articles, sum(length(content))::int as length,
      (select count(*)::int from article_revisions) as revisions from articles`);
    expect(rows).toEqual([{ articles: 8, length: 8 * (14 * 60_000 + 7), revisions: 8 }]);
  });

  it('replaces existing content only when its owner confirms', async () => {
    await wipe();
    await fillMagazine();
    const archive = await makeArchive();
    await site.db.query("update articles set title = 'Changed since' where slug = 'first'");
    await addArticle(site.db, { slug: 'newer' });
    await site.putFile('article-images/articles/2.png', await drawImage('png'), 'image/png');
    const page = await uploadToTransfer(admin, 'magazine.zip', archive);
    const refused = await admin.post(page, { intent: 'restore', confirmation: 'yes' });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(html).toContain('The site is not empty');
    expect(html).toContain('value="yes"');
    expect(await site.text('/article/first')).toContain('Changed since');

    const confirmation = 'Replace everything';
    // Simulates a double click: two simultaneous restores would delete each other's content.
    const pressed = await Promise.all(
      [1, 2, 3].map(() => admin.post(page, { intent: 'restore', confirmation })),
    );
    expect(pressed.map(({ status }) => status)).toEqual([303, 303, 303]);
    await waitForJobs(site);
    expect(await site.text('/article/first')).toContain('First “things”');
    expect(await site.text('/category/tools')).toContain('First “things”');
    expect((await site.get('/article/newer')).status).toBe(404);
    expect(await site.listFiles('article-images/')).toEqual([IMAGE]);
    const { rows } = await site.db.query("select count(*)::int as jobs from jobs where status = 'done'");
    expect(rows[0].jobs).toBeGreaterThan(0);
  });

  it('that is damaged replaces nothing', async () => {
    await wipe();
    await fillMagazine();
    const archive = await makeArchive();
    const source = { size: archive.length, read: async (at: number, n: number) => archive.slice(at, at + n) };
    const entries = await readDirectory(source);
    const part = entries.find(({ name }) => name === 'data/articles-0001.ndjson');
    if (!part) throw new Error('There is no such part');
    const inside = part.offset + 30 + part.name.length + Math.floor(part.packed / 2);
    archive[inside] = (archive[inside] ?? 0) ^ 0xff;
    const page = await uploadToTransfer(admin, 'damaged.zip', archive);
    const confirmation = 'replace everything';
    expect((await admin.post(page, { intent: 'restore', confirmation })).status).toBe(303);
    await waitForJobs(site);
    expect(await (await admin.get(page)).text()).toContain('The archive is damaged.');
    expect(await site.text('/article/first')).toContain('First “things”');
    expect(await site.listFiles('article-images/')).toEqual([IMAGE]);
  });

  it('with many parts is checked completely before anything is deleted, and restored in steps', async () => {
    await wipe();
    await fillMagazine();
    const of = (table: string, count: number, row: (n: number) => object) =>
      Array.from({ length: count }, (_, n) => {
        const name = `data/${table}-${String(n + 1).padStart(4, '0')}.ndjson`;
        return [name, [{ id: crypto.randomUUID(), ...row(n) }]] as const;
      });
    const parts = Object.fromEntries([
      ...of('tags', 70, (n) => ({ name: `Tag ${n}`, slug: `tag-${n}` })),
      ...of('redirects', 110, (n) => ({ from_path: `/from-${n}`, to_path: `/to-${n}` })),
    ]);
    const restore = async (given: Record<string, readonly (object | string)[]>) => {
      const page = await uploadToTransfer(admin, 'many.zip', await packArchive(given));
      const confirmation = 'replace everything';
      expect((await admin.post(page, { intent: 'restore', confirmation })).status).toBe(303);
      await waitForJobs(site);
      const { rows } = await site.db.query(`
        select key, status from job_items where key not like 'data/%'
          and job_id = (select id from jobs order by created_at desc limit 1) order by id`);
      return { page, steps: rows.map(({ key, status }) => `${key} ${status}`) };
    };
    const damaged = await restore({ ...parts, 'data/redirects-0110.ndjson': ['no row'] });
    expect(damaged.steps).toEqual(['check-1 done', 'check-2 failed']);
    const failedPage = await (await admin.get(damaged.page)).text();
    expect(failedPage).toContain('This job failed.');
    expect(failedPage).toContain('a line is not a valid row');
    expect(await site.text('/article/first')).toContain('First “things”');

    // A job started by an older build is checked completely too.
    await site.db.query(`
      delete from job_items where key = 'check-2';
      update job_items set key = 'clear', input = '{"do": "clear"}', status = 'failed' where key = 'check-1'`);
    const { rows: jobs } = await site.db.query('select id from jobs order by created_at desc limit 1');
    expect((await admin.post(`/admin/jobs/${jobs[0].id}`, { intent: 'retry' })).status).toBe(303);
    await waitForJobs(site);
    const { rows: old } = await site.db.query(
      'select key, status from job_items where job_id = $1 order by id',
      [jobs[0].id],
    );
    expect(old.map(({ key, status }) => `${key} ${status}`)).toEqual(['clear done', 'check-2 failed']);
    expect(await site.text('/article/first')).toContain('First “things”');

    const { steps } = await restore(parts);
    const links = ['check-1', 'check-2', 'wipe', 'clear-files-1', 'begin-1', 'begin-2', 'list-1', 'list-2'];
    expect(steps).toEqual(links.map((key) => `${key} done`));
    expect((await site.get('/article/first')).status).toBe(404);
    const { rows } = await site.db.query(
      'select (select count(*) from tags)::int as tags, (select count(*) from redirects)::int as redirects',
    );
    expect(rows).toEqual([{ tags: 70, redirects: 110 }]);
  });

  it('contains no accounts, passwords, keys or sessions, and is for admins only', async () => {
    await wipe();
    await fillMagazine();
    const { rows } = await site.db.query('select password_hash from users');
    const archive = await makeArchive();
    const source = {
      size: archive.length,
      read: async (offset: number, length: number) => archive.slice(offset, offset + length),
    };
    const entries = await readDirectory(source);
    const texts = await Promise.all(entries.map((entry) => readEntry(source, entry, 10_000_000)));
    const all = texts.map((bytes) => Buffer.from(bytes).toString('utf8')).join('\n');
    expect(all).toContain('reader@x.example');
    for (const secret of [rows[0].password_hash, 'ann@example.com', 'Ann Owner'])
      expect(all).not.toContain(secret);
    const { rows: files } = await site.db.query(
      'select id from transfer_files order by created_at desc limit 1',
    );
    const path = `/admin/transfer/${files[0].id}/download`;
    expect((await site.get(path)).status).toBe(302);
    const part = await admin.get(path, { range: 'bytes=0-3' });
    expect([part.status, await part.text()]).toEqual([206, 'PK\u0003\u0004']);
    const { rows: lines } = await site.db.query(
      `select (select email from users where id = actor_id) as who, subject from audit_log
        where event = 'archive_downloaded' and details ->> 'id' = $1`,
      [files[0].id],
    );
    const line = { who: 'ann@example.com', subject: expect.stringMatching(/\.zip$/) };
    expect(lines).toEqual([line, line]);
    expect(await (await admin.get('/admin/audit')).text()).toContain('downloaded the archive “');
  });

  it('restores sanitized content only', async () => {
    await wipe();
    const evil = await packArchive({
      'data/pages-0001.ndjson': [
        {
          id: crypto.randomUUID(),
          slug: 'evil',
          title: 'E\u0000vil',
          content: '<p>Hi<script>alert(1)</script></p>',
          nonsense: 1,
        },
      ],
      'data/ctas-0001.ndjson': [
        {
          id: crypto.randomUUID(),
          title: 'Join',
          body: '',
          button_label: '',
          button_link: 'javascript:alert(1)',
          active: true,
        },
      ],
      'data/users-0001.ndjson': [{ email: 'evil@x.example' }],
    });
    const page = await uploadToTransfer(admin, 'evil.zip', evil);
    expect((await admin.post(page, { intent: 'restore' })).status).toBe(303);
    await waitForJobs(site);
    const { rows } = await site.db.query(
      'select title, content, (select button_link from ctas) as link from pages',
    );
    expect(rows).toEqual([{ title: 'Evil', content: '<p>Hi</p>', link: '' }]);
    expect((await site.db.query("select from users where email like 'evil%'")).rowCount).toBe(0);
  });
});
