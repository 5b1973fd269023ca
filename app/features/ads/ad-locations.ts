// Where ads may stand, and how large a slot is (specification, section 9).

export const AD_LOCATIONS = [
  'homepage-hero',
  'homepage-sidebar',
  'article-sidebar',
  'article-bottom',
  'category-sidebar',
  'footer',
] as const;
export type AdLocation = (typeof AD_LOCATIONS)[number];

export interface AdSize {
  width: number;
  height: number;
}

/** The box a slot reserves, in pixels; it scales down on narrow screens, keeping its shape. */
export function slotSize(location: AdLocation): AdSize & { shape: 'rectangle' | 'leaderboard' } {
  return location.endsWith('sidebar')
    ? { shape: 'rectangle', width: 300, height: 250 }
    : { shape: 'leaderboard', width: 728, height: 90 };
}

/** An ad as a page shows it. `html` is stored clean. */
export interface AdView {
  id: string;
  placementId: string;
  name: string;
  /** Signed, and the same for everyone: says where on the site it stands, for whoever counts. */
  ticket: string;
  /** Where it leads, by way of counting the click; null for one without a link. */
  href: string | null;
  imageUrl: string | null;
  html: string | null;
  /** Milliseconds since 1970; a page that waits in a cache may be older than this. */
  endsAt: number | null;
}

export type AdsByLocation = Partial<Record<AdLocation, AdView[]>>;
