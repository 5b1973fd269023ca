// How an ad fares: in figures, by day and by place, on a page and as a spreadsheet.
import Papa from 'papaparse';
import { getSiteSettings } from '~/features/settings/settings.server';
import { addDays } from '~/lib/days';
import { NotFoundError } from '~/lib/errors';
import { toSlug } from '~/lib/slug';
import { isoDayIn } from '~/lib/zoned-time';
import type { AppContext } from '~/platform/context';
import { type AdReport, addUp, clickRate, fillDays, type ReportRange } from './ad-report';
import {
  selectAdName,
  selectDays,
  selectDaysAndPlaces,
  selectDrops,
  selectPlaces,
} from './ad-report-repo.server';

type Reading = Pick<AppContext, 'db' | 'clock'>;

const NO_AD = 'There is no such ad.';
const DELETED = 'Deleted ad';

/** One round trip. @throws NotFoundError for an ad that is not there and never was counted */
export async function getAdReport(ctx: Reading, adId: string, range: ReportRange): Promise<AdReport> {
  const { db } = ctx;
  const [today, [ad], days, places, drops] = await Promise.all([
    findToday(ctx),
    db.read(selectAdName(db.build, adId)),
    db.read(selectDays(db.build, adId, range.days)),
    db.read(selectPlaces(db.build, adId, range.days)),
    db.read(selectDrops(db.build, adId, range.days)),
  ]);
  // An ad that was deleted keeps its counts.
  if (!ad && days.rows.length === 0) throw new NotFoundError(NO_AD);
  const first = range.days === null ? (days.rows[0]?.day ?? today) : addDays(today, 1 - range.days);
  return {
    ad: { id: adId, name: ad?.name ?? DELETED, isDeleted: !ad },
    range: range.name,
    total: addUp(days.rows),
    days: fillDays(days.rows, first, latest(today, days.rows.at(-1)?.day)),
    places: places.rows,
    drops: drops.rows,
  };
}

/** Counted under another time zone, a day may be ahead of today. */
const latest = (today: string, counted = today) => (counted > today ? counted : today);

async function findToday(ctx: Reading): Promise<string> {
  const { timeZone } = await getSiteSettings(ctx);
  return isoDayIn(ctx.clock.now(), timeZone);
}

const COLUMNS = ['Date', 'Location', 'Category', 'Impressions', 'Viewable', 'Clicks', 'Click rate'];
/** Without it spreadsheets take UTF-8 for something older. */
const BYTE_ORDER_MARK = '\ufeff';

/** The range as CSV (RFC 4180), a row for each day and place. No cell is taken for a formula. @throws NotFoundError */
export async function exportAdReport(
  ctx: Reading,
  adId: string,
  range: ReportRange,
): Promise<{ fileName: string; text: string }> {
  const { db } = ctx;
  const [today, [ad], { rows }] = await Promise.all([
    findToday(ctx),
    db.read(selectAdName(db.build, adId)),
    db.read(selectDaysAndPlaces(db.build, adId, range.days)),
  ]);
  if (!ad && rows.length === 0) throw new NotFoundError(NO_AD);
  const cells = rows.map((row) => [
    row.day,
    row.location,
    row.category,
    ...[row.impressions, row.viewable, row.clicks].map(String),
    row.impressions > 0 ? clickRate(row) : '',
  ]);
  const text = Papa.unparse([COLUMNS, ...cells], { escapeFormulae: true });
  return {
    fileName: `ad-report-${toSlug(ad?.name ?? DELETED).slice(0, 60) || adId.slice(0, 8)}-${today}.csv`,
    text: `${BYTE_ORDER_MARK}${text}\r\n`,
  };
}
