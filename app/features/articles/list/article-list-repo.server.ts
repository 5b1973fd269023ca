// SQL for the admin article list: one statement reads a page and the total.
import { articleCounts, articleDocuments, articles } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import type { ArticleStatus } from '../article';
import type { ArticleListQuery, Sort } from './article-list-query';

type Build = Database['build'];

/** A search lists and counts at most this many matches, the newest first. */
export const MAX_MATCHES = 1_000;
/** The newest articles that a search scans one by one before it uses the index for older ones. */
const NEWEST_SCANNED = 4_000;
const NO_ID = '00000000-0000-0000-0000-000000000000';

export type ArticleListRow = Record<string, unknown> & {
  total: number;
  /** This and the following columns are null if the page is empty. */
  id: string | null;
  slug: string;
  title: string;
  summary: string;
  imageUrl: string | null;
  status: ArticleStatus;
  isFeatured: boolean;
  isPopular: boolean;
  membersOnly: boolean;
  categorySlug: string | null;
  category: string | null;
  author: string;
  publishDate: string;
  publishAt: string | null;
  wasPublished: boolean;
  deletedAt: string | null;
};

const KEYS: Record<Exclude<Sort, 'status'>, SQL> = {
  created: sql`a.created_at`,
  title: sql`lower(a.title)`,
  category: sql`lower(c.name)`,
  author: sql`lower(a.author)`,
  date: sql`a.publish_date`,
};

/** `ownerId` limits the list to one account's articles, for authors. */
export type OwnedListQuery = ArticleListQuery & { ownerId: string | null };

/** Matches the indexes. In the Trash, `created` sorts by deletion time. */
function orderOf({ sort, order, view }: ArticleListQuery): SQL {
  const direction = sql.raw(order);
  if (sort === 'status') {
    const others = sql.raw(order === 'asc' ? 'desc' : 'asc');
    return sql`a.status ${direction}, a.created_at ${others}, a.id ${others}`;
  }
  const key = sort === 'created' && view === 'trash' ? sql`a.deleted_at` : KEYS[sort];
  return sql`${key} ${direction}, a.id ${direction}`;
}

function filterOf({ view, status, categoryId, ownerId }: OwnedListQuery): SQL {
  const parts = [view === 'trash' ? sql`a.deleted_at is not null` : sql`a.deleted_at is null`];
  if (ownerId) parts.push(sql`a.owner_id = ${ownerId}::uuid`);
  if (status !== 'all') parts.push(sql`a.status = ${status}`);
  if (categoryId === 'none') parts.push(sql`a.category_id is null`);
  else if (categoryId !== 'all') parts.push(sql`a.category_id = ${categoryId}::uuid`);
  return sql.join(parts, sql` and `);
}

/**
 * Uses counters maintained by triggers, so that the cost doesn't depend on the number of articles. An
 * author's articles are few and are counted directly.
 */
function countedTotal(query: OwnedListQuery): SQL {
  const { view, status, categoryId, ownerId } = query;
  if (ownerId) return sql`select count(*)::int as total from ${articles} a where ${filterOf(query)}`;
  const parts = [view === 'trash' ? sql`n.status = 'trash'` : sql`n.status <> 'trash'`];
  if (status !== 'all') parts.push(sql`n.status = ${status}`);
  if (categoryId === 'none') parts.push(sql`n.category_id is null`);
  else if (categoryId !== 'all') parts.push(sql`n.category_id = ${categoryId}::uuid`);
  return sql`select coalesce(sum(n.total), 0)::int as total from ${articleCounts} n where ${sql.join(parts, sql` and `)}`;
}

/** The rows of the page, or one row with only the total if there are none. */
export function selectArticleListPage(build: Build, query: OwnedListQuery) {
  const order = orderOf(query);
  const { sources, from, where, total } = query.search ? searched(query) : unsearched(query);
  const withCategory =
    query.sort === 'category' ? sql`left join ${categories} c on c.id = a.category_id` : sql``;
  // Select ids first and join afterwards, so that a deep page skips index entries instead of rows.
  return build.execute<ArticleListRow>(sql`
    with ${sources} found as materialized (${total}), page as materialized (
      select a.id from ${from} ${withCategory} where ${where}
      order by ${order} limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}
    )
    select found.total, a.id, a.slug, a.title, a.summary, a.image_url as "imageUrl", a.status, a.is_featured as "isFeatured",
      a.is_popular as "isPopular", a.members_only as "membersOnly", c.slug as "categorySlug", c.name as "category", a.author, a.publish_date as "publishDate",
      a.publish_at as "publishAt", a.first_published_at is not null as "wasPublished", a.deleted_at as "deletedAt"
    from found left join page on true left join ${articles} a on a.id = page.id
    left join ${categories} c on c.id = a.category_id
    order by ${order}`);
}

