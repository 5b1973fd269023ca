// The condition for articles that the public can read, and the columns that an article card shows.
import { eq, isNull, sql } from 'drizzle-orm';
import { coauthorsOf } from './article-authors';
import { allOf } from './conditions';
import { articles, authors } from './schema/articles';
import { categories } from './schema/categories';
import { mostRead } from './schema/readership';

/**
 * Published and not in the trash. Written like the condition of the partial indexes, so that the planner uses
 * them.
 */
export const isPublic = allOf(eq(articles.status, sql`'published'`), isNull(articles.deletedAt));

/** A condition for the article `a` in a report. @param seesAll whether the viewer may see articles that are not public */
export const isShownTo = (seesAll: boolean) => (seesAll ? sql`true` : sql`is_public(a.status, a.deleted_at)`);

/**
 * The columns of an article card, with category and author. Content is left out because it is large. `cards_in` in
 * db/functions/articles.sql returns the same ones.
 */
export const cardColumns = {
  id: articles.id,
  slug: articles.slug,
  title: articles.title,
  summary: articles.summary,
  author: articles.author,
  authorSlug: authors.slug,
  coauthors: coauthorsOf(),
  publishDate: articles.publishDate,
  readTime: articles.readTime,
  imageUrl: articles.imageUrl,
  imageAlt: articles.imageAlt,
  isPopular: sql<boolean>`(${articles.isPopular} or ${articles.id} in (select m.article_id from ${mostRead} m where m.is_popular))`,
  isFeatured: articles.isFeatured,
  membersOnly: articles.membersOnly,
  categoryId: articles.categoryId,
  categorySlug: categories.slug,
  categoryName: categories.name,
};
