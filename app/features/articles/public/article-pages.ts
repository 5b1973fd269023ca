// The data of each public page about articles.
import type { AdsByLocation } from '~/features/ads/ad-locations';
import type { CategoryBanner } from '~/features/categories/category-view';
import type { CtaView } from '~/features/ctas/cta';
import type { Seo } from '~/features/seo/seo';
import type { NamedLink } from '~/features/site/site-view';
import type { AuthorProfile, Coauthor } from '../authors/author';
import type { ArticleCardView, PageCard } from './article-view';
import type { FrontPage, FrontPageSection } from './front-page';

/** `/` */
export interface HomePageData {
  front: FrontPage<PageCard>;
  /** `January 5, 2025`, for the hero. */
  heroDate: string | null;
  /** Current names of the sections' categories. */
  sectionCategories: Partial<Record<FrontPageSection, NamedLink | undefined>>;
  /** Empty unless the settings show them. */
  mostRead: PageCard[];
  ads: AdsByLocation;
}

export interface FullArticle extends Omit<ArticleCardView, 'id' | 'isFeatured'> {
  /**
   * Sanitized HTML with prepared links, images and tables. If there is no content, it is the summary as a
   * paragraph. For members-only articles it is the public beginning and a note.
   */
  html: string;
  authorProfile: AuthorProfile | null;
  /** In order, after the author. */
  coauthors: Coauthor[];
  firstPublishedAt: string;
  updatedAt: string;
  tags: NamedLink[];
}

/** `/article/{slug}` */
export interface ArticlePageData {
  article: FullArticle;
  /** For the document's head. */
  seo?: Seo | undefined;
  /** Up to 3, excluding the article itself. */
  related: PageCard[];
  /** Empty unless the settings show them. */
  mostRead: PageCard[];
  ads: AdsByLocation;
  ctas: CtaView[];
}

export interface ListPosition {
  page: number;
  pageCount: number;
  total: number;
}

/** `/category/{slug}`; `feature` is null on later pages and if there are no articles. */
export interface CategoryPageData extends ListPosition {
  category: CategoryBanner;
  /** For the document's head. */
  seo?: Seo | undefined;
  feature: PageCard | null;
  articles: PageCard[];
  ads: AdsByLocation;
  ctas: CtaView[];
}

/** `/category/all`, `/tag/{slug}` and `/author/{slug}` */
export interface ArticleListData extends ListPosition {
  kind: 'all' | 'tag' | 'author';
  name: string;
  slug: string;
  /** For an author with one. */
  profile?: AuthorProfile | null | undefined;
  articles: PageCard[];
}

/** For search engines and feed readers, unless an author has a bio. */
export const LIST_DESCRIPTIONS: Record<ArticleListData['kind'], (name: string) => string> = {
  all: () => 'All stories in the magazine, newest first.',
  tag: (name) => `Stories for law firm owners about ${name}.`,
  author: (name) => `Stories by ${name}.`,
};
