// Types and pure calculations for ad reports.
import { sumFigures, toPercent } from '~/lib/figures';
import type { DropReason } from '../tracking/ad-event';

/** Totals for a period or a placement. */
export interface AdFigures {
  impressions: number;
  viewable: number;
  clicks: number;
}

export interface AdDay extends AdFigures {
  /** `2026-11-21`, in the magazine's time zone. */
  day: string;
}

export interface AdPlaceTotal extends AdFigures {
  /** `article-sidebar`; empty if unknown. */
  location: string;
  /** `All categories` for a global placement. */
  category: string;
}

/** Events that were received but not counted. */
export interface AdDrop extends AdFigures {
  reason: DropReason;
}

/** Label and explanation of each reason. */
export const DROP_TEXTS: Record<DropReason, { label: string; note: string }> = {
  too_early: { label: 'Too early', note: 'More events than the ad rotation of the page allows.' },
  repeated: {
    label: 'Repeated',
    note: 'A duplicate impression, or another click by the same reader within ten minutes.',
  },
  over_limit: { label: 'Over the limit', note: 'More than 2,000 events per minute from one network.' },
  not_on_page: { label: 'Not on the page', note: 'Reported by a page that does not show this ad.' },
  bad_token: { label: 'Invalid token', note: 'Not backed by a page view on this site.' },
  expired: { label: 'Expired token', note: 'More than an hour after the page view began.' },
  old_page: { label: 'Old page', note: 'On a page that was loaded more than two days earlier.' },
  crawler: { label: 'Crawlers', note: 'Search engines, monitors and other programs.' },
  not_opened: { label: 'Not opened', note: 'Prefetches, previews and link checks of the ad’s link.' },
};

/** The selectable ranges; `name` is the URL parameter, and `days` is null for all time. */
export const REPORT_RANGES = [
  { name: '7', label: '7 days', days: 7 },
  { name: '30', label: '30 days', days: 30 },
  { name: '90', label: '90 days', days: 90 },
  { name: '365', label: '12 months', days: 365 },
  { name: 'all', label: 'All time', days: null },
] as const;
export type ReportRange = (typeof REPORT_RANGES)[number];
export const DEFAULT_RANGE: ReportRange = REPORT_RANGES[1];

/** Falls back to the default range for unknown names. */
export function toRange(name: string | null): ReportRange {
  return REPORT_RANGES.find((range) => range.name === name) ?? DEFAULT_RANGE;
}

export interface AdReport {
  ad: { id: string; name: string; isDeleted: boolean };
  range: ReportRange['name'];
  total: AdFigures;
  /** Every day of the range, including days without events. */
  days: AdDay[];
  /** Most impressions first. */
  places: AdPlaceTotal[];
  /** Most events first. */
  drops: AdDrop[];
}

/** Clicks per impression, such as `2.31%`; a dash without impressions. */
export function clickRate({ impressions, clicks }: AdFigures): string {
  return toPercent(clicks, impressions);
}

/** Viewable share of the impressions, such as `71%`. Requires at least one impression. */
export function viewableShare({ impressions, viewable }: AdFigures): string {
  return `${Math.round((100 * viewable) / impressions)}%`;
}

export const addUp = (rows: readonly AdFigures[]): AdFigures =>
  sumFigures(rows, ['impressions', 'viewable', 'clicks']);
