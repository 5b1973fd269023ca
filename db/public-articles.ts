// Articles as everybody may see them: which, and what a card shows of one.
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { articles, authors } from './schema/articles';
import { categories } from './schema/categories';

/** Published and not in the trash. Written as in the partial indexes, so that the planner knows they apply. */
export const isPublic = and(eq(articles.status, sql`'published'`), isNull(articles.deletedAt)) as SQL;

/** What a card needs, of an article with its category and author; never the content, which is large. */
export const cardColumns = {
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
  membersOnly: articles.membersOnly,
  categoryId: articles.categoryId,
  categorySlug: categories.slug,
  categoryName: categories.name,
};
