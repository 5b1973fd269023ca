// Exports a large magazine as an archive, restores it, and imports one of the same size from WordPress.
// Checks that nothing is missing and reports the time and the worker's memory.
//   npx tsx tests/bench/archives.ts [articles] [images] [tags]
import { seedArticles } from 'db/seed/seed-articles';
import { UPLOAD_PART_BYTES } from '~/features/transfer/files/transfer-file';
import { drawImage } from '../support/images';
import type { Site } from '../support/site/site';
import type { Visitor } from '../support/visitor';
import { type OwnMagazine, withMagazine } from './measure/own-magazine';
import { findWorkerd, memoryOf } from './measure/processor-time';
import { formatTable, tableText } from './measure/table';

const [articles = 20_000, images = articles, given = 2_000] = process.argv.slice(2).map(Number);
/** Each tag is used by at least one article. */
const tags = Math.min(given, articles);
const SAMPLE_MS = 500;

const rows: string[][] = [];
try {
  await withMagazine(measure);
} finally {
  process.stdout.write(`${formatTable(['', 'seconds', 'workerd MB before', 'peak', 'after'], rows)}\n`);
}

async function measure({ site, admin }: OwnMagazine): Promise<void> {
  await fill(site);
  const before = await count(site);

  const made = await admin.post('/admin/transfer', { intent: 'export' });
  const page = made.headers.get('location') ?? '';
  await watchJob(site, 'export');
  const [{ bytes }] = (await site.db.query('select bytes from transfer_files')).rows;
  console.log(`The archive has ${tableText(Number(bytes) / 1024 / 1024)} MB.`);

  await admin.post(page, { intent: 'restore', confirmation: 'replace everything' });
  await watchJob(site, 'restore');
  printCounts('restored', before, await count(site));

  const file = await upload(site, admin, 'office.xml', writeWxr());
  await watchJob(site, 'look');
  await admin.post(file, {
    intent: 'import',
    siteUrl: 'https://office.example',
    redirects: 'on',
    ...choices(),
  });
  await watchJob(site, 'import');
  const again = await admin.get(file);
  console.log(
    `The form to import again: ${again.status}, ${tableText((await again.text()).length / 1024)} kB.`,
  );
  const after = await count(site);
  printCounts(
    'imported',
    {
      ...before,
      articles: before.articles + articles,
      revisions: before.revisions + articles,
      tags: before.tags + tags,
    },
    after,
  );
}

interface Counts extends Record<string, number> {
  articles: number;
  tags: number;
  media: number;
  revisions: number;
}

async function count(site: Site): Promise<Counts> {
  const { rows } = await site.db.query<Counts>(
    `select (select count(*)::int from articles) as articles, (select count(*)::int from tags) as tags,
       (select count(*)::int from media) as media, (select count(*)::int from article_revisions) as revisions`,
  );
  return rows[0] as Counts;
}

function printCounts(what: string, expected: Counts, found: Counts): void {
  const isAll = Object.entries(expected).every(([name, total]) => found[name] === total);
  console.log(
    `${what}: ${JSON.stringify(found)}, ${isAll ? 'complete' : `NOT COMPLETE, expected ${JSON.stringify(expected)}`}`,
  );
}

/** Creates generated articles, each with an image in the library and two versions in its history. */
async function fill(site: Site): Promise<void> {
  await seedArticles({ databaseUrl: site.databaseUrl, articles, onProgress: () => {} });
  const bytes = await drawImage('jpeg', { width: 1200, height: 800 });
  const key = (n: number) => `article-images/articles/${1_700_000_000_000 + n}.jpg`;
  for (let from = 0; from < images; from += 20) {
    const some = Array.from({ length: Math.min(20, images - from) }, (_, i) => key(from + i));
    await Promise.all(some.map((each) => site.putFile(each, bytes, 'image/jpeg')));
  }
  await site.db.query(
    `insert into media (key, name, content_type, bytes, width, height)
     select 'article-images/articles/' || (1700000000000 + n) || '.jpg', 'one.jpg', 'image/jpeg', $2, 1200, 800
     from generate_series(0, $1::int - 1) n`,
    [images, bytes.length],
  );
  await site.db.query(
    `insert into article_revisions (article_id, version, cause, snapshot)
     select id, n, 'editor', jsonb_build_object('title', title, 'content', content) from articles, generate_series(1, 2) n`,
  );
  await site.db.query('vacuum (analyze)');
}

