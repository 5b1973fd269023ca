// An ad as the admin list shows it.
import type { AdType } from '../ad';
import type { AdLocation } from '../ad-locations';

export interface Placement {
  location: AdLocation;
  /** Null for every category. */
  categoryId: string | null;
  categoryName: string | null;
}

/** The values that the ad form sets. */
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
  /** Changes with every save; used to detect conflicting edits. */
  version: string;
  placements: Placement[];
}

export const ADS_PER_PAGE = 25;

/** The distinct locations and category ids of a list of placements. */
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
