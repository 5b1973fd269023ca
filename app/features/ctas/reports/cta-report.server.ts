// The report of a call to action, for its page and as CSV.
import type { Role } from '~/features/accounts/account';
import { may } from '~/features/accounts/capabilities';
import type { ReportRange } from '~/features/ads/reports/ad-report';
import { getSiteSettings } from '~/features/settings/settings.server';
import { toCsvFile } from '~/lib/csv';
import { NotFoundError } from '~/lib/errors';
import { toSlug } from '~/lib/slug';
import { addDays } from '~/lib/time/dates';
import { fillSeries, latestDay } from '~/lib/time/day-series';
import { isoDayIn } from '~/lib/time/zoned-time';
import type { AppContext } from '~/platform/context';
import { addUpCta, type CtaReport, ctaClickRate } from './cta-report';
import { selectCtaDaysAndArticles, selectCtaReport, selectCtaTitle } from './cta-report-repo.server';

type ReadContext = Pick<AppContext, 'db' | 'clock'>;

const NO_CTA = 'This CTA does not exist.';
const DELETED = 'Deleted CTA';
const MAX_ARTICLES = 50;

const titleOf = ({ id, title }: { id: string | null; title: string | null }, seesAll: boolean) =>
  id === null ? 'Other pages' : (title ?? (seesAll ? 'Deleted article' : 'Deleted or unpublished article'));

async function findToday(ctx: ReadContext): Promise<string> {
  const { timeZone } = await getSiteSettings(ctx);
  return isoDayIn(ctx.clock.now(), timeZone);
}

/** Runs its queries in one round trip. @throws NotFoundError if the CTA doesn't exist and has no counts */
export async function getCtaReport(
  ctx: ReadContext,
  viewer: { role: Role },
  id: string,
  range: ReportRange,
): Promise<CtaReport> {
  const { db } = ctx;
  const seesAll = may(viewer, 'all articles');
  const [
    today,
    {
      rows: [cta],
    },
    { rows },
  ] = await Promise.all([
    findToday(ctx),
    db.read(selectCtaTitle(db.build, id)),
    db.read(selectCtaReport(db.build, id, range.days, { limit: MAX_ARTICLES, seesAll })),
  ]);
  const days = rows.flatMap(({ day, views, clicks, signUps }) =>
    day ? [{ day, views, clicks, signUps }] : [],
  );
  const articles = rows.filter(({ day }) => !day);
  // A deleted CTA keeps its counts.
  if (!cta) throw new NotFoundError(NO_CTA);
  const first = range.days === null ? (days[0]?.day ?? today) : addDays(today, 1 - range.days);
  return {
    cta: { id, title: cta.title ?? DELETED, isDeleted: cta.title === null },
    range: range.name,
    total: addUpCta(days),
    days: fillSeries(days, first, latestDay(today, days.at(-1)?.day), addUpCta([])),
    articles: articles.map((row) => ({
      id: row.id,
      title: titleOf(row, seesAll),
      views: row.views,
      clicks: row.clicks,
      signUps: row.signUps,
    })),
    moreArticles: Math.max(0, (articles[0]?.articles ?? 0) - articles.length),
  };
}

const COLUMNS = ['Date', 'Article', 'Views', 'Clicks', 'Click rate', 'Sign-ups'];

/**
 * The report as CSV (RFC 4180), one row per day and article. Cells that look like formulas are escaped.
 * @throws NotFoundError
 */
export async function exportCtaReport(
  ctx: ReadContext,
  viewer: { role: Role },
  id: string,
  range: ReportRange,
): Promise<{ fileName: string; text: string }> {
  const { db } = ctx;
  const seesAll = may(viewer, 'all articles');
  const [
    today,
    {
      rows: [cta],
    },
    { rows },
  ] = await Promise.all([
    findToday(ctx),
    db.read(selectCtaTitle(db.build, id)),
    db.read(selectCtaDaysAndArticles(db.build, id, range.days, seesAll)),
  ]);
  if (!cta) throw new NotFoundError(NO_CTA);
  const cells = rows.map((row) => [
    row.day,
    titleOf(row, seesAll),
    String(row.views),
    String(row.clicks),
    row.views > 0 ? ctaClickRate(row) : '',
    String(row.signUps),
  ]);
  return {
    fileName: `cta-report-${toSlug(cta.title ?? DELETED).slice(0, 60) || id.slice(0, 8)}-${today}.csv`,
    text: toCsvFile([COLUMNS, ...cells]),
  };
}
