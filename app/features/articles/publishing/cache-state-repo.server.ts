// Reads article cache states, before and after a change and in its transaction.
import { articleCoauthors, articles, authors } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { articleTags, tags } from 'db/schema/tags';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';

/** One row per existing article: the input of `toCacheState`, and the title for the audit log. */
export function selectCacheStates(build: Build, ids: readonly string[]) {
  return build
    .select({
      id: articles.id,
      title: articles.title,
      status: articles.status,
      deletedAt: articles.deletedAt,
      isFeatured: articles.isFeatured,
      isPopular: articles.isPopular,
      publishDate: articles.publishDate,
      categorySlug: categories.slug,
      authorSlug: authors.slug,
      coauthorSlugs: sql<string[]>`coalesce((select json_agg(ca.slug) from ${articleCoauthors} ac
        join ${authors} ca on ca.id = ac.author_id where ac.article_id = ${articles.id}), '[]')`,
      tagSlugs: sql<string[]>`coalesce((select json_agg(t.slug order by t.slug) from ${articleTags} at
        join ${tags} t on t.id = at.tag_id where at.article_id = ${articles.id}), '[]')`,
    })
    .from(articles)
    .leftJoin(categories, eq(categories.id, articles.categoryId))
    .leftJoin(authors, eq(authors.id, articles.authorId))
    .where(inArray(articles.id, [...ids]));
}

export type CacheStateRow = Awaited<ReturnType<typeof selectCacheStates>>[number];
