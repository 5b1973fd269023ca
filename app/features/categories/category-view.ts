// Categories as the reading site shows them.

/** An entry of the category bar, the menu and the footer; `articleCount` counts published articles. */
export interface CategoryLink {
  slug: string;
  name: string;
  articleCount: number;
}

/** The banner of a category page. */
export interface CategoryBanner extends CategoryLink {
  id: string;
  description: string;
  imageUrl: string | null;
}

/** Stays out of the category bar, as the specification says. */
export const HIDDEN_IN_BAR = 'Interviews';

/** The category's own sentence, or the specification's fallback. */
export function categoryDescription(category: { name: string; description: string }): string {
  return category.description || `Explore our latest articles about ${category.name.toLowerCase()}`;
}
