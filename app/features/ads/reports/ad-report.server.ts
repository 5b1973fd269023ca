// The performance report of an ad, for its page and as CSV.
import { getSiteSettings } from '~/features/settings/settings.server';
import { toCsvFile } from '~/lib/csv';
import { NotFoundError } from '~/lib/errors';
import { toSlug } from '~/lib/slug';
import { addDays } from '~/lib/time/dates';
import { fillSeries, latestDay } from '~/lib/time/day-series';
import { isoDayIn } from '~/lib/time/zoned-time';
import type { AppContext } from '~/platform/context';
import { type AdReport, addUp, clickRate, type ReportRange } from './ad-report';
import {
  selectAdName,
  selectDays,
  selectDaysAndPlaces,
  selectDrops,
  selectPlaces,
} from './ad-report-repo.server';

type ReadContext = Pick<AppContext, 'db' | 'clock'>;

const NO_AD = 'This ad does not exist.';
const DELETED = 'Deleted ad';

/** Runs its queries in one round trip. @throws NotFoundError if the ad doesn't exist and has no counts */
export async function getAdReport(ctx: ReadContext, adId: string, range: ReportRange): Promise<AdReport> {
  const { db } = ctx;
  const [
    today,
    {
      rows: [ad],
    },
    days,
    places,
    drops,
  ] = await Promise.all([
    findToday(ctx),
    db.read(selectAdName(db.build, adId)),
    db.read(selectDays(db.build, adId, range.days)),
    db.read(selectPlaces(db.build, adId, range.days)),
    db.read(selectDrops(db.build, adId, range.days)),
  ]);
  // A deleted ad keeps its counts.
  if (!ad) throw new NotFoundError(NO_AD);
  const first = range.days === null ? (days.rows[0]?.day ?? today) : addDays(today, 1 - range.days);
  return {
    ad: { id: adId, name: ad.name ?? DELETED, isDeleted: ad.name === null },
    range: range.name,
    total: addUp(days.rows),
    days: fillSeries(days.rows, first, latestDay(today, days.rows.at(-1)?.day), addUp([])),
    places: places.rows,
    drops: drops.rows,
  };
}

async function findToday(ctx: ReadContext): Promise<string> {
  const { timeZone } = await getSiteSettings(ctx);
  return isoDayIn(ctx.clock.now(), timeZone);
}

const COLUMNS = ['Date', 'Location', 'Category', 'Impressions', 'Viewable', 'Clicks', 'Click rate'];

/**
 * The report as CSV (RFC 4180), one row per day and placement. Cells that look like formulas are escaped.
 * @throws NotFoundError
 */
export async function exportAdReport(
  ctx: ReadContext,
  adId: string,
  range: ReportRange,
): Promise<{ fileName: string; text: string }> {
  const { db } = ctx;
  const [
    today,
    {
      rows: [ad],
    },
    { rows },
  ] = await Promise.all([
    findToday(ctx),
    db.read(selectAdName(db.build, adId)),
    db.read(selectDaysAndPlaces(db.build, adId, range.days)),
  ]);
  if (!ad) throw new NotFoundError(NO_AD);
  const cells = rows.map((row) => [
    row.day,
    row.location,
    row.category,
    ...[row.impressions, row.viewable, row.clicks].map(String),
    row.impressions > 0 ? clickRate(row) : '',
  ]);
  return {
    fileName: `ad-report-${toSlug(ad.name ?? DELETED).slice(0, 60) || adId.slice(0, 8)}-${today}.csv`,
    text: toCsvFile([COLUMNS, ...cells]),
  };
}
