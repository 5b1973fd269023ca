// The condition for articles that the public can read, and the columns that an article card shows.
import { eq, isNull, sql } from 'drizzle-orm';
import { allOf } from './conditions';
import { articleCoauthors, articles, authors } from './schema/articles';
import { categories } from './schema/categories';
import { mostRead } from './schema/readership';

/**
 * Published and not in the trash. Written like the condition of the partial indexes, so that the planner uses
 * them.
 */
export const isPublic = allOf(eq(articles.status, sql`'published'`), isNull(articles.deletedAt));

/** The columns of an article card, with category and author. Content is left out because it is large. */
export const cardColumns = {
  id: articles.id,
  slug: articles.slug,
  title: articles.title,
  summary: articles.summary,
  author: articles.author,
  authorSlug: authors.slug,
  /** Null for one author. */
  coauthors: sql<{ name: string; slug: string }[] | null>`(select json_agg(json_build_object('name', ca.name,
    'slug', ca.slug) order by ac.position) from ${articleCoauthors} ac join ${authors} ca on ca.id = ac.author_id
    where ac.article_id = ${articles.id})`,
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
