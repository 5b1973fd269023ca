// The data of one ad, for the table and the form.
import type { AdState, AdType } from '~/features/ads/ad';
import type { AdLocation } from '~/features/ads/ad-locations';

export interface AdListItem {
  id: string;
  name: string;
  type: AdType;
  state: AdState;
  imageUrl: string;
  linkUrl: string;
  htmlContent: string;
  priority: number;
  active: boolean;
  /** Dates in the magazine's time zone, such as `2026-03-08`, or ''. */
  startDate: string;
  endDate: string;
  /** `Mar 8, 2026 – Apr 8, 2026`, `From …` or `Until …`; '' without dates. */
  period: string;
  created: string;
  locations: AdLocation[];
  categoryIds: string[];
  /** Empty for all categories. */
  categoryNames: string[];
  placementCount: number;
  version: string;
}
