/** A category as the newsroom lists it. */
export interface CategoryCard {
  id: string;
  name: string;
  slug: string;
  description: string;
  imageUrl: string | null;
  /** Of any status; those in the Trash do not count. */
  articleCount: number;
  /** What would go with it. */
  placementCount: number;
  ctaCount: number;
  /** Names this state of it, so that nobody saves over another unseen. */
  stamp: string;
}
