// The SQL of articles without a picture.
import { articles } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { and, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';

type Build = Database['build'];

/** Written as in the partial index, so that the planner knows it applies. */
const isLacking = and(
  sql`(${articles.imageUrl} is null or ${articles.imageUrl} = '')`,
  isNull(articles.deletedAt),
) as SQL;

export function selectLacking(build: Build, limit: number, offset: number) {
  return build
    .select({
      id: articles.id,
      title: articles.title,
      summary: articles.summary,
      publishDate: articles.publishDate,
      author: articles.author,
      status: articles.status,
      category: categories.name,
      categorySlug: categories.slug,
    })
    .from(articles)
    .leftJoin(categories, eq(categories.id, articles.categoryId))
    .where(isLacking)
    .orderBy(desc(articles.publishDate), desc(articles.id))
    .limit(limit)
    .offset(offset);
}

export function countLacking(build: Build) {
  return build.select({ total: count() }).from(articles).where(isLacking);
}