interface Sources {
  sources: SQL;
  from: SQL;
  where: SQL;
  total: SQL;
}

function unsearched(query: OwnedListQuery): Sources {
  return { sources: sql``, from: sql`${articles} a`, where: filterOf(query), total: countedTotal(query) };
}

/**
 * Searches in two ways; the second runs only if the first does not find enough. Frequent words are found
 * fastest by scanning back from the newest article, rare ones with the trigram index. The index needs at
 * least three characters: for shorter text, articles older than the scanned ones are searched by title only.
 */
function searched(query: OwnedListQuery): Sources {
  const where = filterOf(query);
  const most = MAX_MATCHES + 1;
  const sources = sql`
    typed_text as materialized (
      select text, '%' || regexp_replace(text, '([\\\\%_])', '\\\\\\1', 'g') || '%' as pattern, text ~ '[[:alnum:]]{3}' as is_long
      from (select search_normal(${query.search}) as text) as typed
    ), edge as materialized (
      -- The oldest scanned article; before all times if there are fewer articles.
      select coalesce(e.created_at, '-infinity') as created_at, coalesce(e.id, ${NO_ID}) as id
      from (select 1) as one left join lateral (
        select a.created_at, a.id from ${articles} a where ${where}
        order by a.created_at desc, a.id desc offset ${NEWEST_SCANNED} limit 1) as e on true
    ), containing as materialized (
      -- Empty if the scan covered all articles.
      select d.article_id from ${articleDocuments} d
      where (select is_long from typed_text) and (select id from edge) <> ${NO_ID} and d.document like (select pattern from typed_text)
      union all
      select a.id from ${articles} a
      where not (select is_long from typed_text) and (select id from edge) <> ${NO_ID} and lower(a.title) like (select pattern from typed_text)
    ), matches as materialized (
      (select a.id from ${articles} a join ${articleDocuments} d on d.article_id = a.id
        where ${where} and (select text from typed_text) <> '' and strpos(d.document, (select text from typed_text)) > 0
          and (a.created_at, a.id) > (select created_at, id from edge)
        order by a.created_at desc, a.id desc limit ${most})
      union all
      (select a.id from containing cross join lateral (
          select a.id, a.created_at from ${articles} a
          where a.id = containing.article_id and ${where} and (select text from typed_text) <> ''
            and (a.created_at, a.id) <= (select created_at, id from edge) offset 0) as a
        order by a.created_at desc, a.id desc limit ${most})
      limit ${most}
    ), `;
  return {
    sources,
    from: sql`(select id from matches limit ${MAX_MATCHES}) m join ${articles} a on a.id = m.id`,
    where: sql`true`,
    total: sql`select count(*)::int as total from matches`,
  };
}

export function selectArticleCounts(build: Build, ownerId: string | null) {
  if (ownerId)
    return build.execute<{ articles: number; trash: number }>(sql`
      select count(*) filter (where deleted_at is null)::int as articles,
        count(*) filter (where deleted_at is not null)::int as trash
      from ${articles} where owner_id = ${ownerId}::uuid`);
  return build.execute<{ articles: number; trash: number }>(sql`
    select coalesce(sum(total) filter (where status <> 'trash'), 0)::int as articles,
      coalesce(sum(total) filter (where status = 'trash'), 0)::int as trash from ${articleCounts}`);
}

export function selectCategoryNames(build: Build) {
  return build
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .orderBy(asc(categories.name));
}

/** Titles for a dialog. */
export function selectTitles(build: Build, ids: readonly string[], ownerId: string | null) {
  return build
    .select({ id: articles.id, title: articles.title, deletedAt: articles.deletedAt })
    .from(articles)
    .where(and(inArray(articles.id, [...ids]), ownerId ? eq(articles.ownerId, ownerId) : undefined))
    .orderBy(asc(articles.title));
}
