// Ads as the newsroom lists them.
import type { AdType } from './ad';
import type { AdLocation } from './ad-locations';

export interface Placement {
  location: AdLocation;
  /** Null for every category. */
  categoryId: string | null;
  categoryName: string | null;
}

/** What a form says of an ad. */
export interface AdValues {
  name: string;
  type: AdType;
  htmlContent: string | null;
  imageUrl: string | null;
  linkUrl: string | null;
  active: boolean;
  priority: number;
  startsAt: Date | null;
  endsAt: Date | null;
}

export interface AdRow extends AdValues {
  id: string;
  createdAt: Date;
  /** Names this state of it, so that nobody saves over another unseen. */
  stamp: string;
  placements: Placement[];
}

export const ADS_PER_PAGE = 25;

/** The places of a list of placements, and their categories, each once. */
export function choicesOf(placements: readonly Placement[]): {
  locations: AdLocation[];
  categoryIds: string[];
} {
  const ids = placements.map(({ categoryId }) => categoryId).filter((id) => id !== null);
  return {
    locations: [...new Set(placements.map(({ location }) => location))],
    categoryIds: [...new Set(ids)].sort(),
  };
}
