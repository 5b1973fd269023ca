// SQL for feeds and sitemaps. Every statement selects published articles only.
import { coauthorsOf } from 'db/article-authors';
import { isPublic } from 'db/public-articles';
import { syndicatedContentOf } from 'db/public-content';
import { articleCoauthors, articleCounts, articles, authors, publishedCounts } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { pages } from 'db/schema/site';
import { articleTags, tags } from 'db/schema/tags';
import { type AnyColumn, and, asc, desc, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';

/** Neither hidden from search engines nor a copy of another page (its canonical URL). */
const isListed = ({ seo }: { seo: AnyColumn | SQL }) =>
  sql`not ${seo} ?| array['hideFromSearch', 'canonicalUrl']`;

const describing = sql<string>`coalesce(${articles.seo} ->> 'searchDescription', ${articles.summary})`;

const newestFirst = [desc(articles.firstPublishedAt), desc(articles.id)];

/** A list of articles that has a feed of its own. */
export interface FeedList {
  kind: 'category' | 'tag' | 'author';
  slug: string;
}

/** The articles first published most recently, with public content; only those of `list` if it is given. */
export function selectFeedArticles(build: Build, limit: number, list?: FeedList) {
  const isMember = list && sql`${articles.id} in ${newestIds(list, limit)}`;
  return build
    .select({
      id: articles.id,
      slug: articles.slug,
      title: articles.title,
      summary: describing,
      content: syndicatedContentOf(),
      membersOnly: articles.membersOnly,
      author: articles.author,
      authorSlug: authors.slug,
      coauthors: coauthorsOf(),
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
 * Ids of the newest articles of a list. The planner scans back from the newest article until it has `limit`
 * matches. The outer limit is the list's article count, so that the scan stops early for lists with few or no
 * articles.
 */
function newestIds({ kind, slug }: FeedList, limit: number): SQL {
  const { isIn, total } = {
    category: () => {
      const id = sql`(select c.id from ${categories} c where c.slug = ${slug})`;
      return {
        isIn: sql`a.category_id = ${id}`,
        total: sql`select coalesce(sum(ac.total), 0) from ${articleCounts} ac
          where ac.status = 'published' and ac.category_id = ${id}`,
      };
    },
    tag: () => {
      const id = sql`(select t.id from ${tags} t where t.slug = ${slug})`;
      return {
        isIn: sql`exists (select 1 from ${articleTags} at where at.article_id = a.id and at.tag_id = ${id})`,
        total: publishedOf('tag', id),
      };
    },
    author: () => {
      const id = sql`(select au.id from ${authors} au where au.slug = ${slug})`;
      const isCoauthor = sql`exists (select 1 from ${articleCoauthors} ac where ac.article_id = a.id and ac.author_id = ${id})`;
      return { isIn: sql`(a.author_id = ${id} or ${isCoauthor})`, total: publishedOf('author', id) };
    },
  }[kind]();
  return sql`(select newest.id from (
      select a.id from ${articles} a where a.status = 'published' and a.deleted_at is null and ${isIn}
      order by a.first_published_at desc, a.id desc limit ${limit}
    ) as newest limit (${total}))`;
}

const publishedOf = (kind: 'tag' | 'author', id: SQL) =>
  sql`select coalesce(sum(pc.total), 0) from ${publishedCounts} pc where pc.kind = ${kind} and pc.owner_id = ${id}`;

/** The name of a tag, or of an author with published articles. */
export function selectListName(build: Build, { kind, slug }: FeedList & { kind: 'tag' | 'author' }) {
  const table = kind === 'tag' ? tags : authors;
  const isPublished = sql`(${kind} = 'tag' or exists (${publishedOf('author', sql`${table.id}`)} having sum(pc.total) > 0))`;
  return build
    .select({ name: table.name })
    .from(table)
    .where(and(eq(table.slug, slug), isPublished));
}

/** The articles first published most recently, without content; only since `since` if it is given. */
export function selectHeadlines(build: Build, limit: number, since?: Date) {
  return build
    .select({
      id: articles.id,
      slug: articles.slug,
      title: articles.title,
      summary: describing,
      publishDate: articles.publishDate,
      firstPublishedAt: articles.firstPublishedAt,
    })
    .from(articles)
    .where(and(isPublic, isListed(articles), since ? gte(articles.firstPublishedAt, since) : undefined))
    .orderBy(...newestFirst)
    .limit(limit);
}

/**
 * A slice of all articles in the order of their first publication, including those that a sitemap leaves out,
 * so that a new article changes only the last slice. Selects ids first and joins afterwards, so that the
 * offset skips index entries instead of rows.
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
      isListed: isListed(articles).mapWith(Boolean),
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
          and ${isListed({ seo: sql`c.seo` })}
      union all
      select 2, 'tag', t.slug, null from ${publishedCounts} pc join ${tags} t on t.id = pc.owner_id
        where pc.kind = 'tag' and pc.total > 0
      union all
      select 3, 'author', au.slug, null from ${publishedCounts} pc join ${authors} au on au.id = pc.owner_id
        where pc.kind = 'author' and pc.total > 0
      union all
      select 4, 'page', p.slug, p.updated_at from ${pages} p
        where ${isListed({ seo: sql`p.seo` })}
    ) as listed order by place, slug limit ${MAX_PAGES}`);
}

/** Categories with published articles, by name, without those hidden from search engines. */
export function selectNonEmptyCategories(build: Build) {
  const description = sql<string>`coalesce(${categories.seo} ->> 'searchDescription', ${categories.description})`;
  return build
    .select({ slug: categories.slug, name: categories.name, description })
    .from(categories)
    .innerJoin(
      articleCounts,
      and(eq(articleCounts.categoryId, categories.id), eq(articleCounts.status, sql`'published'`)),
    )
    .where(and(sql`${articleCounts.total} > 0`, isListed(categories)))
    .orderBy(asc(categories.name));
}
