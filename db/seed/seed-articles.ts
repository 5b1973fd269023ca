// Adds thousands of generated articles for measurements. Each batch is a separate transaction: counter rows
// stay locked for at most two seconds, so a running site can still save, and an interrupted run leaves
// whole batches.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { toSlug } from '../../app/lib/slug';
import { writeArticle } from './article-writer';
import { type MagazineToFill, prepareMagazine } from './magazine-to-fill';
import { drawEvenly } from './zipf-lines';

interface SeedArticlesOrder {
  databaseUrl: string;
  /** How many to add. */
  articles: number;
  onProgress: (done: number, total: number, what: string) => void;
}

const BATCH = 2500;
const POPULAR_SHARE = 0.05;
const FEATURED_SHARE = 0.01;
const SEARCH_INDEXES = ['search_documents_lexemes', 'search_vocabulary_trigrams'];
const IMAGED_SHARE = 0.7;

/**
 * Adds generated, published articles.
 * @public dev/seed.ts imports it dynamically
 */
export async function seedArticles({ databaseUrl, articles, onProgress }: SeedArticlesOrder): Promise<void> {
  const client = await connect(databaseUrl);
  try {
    // Two concurrent runs would use the same numbers.
    await client.query(`select pg_advisory_lock(hashtext('seed articles'))`);
    const magazine = await prepareMagazine(client);
    await indexWordsInBulk(client, () => addArticles(databaseUrl, magazine, articles, onProgress));
    await client.query(
      'vacuum (analyze) articles, article_tags, search_documents, search_vocabulary, article_count_entries, published_count_entries',
    );
  } finally {
    await client.end();
  }
}

/**
 * By default the word indexes are updated with each article, so that no search has to read a pending list.
 * For thousands of articles, collecting and merging is ten times as fast.
 */
async function indexWordsInBulk(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  for (const index of SEARCH_INDEXES) await client.query(`alter index ${index} set (fastupdate = on)`);
  try {
    await work();
  } finally {
    for (const index of SEARCH_INDEXES) {
      await client.query(`alter index ${index} set (fastupdate = off)`);
      await client.query(`select gin_clean_pending_list('${index}')`);
    }
  }
}

/** Two connections alternate: one prepares its batch while the other one's indexes are updated. */
async function addArticles(
  databaseUrl: string,
  magazine: MagazineToFill,
  total: number,
  onProgress: SeedArticlesOrder['onProgress'],
): Promise<void> {
  let next = 0;
  let done = 0;
  const work = async () => {
    const client = await connect(databaseUrl);
    try {
      while (next < total) {
        const offset = next;
        const count = Math.min(BATCH, total - offset);
        next += count;
        await insertBatch(client, writeBatch(magazine, offset, count));
        done += count;
        onProgress(done, total, 'articles');
      }
    } catch (error) {
      next = total; // The other connection stops after its current batch.
      throw error;
    } finally {
      await client.end();
    }
  };
  const ends = await Promise.allSettled([work(), work()]);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`set synchronous_commit = off`);
  return client;
}

type ArticleToInsert = ReturnType<typeof writeRow>;

function writeBatch(magazine: MagazineToFill, offset: number, count: number): ArticleToInsert[] {
  return Array.from({ length: count }, (_, index) =>
    writeRow(magazine, magazine.firstNumber + offset + index),
  );
}

function writeRow({ categoryIds, authors, tagIds, earliest, latest }: MagazineToFill, number: number) {
  const { categorySlug, title, summary, content, readTime, dice } = writeArticle(number);
  const author = authors.draw(dice);
  return {
    id: randomUUID(),
    title,
    summary,
    content,
    author: author.name,
    authorId: author.id,
    slug: `${toSlug(title)}-${number}`,
    imageUrl: dice() < IMAGED_SHARE ? `/stock/${categorySlug}-800.webp` : null,
    isFeatured: dice() < FEATURED_SHARE,
    isPopular: dice() < POPULAR_SHARE,
    publishedAt: new Date(earliest + dice() * (latest - earliest)).toISOString(),
    readTime,
    categoryId: categoryIds.get(categorySlug) ?? null,
    tagIds: new Set(Array.from({ length: drawEvenly(dice, [1, 2, 3]) }, () => tagIds.draw(dice))),
  };
}

async function insertBatch(client: pg.ClientBase, batch: ArticleToInsert[]): Promise<void> {
  const column = <K extends keyof ArticleToInsert>(name: K) => batch.map((article) => article[name]);
  await client.query('begin');
  await client.query(
    `insert into articles (id, title, summary, content, author, author_id, slug, image_url, is_featured, is_popular,
      publish_date, first_published_at, created_at, updated_at, read_time, category_id, status)
    select id, title, summary, content, author, author_id, slug, image_url, featured, popular, at, at, at, at, minutes,
      category_id, 'published'
    from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::text[], $8::text[], $9::bool[],
      $10::bool[], $11::timestamptz[], $12::int[], $13::uuid[]) as new (id, title, summary, content, author, author_id, slug,
      image_url, featured, popular, at, minutes, category_id)`,
    [
      column('id'),
      column('title'),
      column('summary'),
      column('content'),
      column('author'),
      column('authorId'),
      column('slug'),
      column('imageUrl'),
      column('isFeatured'),
      column('isPopular'),
      column('publishedAt'),
      column('readTime'),
      column('categoryId'),
    ],
  );
  const tagged = batch.flatMap(({ id, tagIds }) => [...tagIds].map((tagId) => ({ id, tagId })));
  await client.query(
    'insert into article_tags (article_id, tag_id) select * from unnest($1::uuid[], $2::uuid[])',
    [tagged.map(({ id }) => id), tagged.map(({ tagId }) => tagId)],
  );
  await client.query('commit');
}
