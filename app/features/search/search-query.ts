// Limits and normalization of search queries (specification, sections 5 and 9).
import { cutText } from '~/lib/text';

export const SEARCH_MIN_LENGTH = 2;
export const SEARCH_RESULTS = 20;
/** Longer queries are cut to limit the cost of pattern matching. */
export const SEARCH_QUERY_LIMIT = 200;
export const SEARCH_DEBOUNCE_MS = 300;

export type SearchState = 'idle' | 'short' | 'done';

/** The query trimmed, its spaces collapsed, and cut to `SEARCH_QUERY_LIMIT` characters. */
export function toSearchQuery(text: string | null): string {
  return cutText((text ?? '').replaceAll('\0', '').trim().replace(/\s+/g, ' '), 0, SEARCH_QUERY_LIMIT).trim();
}

/** `short` below 2 characters, for which no search runs. */
export function searchState(query: string): SearchState {
  if (query === '') return 'idle';
  return [...query].length < SEARCH_MIN_LENGTH ? 'short' : 'done';
}
