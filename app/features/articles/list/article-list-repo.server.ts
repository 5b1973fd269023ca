// SQL for the admin article list: one statement reads a page and the total.
import { authorNamesOf } from 'db/article-authors';
import { articleCounts, articles } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { articleReading } from 'db/schema/readership';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { toSearchTerms } from '~/lib/search-terms';
import type { Build } from '~/platform/context';
import type { ArticleStatus } from '../article';
import type { ArticleListQuery, Sort } from './article-list-query';
import type { ArticleChoice } from './article-list-view';

/** A search lists and counts at most this many matches, the newest first. */
export const MAX_MATCHES = 1_000;

export type ArticleListRow = Record<string, unknown> & {
  total: number;
  /** The words that were searched instead of mistyped ones, or null. */
  corrected: string | null;
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
  authors: string[];
  publishDate: string;
  publishAt: string | null;
  wasPublished: boolean;
  deletedAt: string | null;
  /** Of the last 28 days. */
  views: number;
  minutes: number;
};

const KEYS: Record<Exclude<Sort, 'status'>, SQL> = {
  created: sql`a.created_at`,
  title: sql`lower(a.title)`,
  category: sql`lower(c.name)`,
  author: sql`lower(a.author)`,
  date: sql`a.publish_date`,
  views: sql`r.views_28`,
  minutes: sql`r.engaged_28`,
};

/** `ownerId` limits the list to one account's articles, for authors. */
export type OwnedListQuery = ArticleListQuery & { ownerId: string | null };

/** Matches the indexes. In the Trash, `created` sorts by deletion time. */
function orderOf(query: ArticleListQuery): SQL {
  const { sort, order, view } = query;
  const direction = sql.raw(order);
  if (sort === 'status') {
    const others = sql.raw(order === 'asc' ? 'desc' : 'asc');
    return sql`a.status ${direction}, a.created_at ${others}, a.id ${others}`;
  }
  const key = sort === 'created' && view === 'trash' ? sql`a.deleted_at` : KEYS[sort];
  // The index on the sums has a single order: most first, then by id.
  if (isByReading(query)) {
    const others = sql.raw(order === 'asc' ? 'desc' : 'asc');
    return sql`${key} ${direction}, r.article_id ${others}`;
  }
  return sql`${key} ${direction}, a.id ${direction}`;
}

const isByReading = ({ sort }: ArticleListQuery) => sort === 'views' || sort === 'minutes';

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
  if (ownerId)
    return sql`select count(*)::int as total, null as corrected from ${articles} a where ${filterOf(query)}`;
  const parts = [view === 'trash' ? sql`n.status = 'trash'` : sql`n.status <> 'trash'`];
  if (status !== 'all') parts.push(sql`n.status = ${status}`);
  if (categoryId === 'none') parts.push(sql`n.category_id is null`);
  else if (categoryId !== 'all') parts.push(sql`n.category_id = ${categoryId}::uuid`);
  return sql`select coalesce(sum(n.total), 0)::int as total, null as corrected from ${articleCounts} n where ${sql.join(parts, sql` and `)}`;
}

/** The rows of the page, or one row with only the total if there are none. */
export function selectArticleListPage(build: Build, query: OwnedListQuery) {
  const order = orderOf(query);
  const { sources, from, where, total } = query.search ? searched(query) : unsearched(query);
  const withCategory =
    query.sort === 'category'
      ? sql`left join ${categories} c on c.id = a.category_id`
      : isByReading(query)
        ? sql`join ${articleReading} r on r.article_id = a.id`
        : sql``;
  // Select ids first and join afterwards, so that a deep page skips index entries instead of rows.
  return build.execute<ArticleListRow>(sql`
    with ${sources} found as materialized (${total}), page as materialized (
      select a.id from ${from} ${withCategory} where ${where}
      order by ${order} limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}
    )
    select found.total, found.corrected, a.id, a.slug, a.title, a.summary, a.image_url as "imageUrl", a.status, a.is_featured as "isFeatured",
      a.is_popular as "isPopular", a.members_only as "membersOnly", c.slug as "categorySlug", c.name as "category", ${authorNamesOf('a')} as authors, a.publish_date as "publishDate",
      a.publish_at as "publishAt", a.first_published_at is not null as "wasPublished", a.deleted_at as "deletedAt",
      coalesce(r.views_28, 0) as views, coalesce(round(r.engaged_28 / 60.0), 0)::int as minutes
    from found left join page on true left join ${articles} a on a.id = page.id
    left join ${articleReading} r on r.article_id = a.id
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

/** Lists what the site's search finds, in all statuses. Typing searches too, so the last word may be unfinished. */
function searched(query: OwnedListQuery): Sources {
  const { view, status, categoryId, ownerId, search } = query;
  const options = {
    everything: true,
    ids: true,
    sort: 'date',
    typing: true,
    take: 0,
    ...(view === 'trash' && { trash: true }),
    ...(status !== 'all' && { status }),
    ...(categoryId === 'none' && { uncategorized: true }),
    ...(categoryId !== 'all' && categoryId !== 'none' && { category: categoryId }),
    ...(ownerId && { owner: ownerId }),
  };
  const terms = JSON.stringify(toSearchTerms(search));
  return {
    sources: sql`answer as materialized (
      select search_articles(${search}, ${terms}::jsonb, ${JSON.stringify(options)}::jsonb) as value), `,
    from: sql`answer, jsonb_array_elements_text(value -> 'ids') as m (id) join ${articles} a on a.id = m.id::uuid`,
    where: sql`true`,
    total: sql`select (value ->> 'total')::int + (value ->> 'more')::boolean::int as total, value ->> 'corrected' as corrected from answer`,
  };
}

/** The number of articles that the command palette offers. */
const MAX_CHOICES = 8;

/** The best matches, found like those of the list but ordered by relevance. */
export function selectArticleChoices(
  build: Build,
  search: string,
  { ownerId, withPublished }: { ownerId: string | null; withPublished: boolean },
) {
  const options = {
    everything: true,
    typing: true,
    take: MAX_CHOICES,
    ...(ownerId && { owner: ownerId }),
    ...(withPublished && { published: true }),
  };
  const terms = JSON.stringify(toSearchTerms(search));
  return build.execute<Record<string, unknown> & ArticleChoice>(sql`
    select a.id, a.slug, a.title, a.status
    from jsonb_array_elements(search_articles(${search}, ${terms}::jsonb, ${JSON.stringify(options)}::jsonb) -> 'rows')
      with ordinality as m (row, place)
    join ${articles} a on a.id = (m.row ->> 'id')::uuid
    where m.row ->> 'kind' <> 'closest'
    order by m.place
    limit ${MAX_CHOICES}`);
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
