// Ad locations, their slot sizes, and the ad data that pages render (specification, section 9).

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

/** The size a slot reserves, in CSS pixels. It scales down on narrow screens and keeps its aspect ratio. */
export function slotSize(location: AdLocation): AdSize & { shape: 'rectangle' | 'leaderboard' } {
  return location.endsWith('sidebar')
    ? { shape: 'rectangle', width: 300, height: 250 }
    : { shape: 'leaderboard', width: 728, height: 90 };
}

/** An ad as a page shows it. `html` was sanitized before it was stored. */
export interface AdView {
  name: string;
  /**
   * Signed placement (ad-place.ts), the same for every reader. The client exchanges it for a view token, which
   * counting requires.
   */
  ticket: string;
  /** Null for an ad without a link. */
  link: AdLink | null;
  imageUrl: string | null;
  html: string | null;
  /** Milliseconds since 1970. A cached page can still contain an ad that has ended. */
  endsAt: number | null;
}

export interface AdLink {
  to: string;
  /** Signature of a link that counts the click before it redirects; null if clicks are not counted. */
  key: string | null;
}

export type AdsByLocation = Partial<Record<AdLocation, AdView[] | undefined>>;
