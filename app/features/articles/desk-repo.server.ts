// The SQL of the newsroom's article list: a page of it with its total, in one statement.
import { articleCounts, articleDocuments, articles } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import type { ArticleStatus } from './article-status';
import type { DeskQuery, Sort } from './desk-query';

type Build = Database['build'];

/** A search counts and lists so many matches, the newest; whoever finds more narrows it. */
export const MOST_MATCHES = 1_000;
/** So many of the newest articles are looked through one by one before the index is asked for the rest. */
const NEWEST_WALKED = 4_000;
const NO_ID = '00000000-0000-0000-0000-000000000000';

export type DeskRow = Record<string, unknown> & {
  total: number;
  /** Null, with all that follows, when the page is empty. */
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

/** `ownerId`: of one account's articles alone, as an author sees them. */
export type Asked = DeskQuery & { ownerId: string | null };

/** As in the indexes. In the Trash, `created` means when an article came there. */
function orderOf({ sort, order, view }: DeskQuery): SQL {
  const direction = sql.raw(order);
  if (sort === 'status') {
    const others = sql.raw(order === 'asc' ? 'desc' : 'asc');
    return sql`a.status ${direction}, a.created_at ${others}, a.id ${others}`;
  }
  const key = sort === 'created' && view === 'trash' ? sql`a.deleted_at` : KEYS[sort];
  return sql`${key} ${direction}, a.id ${direction}`;
}

function filterOf({ view, status, categoryId, ownerId }: Asked): SQL {
  const parts = [view === 'trash' ? sql`a.deleted_at is not null` : sql`a.deleted_at is null`];
  if (ownerId) parts.push(sql`a.owner_id = ${ownerId}::uuid`);
  if (status !== 'all') parts.push(sql`a.status = ${status}`);
  if (categoryId === 'none') parts.push(sql`a.category_id is null`);
  else if (categoryId !== 'all') parts.push(sql`a.category_id = ${categoryId}::uuid`);
  return sql.join(parts, sql` and `);
}

/** From the counters that triggers keep: it costs the same for any number of articles. One author's are few, and counted. */
function countedTotal(query: Asked): SQL {
  const { view, status, categoryId, ownerId } = query;
  if (ownerId) return sql`select count(*)::int as total from ${articles} a where ${filterOf(query)}`;
  const parts = [view === 'trash' ? sql`n.status = 'trash'` : sql`n.status <> 'trash'`];
  if (status !== 'all') parts.push(sql`n.status = ${status}`);
  if (categoryId === 'none') parts.push(sql`n.category_id is null`);
  else if (categoryId !== 'all') parts.push(sql`n.category_id = ${categoryId}::uuid`);
  return sql`select coalesce(sum(n.total), 0)::int as total from ${articleCounts} n where ${sql.join(parts, sql` and `)}`;
}

/** The page's rows, or one row with the total alone when there are none. */
export function selectDeskPage(build: Build, query: Asked) {
  const order = orderOf(query);
  const { sources, from, where, total } = query.search ? searched(query) : unsearched(query);
  const withCategory =
    query.sort === 'category' ? sql`left join ${categories} c on c.id = a.category_id` : sql``;
  // Ids first, rows after: a deep page skips index entries and not rows.
  return build.execute<DeskRow>(sql`
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

function unsearched(query: Asked): Sources {
  return { sources: sql``, from: sql`${articles} a`, where: filterOf(query), total: countedTotal(query) };
}

/**
 * Two ways, the second only if the first does not find enough: a common word is found soonest by walking back from the
 * newest article, a rare one by the trigram index. That index knows nothing shorter than three letters: for these,
 * articles behind the walk are searched by their titles alone.
 */
function searched(query: Asked): Sources {
  const where = filterOf(query);
  const most = MOST_MATCHES + 1;
  const sources = sql`
    words as materialized (
      select text, '%' || regexp_replace(text, '([\\\\%_])', '\\\\\\1', 'g') || '%' as pattern, text ~ '[[:alnum:]]{3}' as is_long
      from (select search_normal(${query.search}) as text) as typed
    ), edge as materialized (
      -- Where the walk ends; before all time when there are not as many articles.
      select coalesce(e.created_at, '-infinity') as created_at, coalesce(e.id, ${NO_ID}) as id
      from (select 1) as one left join lateral (
        select a.created_at, a.id from ${articles} a where ${where}
        order by a.created_at desc, a.id desc offset ${NEWEST_WALKED} limit 1) as e on true
    ), containing as materialized (
      -- Nothing when the walk saw all there is.
      select d.article_id from ${articleDocuments} d
      where (select is_long from words) and (select id from edge) <> ${NO_ID} and d.document like (select pattern from words)
      union all
      select a.id from ${articles} a
      where not (select is_long from words) and (select id from edge) <> ${NO_ID} and lower(a.title) like (select pattern from words)
    ), matches as materialized (
      (select a.id from ${articles} a join ${articleDocuments} d on d.article_id = a.id
        where ${where} and (select text from words) <> '' and strpos(d.document, (select text from words)) > 0
          and (a.created_at, a.id) > (select created_at, id from edge)
        order by a.created_at desc, a.id desc limit ${most})
      union all
      (select a.id from containing cross join lateral (
          select a.id, a.created_at from ${articles} a
          where a.id = containing.article_id and ${where} and (select text from words) <> ''
            and (a.created_at, a.id) <= (select created_at, id from edge) offset 0) as a
        order by a.created_at desc, a.id desc limit ${most})
      limit ${most}
    ), `;
  return {
    sources,
    from: sql`(select id from matches limit ${MOST_MATCHES}) m join ${articles} a on a.id = m.id`,
    where: sql`true`,
    total: sql`select count(*)::int as total from matches`,
  };
}

export function selectCounts(build: Build, ownerId: string | null) {
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

/** What a dialog is about. */
export function selectTitles(build: Build, ids: readonly string[], ownerId: string | null) {
  return build
    .select({ id: articles.id, title: articles.title, deletedAt: articles.deletedAt })
    .from(articles)
    .where(and(inArray(articles.id, [...ids]), ownerId ? eq(articles.ownerId, ownerId) : undefined))
    .orderBy(asc(articles.title));
}
