// Data of the layout around every public page.
import type { AdsByLocation } from '~/features/ads/ad-locations';
import type { CategoryLink } from '~/features/categories/category-view';
import type { SiteSettings } from '~/features/settings/site-settings';

/** A link in the footer's Popular Tags or Pages list. */
export interface NamedLink {
  slug: string;
  name: string;
}

/** Loader data of the `_site` layout. Lists are empty if the database query failed. */
export interface SiteLayoutData {
  settings: Pick<SiteSettings, 'name' | 'blurb' | 'socialLinks'>;
  /** Every category with its number of published articles, by name. */
  categories: CategoryLink[];
  tags: NamedLink[];
  pages: NamedLink[];
  footerAds: AdsByLocation;
  siteUrl: string;
  year: number;
}
