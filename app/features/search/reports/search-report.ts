// Types and pure calculations for the report of search terms.
import { withQuery } from '~/lib/query-string';

export const SEARCH_RANGES = [7, 28, 90] as const;
export type SearchRange = (typeof SEARCH_RANGES)[number];
const TERM_SORTS = ['searches', 'empty', 'query'] as const;
export type TermSort = (typeof TERM_SORTS)[number];
export const TERMS_PER_PAGE = 25;
export const SEARCH_TERMS_PATH = '/admin/search';

export interface SearchReportQuery {
  days: SearchRange;
  /** Only terms for which at least half of the searches found nothing. */
  isEmptyOnly: boolean;
  sort: TermSort;
  order: 'asc' | 'desc';
  /** From 1. */
  page: number;
}

export interface SearchTermRow {
  query: string;
  searches: number;
  /** How many of them found nothing. */
  empty: number;
  /** The result that was opened most often. */
  opened: { slug: string; title: string; opens: number } | null;
}

export interface SearchDay {
  day: string;
  searches: number;
  empty: number;
}

export interface SearchReport {
  query: SearchReportQuery;
  terms: SearchTermRow[];
  /** Number of terms in the list. */
  total: number;
  /** Every day of the range, with all searches, including those whose terms are not shown. */
  days: SearchDay[];
}

const firstOrder = (sort: TermSort) => (sort === 'query' ? 'asc' : 'desc');

/** Parses URL parameters. Missing and invalid ones get their defaults. */
export function toSearchReportQuery(params: URLSearchParams): SearchReportQuery {
  const sort = TERM_SORTS.find((name) => name === params.get('sort')) ?? 'searches';
  const order = params.get('order');
  const page = params.get('page') ?? '';
  return {
    days: SEARCH_RANGES.find((days) => String(days) === params.get('range')) ?? 28,
    isEmptyOnly: params.get('view') === 'empty',
    sort,
    order: order === 'asc' || order === 'desc' ? order : firstOrder(sort),
    page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
  };
}

/** The URL of the report, or of its export. Any change other than of the page returns to page 1. */
export function searchReportAddress(
  query: SearchReportQuery,
  change: Partial<SearchReportQuery> = {},
  path = SEARCH_TERMS_PATH,
): string {
  const { days, isEmptyOnly, sort, order, page } = { ...query, page: 1, ...change };
  return withQuery(path, {
    ...(days !== 28 && { range: String(days) }),
    ...(isEmptyOnly && { view: 'empty' }),
    ...(sort !== 'searches' && { sort }),
    ...(order !== firstOrder(sort) && { order }),
    ...(page > 1 && { page: String(page) }),
  });
}

/** The sorting after a click on a column: its default direction, then the opposite one. */
export function nextTermSort(
  query: SearchReportQuery,
  sort: TermSort,
): Pick<SearchReportQuery, 'sort' | 'order'> {
  if (query.sort !== sort) return { sort, order: firstOrder(sort) };
  return { sort, order: query.order === 'asc' ? 'desc' : 'asc' };
}

/** The share of searches that found nothing, such as `12%`; a dash without searches. */
export function emptyShare({ searches, empty }: { searches: number; empty: number }): string {
  return searches > 0 ? `${Math.round((100 * empty) / searches)}%` : '–';
}
