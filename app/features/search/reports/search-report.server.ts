// The report of search terms, for its page and as CSV.
import { getSiteSettings } from '~/features/settings/settings.server';
import { toCsvFile } from '~/lib/csv';
import { addDays } from '~/lib/time/dates';
import { fillSeries } from '~/lib/time/day-series';
import { isoDayIn } from '~/lib/time/zoned-time';
import type { AppContext } from '~/platform/context';
import { emptyShare, type SearchReport, type SearchReportQuery, TERMS_PER_PAGE } from './search-report';
import { selectSearchDays, selectTerms } from './search-report-repo.server';

type ReadContext = Pick<AppContext, 'db' | 'clock'>;

/** One round trip. */
export async function getSearchReport(ctx: ReadContext, query: SearchReportQuery): Promise<SearchReport> {
  const { db } = ctx;
  const [today, terms, days] = await Promise.all([
    findToday(ctx),
    db.read(selectTerms(db.build, query, TERMS_PER_PAGE)),
    db.read(selectSearchDays(db.build, query.days)),
  ]);
  return {
    query,
    terms: terms.rows.map(({ query: term, searches, empty, opened }) => ({
      query: term,
      searches,
      empty,
      opened,
    })),
    total: terms.rows[0]?.total ?? 0,
    days: fillSeries(days.rows, addDays(today, 1 - query.days), today, { searches: 0, empty: 0 }),
  };
}

async function findToday(ctx: ReadContext): Promise<string> {
  const { timeZone } = await getSiteSettings(ctx);
  return isoDayIn(ctx.clock.now(), timeZone);
}

const COLUMNS = ['Query', 'Searches', 'Found nothing', 'Share', 'Most opened', 'Opened'];
const MAX_EXPORTED = 10_000;

/** The first 10,000 terms as CSV (RFC 4180). Cells that look like formulas are escaped. */
export async function exportSearchTerms(
  ctx: ReadContext,
  query: SearchReportQuery,
): Promise<{ fileName: string; text: string }> {
  const { db } = ctx;
  const [today, { rows }] = await Promise.all([
    findToday(ctx),
    db.read(selectTerms(db.build, { ...query, page: 1 }, MAX_EXPORTED)),
  ]);
  const cells = rows.map(({ query: term, searches, empty, opened }) => [
    term,
    String(searches),
    String(empty),
    emptyShare({ searches, empty }),
    opened ? `/article/${opened.slug}` : '',
    String(opened?.opens ?? 0),
  ]);
  return {
    fileName: `search-terms-${today}.csv`,
    text: toCsvFile([COLUMNS, ...cells]),
  };
}