/** Waits for the running job while sampling the worker's memory, and prints failed items. */
async function watchJob(site: Site, name: string): Promise<void> {
  const worker = findWorkerd();
  const began = Date.now();
  const start = memoryOf(worker);
  let peak = start;
  for (;;) {
    peak = Math.max(peak, memoryOf(worker));
    const { rows: running } = await site.db.query("select 1 from jobs where status = 'running'");
    if (running.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
  }
  const seconds = (Date.now() - began) / 1000;
  const line = [name, tableText(seconds, 1), tableText(start), tableText(peak), tableText(memoryOf(worker))];
  rows.push(line);
  console.log(line.join('  '));
  const { rows: failed } = await site.db.query(
    `select job.status, job.reason as "jobReason", item.key, item.reason from jobs job
       left join job_items item on item.job_id = job.id and item.status = 'failed'
     where item.id is not null or job.status <> 'done' limit 5`,
  );
  if (failed.length > 0) console.log('FAILED', failed);
}

async function upload(site: Site, admin: Visitor, name: string, bytes: Buffer): Promise<string> {
  const cookie = [...admin.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const step = (query: string, body: string | Uint8Array, contentType: string) => {
    const headers = { cookie, origin: site.url, 'content-type': contentType };
    return site.get(`/admin/transfer/upload?${query}`, { method: 'POST', body: body as BodyInit, headers });
  };
  const form = 'application/x-www-form-urlencoded';
  const begun = await step('step=begin', `name=${name}&size=${bytes.length}`, form);
  const { id } = (await begun.json()) as { id: string };
  for (let number = 1; (number - 1) * UPLOAD_PART_BYTES < bytes.length; number += 1) {
    const part = bytes.subarray((number - 1) * UPLOAD_PART_BYTES, number * UPLOAD_PART_BYTES);
    await step(`step=part&id=${id}&number=${number}`, part, 'application/octet-stream');
  }
  const ended = await step(`step=finish&id=${id}`, `size=${bytes.length}`, form);
  if (!ended.ok) throw new Error(await ended.text());
  console.log(`The WordPress export has ${tableText(bytes.length / 1024 / 1024)} MB.`);
  return `/admin/transfer/${id}`;
}

/** Every tag becomes a tag; there is one author. */
function choices(): Record<string, string> {
  const terms = Array.from({ length: tags }, (_, n) => [`term-${n}`, 'tag:new'] as const);
  return { ...Object.fromEntries(terms), 'author-0': 'Mira Köhler' };
}

function writeWxr(): Buffer {
  const paragraph = `<p>${'Clients expect an answer within the day, and a bill within the month. '.repeat(6)}</p>\n`;
  const items = Array.from({ length: articles }, (_, n) => {
    const named = [n % tags, (n * 7) % tags].map(
      (tag) => `<category domain="post_tag" nicename="t-${tag}">T ${tag}</category>`,
    );
    return `<item><title>Imported story ${n}</title><link>https://office.example/story-${n}/</link>
<dc:creator>mira</dc:creator><content:encoded><![CDATA[${paragraph.repeat(8)}]]></content:encoded>
<wp:post_id>${n + 1}</wp:post_id><wp:post_date_gmt>2021-03-04 09:05:06</wp:post_date_gmt><wp:post_name>imported-${n}</wp:post_name>
<wp:status>publish</wp:status><wp:post_type>post</wp:post_type>${named.join('')}</item>\n`;
  });
  const head =
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:content="c" xmlns:dc="d" xmlns:wp="w"><channel>';
  return Buffer.from(
    `${head}<title>The Corner Office</title><link>https://office.example</link>\n${items.join('')}</channel></rss>`,
  );
}
