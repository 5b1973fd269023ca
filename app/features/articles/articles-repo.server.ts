// The SQL of articles as readers see them. Every statement here speaks of published articles only.
import { articles, authors, publishedCounts } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { articleTags, tags } from 'db/schema/tags';
import { and, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Database } from '~/platform/context';

type Build = Database['build'];

/** What a card needs; never the content, which is large. */
const cardColumns = {
  id: articles.id,
  slug: articles.slug,
  title: articles.title,
  summary: articles.summary,
  author: articles.author,
  authorSlug: authors.slug,
  publishDate: articles.publishDate,
  readTime: articles.readTime,
  imageUrl: articles.imageUrl,
  imageAlt: articles.imageAlt,
  isPopular: articles.isPopular,
  isFeatured: articles.isFeatured,
  categoryId: articles.categoryId,
  categorySlug: categories.slug,
  categoryName: categories.name,
};

/** Written as in the partial indexes, so that the planner knows they apply. */
const isPublic = and(eq(articles.status, sql`'published'`), isNull(articles.deletedAt)) as SQL;
const newestFirst = [desc(articles.publishDate), desc(articles.id)];

function selectCards(build: Build) {
  return build
    .select(cardColumns)
    .from(articles)
    .leftJoin(categories, eq(categories.id, articles.categoryId))
    .leftJoin(authors, eq(authors.id, articles.authorId));
}

export function selectNewest(build: Build, limit: number, offset = 0) {
  return selectPage(build, isPublic, limit, offset);
}

export function selectFeatured(build: Build, limit: number) {
  return selectCards(build)
    .where(and(isPublic, eq(articles.isFeatured, sql`true`)))
    .orderBy(...newestFirst)
    .limit(limit);
}

/** The newest of each category, in one statement. */
export function selectNewestOfCategories(build: Build, slugs: readonly string[], limit: number) {
  const perCategory = slugs.map((slug) =>
    selectCards(build)
      .where(and(isPublic, eq(articles.categoryId, categoryId(slug))))
      .orderBy(...newestFirst)
      .limit(limit),
  );
  const [first, second, ...rest] = perCategory;
  if (!first || !second) throw new Error('Two categories at least');
  return unionAll(first, second, ...rest);
}

function categoryId(slug: string): SQL {
  return sql`(select c.id from ${categories} c where c.slug = ${slug})`;
}

/** Ids first, rows after: a deep page skips index entries and not rows. */
function selectPage(build: Build, where: SQL, limit: number, offset: number) {
  if (offset === 0) {
    return selectCards(build)
      .where(where)
      .orderBy(...newestFirst)
      .limit(limit);
  }
  const ids = build
    .select({ id: articles.id })
    .from(articles)
    .where(where)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset);
  return selectCards(build)
    .where(sql`${articles.id} in ${ids}`)
    .orderBy(...newestFirst)
    .limit(limit);
}

export function selectOfCategory(build: Build, slug: string, limit: number, offset: number) {
  return selectPage(build, and(isPublic, eq(articles.categoryId, categoryId(slug))) as SQL, limit, offset);
}

export function selectOfAuthor(build: Build, slug: string, limit: number, offset: number) {
  const authorId = sql`(select au.id from ${authors} au where au.slug = ${slug})`;
  return selectPage(build, and(isPublic, eq(articles.authorId, authorId)) as SQL, limit, offset);
}

export function selectOfTag(build: Build, slug: string, limit: number, offset: number) {
  const carriesTag = sql`exists (select 1 from ${articleTags} at where at.article_id = ${articles.id}
    and at.tag_id = (select t.id from ${tags} t where t.slug = ${slug}))`;
  return selectPage(build, and(isPublic, carriesTag) as SQL, limit, offset);
}

export function selectBySlug(build: Build, slug: string) {
  return build
    .select({
      ...cardColumns,
      content: articles.content,
      firstPublishedAt: articles.firstPublishedAt,
      updatedAt: articles.updatedAt,
      tags: sql<
        { slug: string; name: string }[]
      >`coalesce((select json_agg(json_build_object('slug', t.slug, 'name', t.name)
        order by t.name) from ${articleTags} at join ${tags} t on t.id = at.tag_id where at.article_id = ${articles.id}), '[]')`,
    })
    .from(articles)
    .leftJoin(categories, eq(categories.id, articles.categoryId))
    .leftJoin(authors, eq(authors.id, articles.authorId))
    .where(and(isPublic, eq(articles.slug, slug)));
}

/** The id of an article's category, inside another statement. */
export function categoryIdOfArticle(slug: string): SQL {
  return sql`(select a.category_id from ${articles} a where a.slug = ${slug})`;
}

/** Newest of the same category as the article `slug`; none when it has no category. */
export function selectRelated(build: Build, slug: string, limit: number) {
  return selectCards(build)
    .where(and(isPublic, eq(articles.categoryId, categoryIdOfArticle(slug)), ne(articles.slug, slug)))
    .orderBy(...newestFirst)
    .limit(limit);
}

/** An author and how many published articles there are of hers. */
export function selectAuthor(build: Build, slug: string) {
  return build
    .select({
      id: authors.id,
      name: authors.name,
      slug: authors.slug,
      total: publishedTotal('author', authors.id),
    })
    .from(authors)
    .where(eq(authors.slug, slug));
}

export function selectTag(build: Build, slug: string) {
  return build
    .select({ id: tags.id, name: tags.name, slug: tags.slug, total: publishedTotal('tag', tags.id) })
    .from(tags)
    .where(eq(tags.slug, slug));
}

function publishedTotal(kind: 'author' | 'tag', ownerId: typeof authors.id | typeof tags.id) {
  return sql<number>`coalesce((select pc.total from ${publishedCounts} pc
    where pc.kind = ${sql.raw(`'${kind}'`)} and pc.owner_id = ${ownerId}), 0)`.mapWith(Number);
}
