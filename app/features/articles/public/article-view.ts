// The public view of an article (specification, section 3), as a card and in full.
import { joinNames } from '~/lib/text';
import { formatDate } from '~/lib/time/dates';
import { categoryImage } from '../article-image';
import type { Coauthor } from '../authors/author';

type CardCoauthor = Pick<Coauthor, 'name' | 'slug'>;

/** An article in a list. Dates are formatted for display, except `publishedAt` (ISO 8601). */
export interface ArticleCardView {
  /**
   * Derived from the first 8 hex digits of the UUID. For display only: it is not unique enough for lookups.
   */
  id: number;
  slug: string;
  title: string;
  summary: string;
  author: string;
  authorSlug: string | null;
  /** Undefined for one author. */
  coauthors?: CardCoauthor[] | undefined;
  publishDate: string;
  publishedAt: string;
  readTime: string;
  image: string;
  imageAlt: string;
  isPopular: boolean;
  isFeatured: boolean;
  /** Signed-out readers get only its beginning. */
  membersOnly: boolean;
  categorySlug: string | null;
  categoryName: string | null;
}

/** A card in a page's data: only what the page shows, because the document carries the data too. */
export interface PageCard
  extends Omit<
    ArticleCardView,
    | 'id'
    | 'isFeatured'
    | 'summary'
    | 'image'
    | 'imageAlt'
    | 'isPopular'
    | 'membersOnly'
    | 'categorySlug'
    | 'categoryName'
  > {
  summary?: string | undefined;
  image?: string | undefined;
  imageAlt?: string | undefined;
  isPopular?: boolean | undefined;
  membersOnly?: boolean | undefined;
  categorySlug?: string | null | undefined;
  categoryName?: string | null | undefined;
}

/** The complete public view from the specification, for the API. Pages use less. */
export interface PublicArticle extends ArticleCardView {
  content: string;
  /** Contains one numeric id (`toPublicId`), or is empty. */
  categories: number[];
  status: 'published';
  tags: { id: string; name: string; slug: string }[];
}

/** One row of any card query, as the repository selects it. */
export interface ArticleCardRow {
  id: string;
  slug: string;
  title: string;
  summary: string;
  author: string;
  authorSlug: string | null;
  coauthors?: readonly CardCoauthor[] | null;
  publishDate: Date;
  readTime: number;
  imageUrl: string | null;
  imageAlt: string;
  isPopular: boolean;
  isFeatured: boolean;
  membersOnly: boolean;
  categoryId: string | null;
  categorySlug: string | null;
  categoryName: string | null;
}

export interface ViewSettings {
  timeZone: string;
  /** Images from these hosts are replaced with the default stock image. */
  blockedImageHosts: readonly string[];
}

/** The public numeric id: the first 8 hex digits of the UUID as a number. */
export function toPublicId(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8), 16);
}

/** `A, B, and C`. Where names are links, `AuthorNames` shows them. */
export function authorsOf({ author, coauthors = [] }: Pick<ArticleCardView, 'author' | 'coauthors'>): string {
  return joinNames([author, ...coauthors.map(({ name }) => name)]);
}

/** `5 min read`. */
export function toReadTimeLabel(minutes: number): string {
  return `${Number.isInteger(minutes) && minutes >= 1 ? minutes : 5} min read`;
}

export function toArticleCard(row: ArticleCardRow, view: ViewSettings): ArticleCardView {
  const card: ArticleCardView = {
    id: toPublicId(row.id),
    slug: row.slug,
    title: row.title,
    summary: row.summary,
    author: row.author,
    authorSlug: row.authorSlug,
    publishDate: formatDate(row.publishDate, view.timeZone),
    publishedAt: row.publishDate.toISOString(),
    readTime: toReadTimeLabel(row.readTime),
    image: categoryImage(row.imageUrl, row.categorySlug, view.blockedImageHosts),
    imageAlt: row.imageAlt,
    isPopular: row.isPopular,
    isFeatured: row.isFeatured,
    membersOnly: row.membersOnly,
    categorySlug: row.categorySlug,
    categoryName: row.categoryName,
  };
  if (row.coauthors?.length) card.coauthors = row.coauthors.map(({ name, slug }) => ({ name, slug }));
  return card;
}

/** What `toISOString` ends with, as an example for its length. */
const SECONDS = ':00.000Z';

/**
 * Assigned part by part, because a page makes up to 60 cards, and copying them with spread showed in its CPU profile.
 * @param shows parts that a page leaves out of some cards
 */
export function toPageCard(
  card: ArticleCardView,
  shows: { summary?: boolean; image?: boolean; category?: boolean } = {},
): PageCard {
  const shown: PageCard = {
    slug: card.slug,
    title: card.title,
    author: card.author,
    authorSlug: card.authorSlug,
    publishDate: card.publishDate,
    // To the minute, because a page repeats it often.
    publishedAt: `${card.publishedAt.slice(0, -SECONDS.length)}Z`,
    readTime: card.readTime,
  };
  if (card.coauthors) shown.coauthors = card.coauthors;
  if (shows.summary !== false) shown.summary = card.summary;
  if (shows.image !== false) {
    shown.image = card.image;
    shown.imageAlt = card.imageAlt;
  }
  if (shows.category !== false) {
    shown.categorySlug = card.categorySlug;
    shown.categoryName = card.categoryName;
  }
  if (card.isPopular) shown.isPopular = true;
  if (card.membersOnly) shown.membersOnly = true;
  return shown;
}

/** @param row a published article's card with its content and tags */
export function toPublicArticle(
  row: ArticleCardRow & Pick<PublicArticle, 'content' | 'tags'>,
  view: ViewSettings,
): PublicArticle {
  return {
    ...toArticleCard(row, view),
    content: row.content,
    categories: row.categoryId ? [toPublicId(row.categoryId)] : [],
    status: 'published',
    tags: row.tags,
  };
}
