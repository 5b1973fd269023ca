// The ranges of the readership report and their URLs.
import { withQuery } from '~/lib/query-string';
import { DAY_MS, isDay } from '~/lib/time/dates';

export const READERSHIP_PATH = '/admin/readership';
export const MAX_RANGE_DAYS = 366;

/** The ranges that end today. `name` is the URL parameter. */
export const READING_RANGES = [
  { name: 'today', label: 'Today', days: 1 },
  { name: '7', label: '7 days', days: 7 },
  { name: '28', label: '28 days', days: 28 },
  { name: '90', label: '90 days', days: 90 },
] as const;

/** The last days, including today; or days from a first to a last one. */
export type ReadingRange =
  | { name: (typeof READING_RANGES)[number]['name']; days: 1 | 7 | 28 | 90 }
  | { name: 'custom'; days: number; first: string; last: string };

/** What articles and other groups are ranked by, and what the charts show. */
export const MEASURES = ['engaged', 'views'] as const;
export type Measure = (typeof MEASURES)[number];

export interface ReadingQuery {
  range: ReadingRange;
  by: Measure;
}

export const DEFAULT_READING: ReadingQuery = { range: { name: '28', days: 28 }, by: 'engaged' };

/** As typed into the form. */
export interface TypedDays {
  from: string;
  to: string;
}

/** The custom range, or why there is none, for its form. */
export function toDays({ from, to }: TypedDays): ReadingRange | { error: string } {
  if (!isDay(from) || !isDay(to)) return { error: 'Enter both dates, such as 2026-11-24.' };
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) return { error: 'The first day must not be after the last day.' };
  if (days > MAX_RANGE_DAYS) return { error: `Choose at most ${MAX_RANGE_DAYS} days.` };
  return { name: 'custom', days, first: from, last: to };
}

/** Parses URL parameters. Missing and unknown ones get their defaults; `error` is about the typed days. */
export function toReadingQuery(params: URLSearchParams): {
  query: ReadingQuery;
  typed: TypedDays;
  error: string | null;
} {
  const by = MEASURES.find((name) => name === params.get('by')) ?? DEFAULT_READING.by;
  const typed = { from: (params.get('from') ?? '').slice(0, 40), to: (params.get('to') ?? '').slice(0, 40) };
  const asked = READING_RANGES.find(({ name }) => name === params.get('range'));
  if (asked) return { query: { range: { name: asked.name, days: asked.days }, by }, typed, error: null };
  if (!params.has('from') && !params.has('to'))
    return { query: { ...DEFAULT_READING, by }, typed, error: null };
  const custom = toDays(typed);
  if ('error' in custom) return { query: { ...DEFAULT_READING, by }, typed, error: custom.error };
  return { query: { range: custom, by }, typed, error: null };
}

/** The URL of the report, or of its export. */
export function readingAddress({ range, by }: ReadingQuery, path = READERSHIP_PATH): string {
  return withQuery(path, {
    ...(range.name === 'custom'
      ? { from: range.first, to: range.last }
      : range.name !== '28' && { range: range.name }),
    ...(by !== DEFAULT_READING.by && { by }),
  });
}
