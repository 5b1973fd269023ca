// What the ads screen shows, from what is stored.
import { standingOf } from '~/features/ads/ad';
import { type AdRow, choicesOf } from '~/features/ads/ad-row';
import { toCreative } from '~/features/ads/creative.server';
import { formatDate } from '~/lib/dates';
import { isoDayIn } from '~/lib/zoned-time';
import type { ShownAd } from './shown-ad';

export function toShownAd(row: AdRow, timeZone: string, now: Date): ShownAd {
  const { startsAt, endsAt, placements } = row;
  // It ends when the day after its last one begins.
  const lastMoment = endsAt && new Date(endsAt.getTime() - 1);
  const day = (moment: Date | null) => (moment ? isoDayIn(moment, timeZone) : '');
  const names = placements.map(({ categoryName }) => categoryName).filter((name) => name !== null);
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    standing: standingOf(row, now),
    imageUrl: row.imageUrl ?? '',
    linkUrl: row.linkUrl ?? '',
    htmlContent: row.htmlContent ?? '',
    priority: row.priority,
    active: row.active,
    startDate: day(startsAt),
    endDate: day(lastMoment),
    period: periodOf(startsAt, lastMoment, timeZone),
    created: formatDate(row.createdAt, timeZone),
    ...choicesOf(placements),
    categoryNames: [...new Set(names)],
    placementCount: placements.length,
    stamp: row.stamp,
  };
}

function periodOf(from: Date | null, to: Date | null, timeZone: string): string {
  const first = from && formatDate(from, timeZone);
  const last = to && formatDate(to, timeZone);
  if (first && last) return `${first} – ${last}`;
  if (first) return `From ${first}`;
  return last ? `Until ${last}` : '';
}

/** The creative as slots show it. */
export const creativeOf = ({ htmlContent, linkUrl }: AdRow): string | null =>
  toCreative(htmlContent, linkUrl);
