// The demo's advertisers and where their ads are shown. The companies are invented.
import type { AdLocation } from '../../../app/features/ads/ad-locations';

/** Sizes of the creatives in CSS pixels. */
export const AD_FORMATS = {
  banner: { width: 728, height: 90 },
  sidebar: { width: 300, height: 250 },
} as const;
export const DEMO_AD_FORMATS = ['banner', 'sidebar'] as const satisfies (keyof typeof AD_FORMATS)[];

export const DEMO_ADVERTISERS = [
  {
    key: 'tallybridge',
    name: 'Tallybridge',
    headline: 'Trust accounts, reconciled overnight',
    line: 'Three-way reports before breakfast.',
    button: 'See a sample report',
    art: { title: 'Tallybridge', categorySlug: 'operations', ordinal: 2 },
    colors: { ground: '#14213d', text: '#f4ecdf', button: '#d9ab50', 'button-text': '#14213d' },
    clickRate: 0.009,
  },
  {
    key: 'second-ring',
    name: 'Second Ring',
    headline: 'A person answers, nights and weekends too',
    line: 'Receptionists who know your intake script.',
    button: 'Hear a call',
    art: { title: 'Second Ring', categorySlug: 'remote-talent', ordinal: 0 },
    colors: { ground: '#f4ecdf', text: '#14213d', button: '#8d2a34', 'button-text': '#ffffff' },
    clickRate: 0.013,
  },
  {
    key: 'brieflane',
    name: 'Brieflane',
    headline: 'First drafts from your own documents',
    line: 'Your templates, your clauses, your review.',
    button: 'Try it free',
    art: { title: 'Brieflane', categorySlug: 'ai-automation', ordinal: 3 },
    colors: { ground: '#173b3a', text: '#f4ecdf', button: '#f4ecdf', 'button-text': '#173b3a' },
    clickRate: 0.011,
  },
] as const;

type AdvertiserKey = (typeof DEMO_ADVERTISERS)[number]['key'];

/** `daily` is the average number of impressions a day; a category slug limits the placement to that category. */
export const DEMO_PLACEMENTS: readonly {
  advertiser: AdvertiserKey;
  format: keyof typeof AD_FORMATS;
  location: AdLocation;
  category: string | null;
  daily: number;
}[] = [
  { advertiser: 'tallybridge', format: 'banner', location: 'homepage-hero', category: null, daily: 62 },
  { advertiser: 'second-ring', format: 'banner', location: 'homepage-hero', category: null, daily: 58 },
  { advertiser: 'brieflane', format: 'sidebar', location: 'homepage-sidebar', category: null, daily: 44 },
  { advertiser: 'second-ring', format: 'sidebar', location: 'article-sidebar', category: null, daily: 66 },
  {
    advertiser: 'tallybridge',
    format: 'sidebar',
    location: 'article-sidebar',
    category: 'operations',
    daily: 18,
  },
  { advertiser: 'brieflane', format: 'banner', location: 'article-bottom', category: null, daily: 57 },
  { advertiser: 'second-ring', format: 'banner', location: 'article-bottom', category: null, daily: 52 },
  { advertiser: 'brieflane', format: 'sidebar', location: 'category-sidebar', category: null, daily: 27 },
  { advertiser: 'tallybridge', format: 'banner', location: 'footer', category: null, daily: 31 },
];
