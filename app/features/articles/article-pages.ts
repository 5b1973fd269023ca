// What each public page about articles is given to show.
import type { AdsByLocation } from '~/features/ads/ad-locations';
import type { CategoryBanner } from '~/features/categories/category-view';
import type { CtaView } from '~/features/ctas/cta';
import type { NamedLink } from '~/features/site/site-view';
import type { ArticleCard } from './article-view';
import type { FrontPage, FrontPageSection } from './front-page';

/** `/` */
export interface HomePageData {
  front: FrontPage<ArticleCard>;
  /** `January 5, 2025`, for the hero. */
  heroDate: string | null;
  /** What the sections' categories are called now. */
  sectionCategories: Partial<Record<FrontPageSection, NamedLink>>;
  ads: AdsByLocation;
}

export interface FullArticle extends ArticleCard {
  uuid: string;
  /** Clean HTML, external links and lazy pictures prepared; the summary as a paragraph when there is no content. */
  html: string;
  /** `html` is the beginning and a note: the rest is for members. */
  goesOn: boolean;
  longDate: string;
  firstPublishedAt: string;
  updatedAt: string;
  tags: NamedLink[];
}

/** `/article/{slug}` */
export interface ArticlePageData {
  article: FullArticle;
  /** Up to 3, never the article itself. */
  related: ArticleCard[];
  ads: AdsByLocation;
  ctas: CtaView[];
}

export interface ListPosition {
  page: number;
  pageCount: number;
  total: number;
}

/** `/category/{slug}`; `feature` is null on later pages and when there is nothing. */
export interface CategoryPageData extends ListPosition {
  category: CategoryBanner;
  feature: ArticleCard | null;
  articles: ArticleCard[];
  ads: AdsByLocation;
  ctas: CtaView[];
}

/** `/category/all`, `/tag/{slug}` and `/author/{slug}` */
export interface ArticleListData extends ListPosition {
  kind: 'all' | 'tag' | 'author';
  name: string;
  slug: string;
  articles: ArticleCard[];
}

/** `/search`; `short` when the trimmed query has fewer than 2 characters, `idle` without one. */
export interface SearchPageData {
  query: string;
  state: 'idle' | 'short' | 'done';
  articles: ArticleCard[];
}
