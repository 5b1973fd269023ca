// Ad types, limits and status (specification, sections 3, 5 and 9).
import type { AdLocation } from './ad-locations';

export const AD_TYPES = ['banner', 'sidebar', 'footer', 'inline'] as const;
export type AdType = (typeof AD_TYPES)[number];

export const TYPE_NAMES: Record<AdType, string> = {
  banner: 'Banner',
  sidebar: 'Sidebar',
  footer: 'Footer',
  inline: 'Inline',
};

/** Creative size in pixels, for the designer. */
export const TYPE_SIZES: Record<AdType, string> = {
  banner: '728x90',
  sidebar: '300x250',
  footer: '728x90',
  inline: '300x250',
};

export const LOCATION_NAMES: Record<AdLocation, string> = {
  'homepage-hero': 'Homepage Hero',
  'homepage-sidebar': 'Homepage Sidebar',
  'article-sidebar': 'Article Sidebar',
  'article-bottom': 'Article Bottom',
  'category-sidebar': 'Category Sidebar',
  footer: 'Footer',
};

export const LOCATION_SIZES: Record<AdLocation, string> = {
  'homepage-hero': '728x90 or 970x90',
  'homepage-sidebar': '300x250 or 160x600',
  'article-sidebar': '300x250 or 160x600',
  'article-bottom': '728x90 or 300x250',
  'category-sidebar': '300x250 or 160x600',
  footer: '728x90',
};

export const LOWEST_PRIORITY = 1;
export const HIGHEST_PRIORITY = 10;
export const AD_NAME_LIMIT = 200;
export const AD_LINK_LIMIT = 2_000;
/** Characters of HTML. */
export const HTML_LIMIT = 20_000;

export type AdState = 'active' | 'inactive' | 'scheduled' | 'ended';

/** Status from the on/off switch and the schedule; only `active` ads are shown. */
export function adStateOf(
  { active, startsAt, endsAt }: { active: boolean; startsAt: Date | null; endsAt: Date | null },
  now: Date,
): AdState {
  if (!active) return 'inactive';
  if (endsAt && endsAt <= now) return 'ended';
  return startsAt && startsAt > now ? 'scheduled' : 'active';
}
