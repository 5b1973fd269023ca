// SQL for feeds and sitemaps. Every statement selects published articles only.
import { isPublic } from 'db/public-articles';
import { publicContentOf } from 'db/public-content';
import { articleCounts, articles, authors, publishedCounts } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { pages } from 'db/schema/site';
import { articleTags, tags } from 'db/schema/tags';
import { and, asc, desc, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';

type Build = Database['build'];

const newestFirst = [desc(articles.firstPublishedAt), desc(articles.id)];

/**
 * The articles first published most recently, with public content; of one category if `categorySlug` is
 * given.
 */
export function selectFeedArticles(build: Build, limit: number, categorySlug?: string) {
  const isMember =
    categorySlug === undefined ? undefined : sql`${articles.id} in ${newestIds(categorySlug, limit)}`;
  return build
    .select({
      id: articles.id,
      slug: articles.slug,
      title: articles.title,
      summary: articles.summary,
      content: publicContentOf(),
      membersOnly: articles.membersOnly,
      author: articles.author,
      authorSlug: authors.slug,
      imageUrl: articles.imageUrl,
      categorySlug: categories.slug,
      categoryName: categories.name,
      tags: sql<
        { slug: string; name: string }[]
      >`coalesce((select json_agg(json_build_object('slug', t.slug, 'name', t.name)
        order by t.name) from ${articleTags} at join ${tags} t on t.id = at.tag_id where at.article_id = ${articles.id}), '[]')`,
      publishDate: articles.publishDate,
      firstPublishedAt: articles.firstPublishedAt,
      updatedAt: articles.updatedAt,
    })
    .from(articles)
    .leftJoin(categories, eq(categories.id, articles.categoryId))
    .leftJoin(authors, eq(authors.id, articles.authorId))
    .where(and(isPublic, isMember))
    .orderBy(...newestFirst)
    .limit(limit);
}

/**
 * Ids of the newest articles of a category. The planner scans back from the newest article until it has
 * `limit` matches. The outer limit is the category's article count, so that the scan stops early for
 * categories with few or no articles.
 */
function newestIds(categorySlug: string, limit: number): SQL {
  const categoryId = sql`(select c.id from ${categories} c where c.slug = ${categorySlug})`;
  return sql`(select newest.id from (
      select a.id from ${articles} a
      where a.status = 'published' and a.deleted_at is null and a.category_id = ${categoryId}
      order by a.first_published_at desc, a.id desc limit ${limit}
    ) as newest limit (
      select coalesce(sum(ac.total), 0) from ${articleCounts} ac
      where ac.status = 'published' and ac.category_id = ${categoryId}))`;
}

/** The articles first published most recently, without content; only since `since` if it is given. */
export function selectHeadlines(build: Build, limit: number, since?: Date) {
  return build
    .select({
      id: articles.id,
      slug: articles.slug,
      title: articles.title,
      summary: articles.summary,
      publishDate: articles.publishDate,
      firstPublishedAt: articles.firstPublishedAt,
    })
    .from(articles)
    .where(and(isPublic, since ? gte(articles.firstPublishedAt, since) : undefined))
    .orderBy(...newestFirst)
    .limit(limit);
}

/**
 * A slice of all articles, first published first, so that a new article changes only the last slice. Selects
 * ids first and joins afterwards, so that the offset skips index entries instead of rows.
 */
export function selectSitemapSlice(build: Build, limit: number, offset: number) {
  const oldestFirst = [asc(articles.firstPublishedAt), asc(articles.id)];
  const ids = build
    .select({ id: articles.id })
    .from(articles)
    .where(isPublic)
    .orderBy(...oldestFirst)
    .limit(limit)
    .offset(offset);
  return build
    .select({
      slug: articles.slug,
      imageUrl: articles.imageUrl,
      categorySlug: categories.slug,
      updatedAt: articles.updatedAt,
    })
    .from(articles)
    .leftJoin(categories, eq(categories.id, articles.categoryId))
    .where(sql`${articles.id} in ${ids}`)
    .orderBy(...oldestFirst);
}

/** The protocol allows 50,000 URLs per file. */
const MAX_PAGES = 49_000;

/**
 * Categories, tags and authors with published articles, and static pages. `kind` is the first segment of the
 * path.
 */
export function selectListingPages(build: Build) {
  return build.execute<{
    kind: 'category' | 'tag' | 'author' | 'page';
    slug: string;
    updatedAt: string | null;
  }>(sql`
    select kind, slug, "updatedAt" from (
      select 1 as place, 'category' as kind, c.slug, null::timestamptz as "updatedAt" from ${categories} c
        where exists (select 1 from ${articleCounts} ac
          where ac.category_id = c.id and ac.status = 'published' and ac.total > 0)
      union all
      select 2, 'tag', t.slug, null from ${publishedCounts} pc join ${tags} t on t.id = pc.owner_id
        where pc.kind = 'tag' and pc.total > 0
      union all
      select 3, 'author', au.slug, null from ${publishedCounts} pc join ${authors} au on au.id = pc.owner_id
        where pc.kind = 'author' and pc.total > 0
      union all
      select 4, 'page', p.slug, p.updated_at from ${pages} p
    ) as listed order by place, slug limit ${MAX_PAGES}`);
}

/** Categories with published articles, by name. */
export function selectNonEmptyCategories(build: Build) {
  return build
    .select({ slug: categories.slug, name: categories.name, description: categories.description })
    .from(categories)
    .innerJoin(
      articleCounts,
      and(eq(articleCounts.categoryId, categories.id), eq(articleCounts.status, sql`'published'`)),
    )
    .where(sql`${articleCounts.total} > 0`)
    .orderBy(asc(categories.name));
}
