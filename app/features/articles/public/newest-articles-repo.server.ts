// SQL for the list in the content dashboard.
import { authorText } from 'db/article-authors';
import { articles } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Build } from '~/platform/context';

/**
 * The newest articles of any status by publish date, excluding the Trash. Published articles are read from
 * their index; others are few and sorted in memory.
 */
export function selectNewestOfAll(build: Build, limit: number) {
  const { id, title, slug, author, status, publishDate, categoryId } = articles;
  const half = (isPublished: boolean) =>
    build
      .select({ id, title, slug, author, status, publishDate, categoryId })
      .from(articles)
      .where(
        and(
          isNull(articles.deletedAt),
          isPublished ? eq(status, 'published') : inArray(status, ['draft', 'archived']),
        ),
      )
      .orderBy(desc(publishDate), desc(id))
      .limit(limit);
  const both = unionAll(half(true), half(false)).as('both');
  return build
    .select({
      id: both.id,
      title: both.title,
      slug: both.slug,
      author: authorText('both'),
      status: both.status,
      publishDate: both.publishDate,
      categoryName: categories.name,
    })
    .from(both)
    .leftJoin(categories, eq(categories.id, both.categoryId))
    .orderBy(desc(both.publishDate), desc(both.id))
    .limit(limit);
}
