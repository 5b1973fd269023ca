// An ad as the screen shows it and its form begins with it.
import type { AdStanding, AdType } from '~/features/ads/ad';
import type { AdLocation } from '~/features/ads/ad-locations';

export interface ShownAd {
  id: string;
  name: string;
  type: AdType;
  standing: AdStanding;
  imageUrl: string;
  linkUrl: string;
  htmlContent: string;
  priority: number;
  active: boolean;
  /** Days of the magazine's zone: `2026-03-08`, or ''. */
  startDate: string;
  endDate: string;
  /** `Mar 8, 2026 – Apr 8, 2026`, one of them left out where there is none; '' without both. */
  period: string;
  created: string;
  locations: AdLocation[];
  categoryIds: string[];
  /** Of categories; none for all of them. */
  categoryNames: string[];
  placementCount: number;
  stamp: string;
}
