// Limits and normalization of search queries (specification, sections 5 and 9).
import { cutText } from '~/lib/text';

export const SEARCH_MIN_LENGTH = 2;
export const SEARCH_RESULTS = 20;
/** Most articles that a search lists. If there are more, its total is "More than 1,000". */
export const SEARCH_MOST = 1_000;
/** Longer queries are cut to limit the cost of a search. */
export const SEARCH_QUERY_LIMIT = 200;
export const SEARCH_DEBOUNCE_MS = 300;

export type SearchState = 'idle' | 'short' | 'done';

/** What a search page or API call asks for. Filters are slugs; an unknown slug finds nothing. */
export interface SearchQuery {
  text: string;
  /** From 1. */
  page: number;
  sort: 'relevance' | 'date';
  category: string | null;
  author: string | null;
  year: number | null;
  /** Search for the words as typed, without correcting typos. */
  isExact: boolean;
  /** The last word may be unfinished. */
  isTyping: boolean;
}

/** The query trimmed, its spaces collapsed, and cut to `SEARCH_QUERY_LIMIT` characters. */
export function toQueryText(text: string | null): string {
  return cutText((text ?? '').replaceAll('\0', '').trim().replace(/\s+/g, ' '), 0, SEARCH_QUERY_LIMIT).trim();
}

/** `short` below 2 characters, for which no search runs. */
export function searchState(text: string): SearchState {
  if (text === '') return 'idle';
  return [...text].length < SEARCH_MIN_LENGTH ? 'short' : 'done';
}

/** Parses URL parameters. Missing and invalid ones get their defaults. */
export function toSearchQuery(params: URLSearchParams): SearchQuery {
  const year = params.get('year') ?? '';
  const page = params.get('page') ?? '';
  return {
    text: toQueryText(params.get('q')),
    page: /^[1-9]\d?$/.test(page) ? Math.min(Number(page), SEARCH_MOST / SEARCH_RESULTS) : 1,
    sort: params.get('sort') === 'date' ? 'date' : 'relevance',
    category: params.get('category') || null,
    author: params.get('author') || null,
    year: /^(19|20)\d\d$/.test(year) ? Number(year) : null,
    isExact: params.get('exact') === '1',
    isTyping: params.get('typing') === '1',
  };
}

/** The URL of a search, with changes. Any change other than of the page returns to page 1. */
export function searchAddress(query: SearchQuery, change: Partial<SearchQuery> = {}): string {
  return `/search?${searchParams({ ...query, page: 1, isTyping: false, ...change })}`;
}

/** The parameters of a search in their order, without defaults; only the text if it is too short to be searched. */
export function searchParams({
  text,
  page,
  sort,
  category,
  author,
  year,
  isExact,
  isTyping,
}: SearchQuery): URLSearchParams {
  const params = new URLSearchParams({ q: text });
  if (searchState(text) !== 'done') return params;
  if (category) params.set('category', category);
  if (author) params.set('author', author);
  if (year) params.set('year', String(year));
  if (sort === 'date') params.set('sort', sort);
  if (isExact) params.set('exact', '1');
  if (page > 1) params.set('page', String(page));
  if (isTyping) params.set('typing', '1');
  return params;
}
