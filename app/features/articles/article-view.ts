// What a reader sees of an article: the public view of the specification (section 3), in two sizes.
import { formatDate } from '~/lib/dates';
import { categoryImage } from './article-image';

/** A card in a list. Dates are ready to show; `publishedAt` is ISO 8601 for machines. */
export interface ArticleCard {
  /** Derived from the uuid's first 8 hex characters; only shown, never used to look anything up. */
  id: number;
  slug: string;
  title: string;
  summary: string;
  author: string;
  authorSlug: string | null;
  publishDate: string;
  publishedAt: string;
  readTime: string;
  image: string;
  imageAlt: string;
  isPopular: boolean;
  isFeatured: boolean;
  /** Whoever is not signed in gets its beginning alone. */
  membersOnly: boolean;
  categorySlug: string | null;
  categoryName: string | null;
}

/** All the specification's public view has, for programs; the screens do with less. */
export interface PublicArticle extends ArticleCard {
  content: string;
  /** One derived numeric id, or none. */
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
  /** Hosts whose pictures are replaced by the default stock picture. */
  blockedImageHosts: readonly string[];
}

/** The numeric id that the outside sees: the uuid's first 8 hex characters as a number. */
export function toPublicId(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8), 16);
}

/** `5 min read`. */
export function toReadTimeLabel(minutes: number): string {
  return `${Number.isInteger(minutes) && minutes >= 1 ? minutes : 5} min read`;
}

export function toArticleCard(row: ArticleCardRow, view: ViewSettings): ArticleCard {
  return {
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
