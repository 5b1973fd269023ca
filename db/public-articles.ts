// The condition for articles that the public can read, and the columns that an article card shows.
import { eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { allOf } from './conditions';
import { articles } from './schema/articles';

/**
 * Published and not in the trash. Written like the condition of the partial indexes, so that the planner uses
 * them.
 */
export const isPublic = allOf(eq(articles.status, sql`'published'`), isNull(articles.deletedAt));

/** A condition for the article `a` in a report. @param seesAll whether the viewer may see articles that are not public */
export const isShownTo = (seesAll: boolean) => (seesAll ? sql`true` : sql`is_public(a.status, a.deleted_at)`);

/** The source of `cardColumns`: the cards of articles in the order of their ids. @param ids of type `uuid[]` */
export const cardsOf = (ids: SQL) => sql`article_cards(${ids}) card`;

/** The ids that a query selects. */
export const idsOf = (query: SQLWrapper) => sql`array${query}`;

const ofCard = <T>(name: string) => sql<T>`card.${sql.identifier(name)}`;

/** What `article_cards` in db/functions/articles.sql returns: an article with its category and authors, without its content. */
export const cardColumns = {
  id: ofCard<string>('id'),
  slug: ofCard<string>('slug'),
  title: ofCard<string>('title'),
  summary: ofCard<string>('summary'),
  author: ofCard<string>('author'),
  authorSlug: ofCard<string | null>('authorSlug'),
  /** Null for one author. */
  coauthors: ofCard<{ name: string; slug: string }[] | null>('coauthors'),
  publishDate: ofCard('publishDate').mapWith(articles.publishDate),
  readTime: ofCard<number>('readTime'),
  imageUrl: ofCard<string | null>('imageUrl'),
  imageAlt: ofCard<string>('imageAlt'),
  /** Marked by an editor. */
  isPinned: ofCard<boolean>('isPinned'),
  isPopular: ofCard<boolean>('isPopular'),
  isFeatured: ofCard<boolean>('isFeatured'),
  membersOnly: ofCard<boolean>('membersOnly'),
  categoryId: ofCard<string | null>('categoryId'),
  categorySlug: ofCard<string | null>('categorySlug'),
  categoryName: ofCard<string | null>('categoryName'),
};
