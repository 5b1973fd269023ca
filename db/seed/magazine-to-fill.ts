// What generated articles need: categories, authors, tags, free slug numbers and a free period of time.
import type pg from 'pg';
import { toSlug } from '../../app/lib/slug';
import { DEMO_CATEGORIES, DEMO_TAGS } from './demo-taxonomy';
import { readDemoArticles } from './demo-texts';
import { type DrawableLines, zipfLines } from './zipf-lines';

export interface MagazineToFill {
  categoryIds: ReadonlyMap<string, string>;
  authors: DrawableLines<{ id: string; name: string }>;
  tagIds: DrawableLines<string>;
  /** Suffix of the first new slug. Further slugs count up from it. */
  firstNumber: number;
  /** Earliest and latest publication time, in milliseconds since 1970. */
  earliest: number;
  latest: number;
}

const YEARS = 10;

/** Finds these rows and creates missing ones, so that an empty site can be filled too. */
export async function prepareMagazine(client: pg.ClientBase): Promise<MagazineToFill> {
  const categories = DEMO_CATEGORIES.filter(({ slug }) => slug !== 'interviews');
  await addMissing(client, 'categories', categories);
  await addMissing(client, 'tags', DEMO_TAGS);
  const { rows: anyAuthor } = await client.query('select from authors limit 1');
  if (anyAuthor.length === 0) await addMissing(client, 'authors', demoAuthors());

  const { rows: found } = await client.query<{ id: string; slug: string }>(
    'select id, slug from categories where slug = any($1)',
    [categories.map(({ slug }) => slug)],
  );
  const { rows: authors } = await client.query<{ id: string; name: string }>(
    'select id, name from authors order by slug',
  );
  const { rows: tags } = await client.query<{ id: string }>('select id from tags order by slug');
  return {
    categoryIds: new Map(found.map(({ id, slug }) => [slug, id])),
    authors: zipfLines(authors),
    tagIds: zipfLines(tags.map(({ id }) => id)),
    ...(await findGap(client)),
  };
}

function demoAuthors(): { name: string; slug: string }[] {
  const names = new Set(readDemoArticles().map(({ author }) => author));
  return [...names].map((name) => ({ name, slug: toSlug(name) }));
}

async function addMissing(
  client: pg.ClientBase,
  table: 'categories' | 'tags' | 'authors',
  rows: readonly { name: string; slug: string }[],
): Promise<void> {
  const lists = [rows.map(({ name }) => name), rows.map(({ slug }) => slug)];
  await client.query(
    `insert into ${table} (name, slug) select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
    lists,
  );
}

/**
 * Generated articles end half a year before the newest written article, so that the home page does not
 * change. They are recognized by the number at the end of their slug; an editor's article with such a slug
 * only moves the period.
 */
async function findGap(
  client: pg.ClientBase,
): Promise<Pick<MagazineToFill, 'firstNumber' | 'earliest' | 'latest'>> {
  const { rows } = await client.query<{ last_number: string; latest: Date; earliest: Date }>(`
    select coalesce(max(substring(slug from '-([0-9]{1,9})$')::bigint), 0) as last_number,
      coalesce(max(publish_date) filter (where slug !~ '-[0-9]+$' and status = 'published' and deleted_at is null), now())
        - interval '6 months' as latest,
      now() - interval '${YEARS} years' as earliest
    from articles`);
  const [gap] = rows;
  if (!gap) throw new Error('PostgreSQL answered an aggregate without a row.');
  const latest = gap.latest.getTime();
  // A site whose newest article is ten years old still gets a period to fill.
  const earliest = Math.min(gap.earliest.getTime(), latest - 365 * 86_400_000);
  return { firstNumber: Number(gap.last_number) + 1, earliest, latest };
}
