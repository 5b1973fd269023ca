// Converts stored ads into the rows of the ads table.
import { adStateOf } from '~/features/ads/ad';
import { lastMomentOf, toAdDays } from '~/features/ads/ad-period';
import { type AdRow, choicesOf } from '~/features/ads/serving/ad-row';
import { toCreative } from '~/features/ads/serving/list-slot-ads.server';
import { formatDate } from '~/lib/time/dates';
import type { AdListItem } from './shown-ad';

export function toShownAd(row: AdRow, timeZone: string, now: Date): AdListItem {
  const { placements } = row;
  const { startDate, endDate } = toAdDays(row, timeZone);
  const names = placements.map(({ categoryName }) => categoryName).filter((name) => name !== null);
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    state: adStateOf(row, now),
    imageUrl: row.imageUrl ?? '',
    linkUrl: row.linkUrl ?? '',
    htmlContent: row.htmlContent ?? '',
    priority: row.priority,
    active: row.active,
    startDate: startDate ?? '',
    endDate: endDate ?? '',
    period: periodOf(row.startsAt, lastMomentOf(row), timeZone),
    created: formatDate(row.createdAt, timeZone),
    ...choicesOf(placements),
    categoryNames: [...new Set(names)],
    placementCount: placements.length,
    version: row.version,
  };
}

function periodOf(from: Date | null, to: Date | null, timeZone: string): string {
  const first = from && formatDate(from, timeZone);
  const last = to && formatDate(to, timeZone);
  if (first && last) return `${first} – ${last}`;
  if (first) return `From ${first}`;
  return last ? `Until ${last}` : '';
}

/** The sanitized HTML that placements show. */
export const creativeOf = ({ htmlContent, linkUrl }: AdRow): string | null =>
  toCreative(htmlContent, linkUrl);
