// What every public page shows around its own content.
import type { AdsByLocation } from '~/features/ads/ad-locations';
import type { CategoryLink } from '~/features/categories/category-view';
import type { SiteSettings } from '~/features/settings/site-settings';

/** A link of the footer's Popular Tags or Pages list. */
export interface NamedLink {
  slug: string;
  name: string;
}

/** Loader data of the `_site` layout. Empty lists where an inessential part of the database failed. */
export interface SiteChrome {
  settings: Pick<SiteSettings, 'name' | 'blurb' | 'socialLinks'>;
  /** Every category with its count of published articles, by name. */
  categories: CategoryLink[];
  tags: NamedLink[];
  pages: NamedLink[];
  footerAds: AdsByLocation;
  siteUrl: string;
  year: number;
}
