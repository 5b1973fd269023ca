// Categories as public pages and the admin show them.
import type { Seo } from '~/features/seo/seo';

/** An item of the category bar, the menu and the footer; `articleCount` counts published articles. */
export interface CategoryLink {
  slug: string;
  name: string;
  articleCount: number;
}

/** The banner of a category page. */
export interface CategoryBanner extends CategoryLink {
  description: string;
  imageUrl: string | null;
  /** No image is generated for it. */
  withoutImage: boolean;
}

/** Where the banner's image comes from. */
export const BANNERS = ['generated', 'own', 'none'] as const;
export type Banner = (typeof BANNERS)[number];

/** Left out of the category bar, as the specification requires. */
export const HIDDEN_IN_BAR = 'Interviews';

/** The category's description, or the fallback from the specification. */
export function categoryDescription(category: { name: string; description: string }): string {
  return category.description || `Explore our latest articles about ${category.name.toLowerCase()}`;
}

/** A category in the admin list. */
export interface CategoryCard {
  id: string;
  name: string;
  slug: string;
  description: string;
  imageUrl: string | null;
  banner: Banner;
  seo: Seo;
  /** Articles of any status, excluding the Trash. */
  articleCount: number;
  /** Ad placements and CTAs that are deleted with the category. */
  placementCount: number;
  ctaCount: number;
  /** Changes with every save; used to detect conflicting edits. */
  version: string;
}
