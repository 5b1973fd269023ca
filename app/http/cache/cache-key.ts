// Builds the cache key of a public page from its URL.
import { LEAD_SOURCES, SUBSCRIBED_PARAM } from '~/features/newsletter/subscribers/lead-source';
import { searchParams, toSearchQuery } from '~/features/search/search-query';
import { policyOf } from '../route-policy';

const SUBSCRIBED_VALUES: ReadonlySet<string> = new Set(LEAD_SOURCES);

const DATA_SUFFIX = '.data';

export interface PublicAddress {
  /** The cache key: path and meaningful query in canonical form. */
  key: string;
}

/** The canonical address of a public page, or null for any other URL. */
export function toPublicAddress(url: URL): PublicAddress | null {
  const path = url.pathname;
  const plain = path.endsWith(DATA_SUFFIX) ? path.slice(0, -DATA_SUFFIX.length) : path;
  const names = policyOf(plain === '/_root' ? '/' : plain).cachedBy;
  if (!names) return null;
  // Only valid values of a search's parameters, so that invented ones do not fill the cache.
  const isSearch = names.includes('q');
  const given = isSearch ? searchParams(toSearchQuery(url.searchParams)) : url.searchParams;
  if (isSearch && url.searchParams.get('view') === 'card') given.set('view', 'card');
  const query = new URLSearchParams();
  for (const name of names) {
    const value = given.get(name);
    if (value !== null) addParam(query, name, value);
  }
  const subscribed = url.searchParams.get(SUBSCRIBED_PARAM);
  if (subscribed && SUBSCRIBED_VALUES.has(subscribed)) query.set(SUBSCRIBED_PARAM, subscribed);
  const search = query.toString();
  return { key: search ? `${path}?${search}` : path };
}

function addParam(query: URLSearchParams, name: string, value: string): void {
  // Page 1 has no number in its URL. An invalid number is kept, so that the page can refuse it.
  if (value === '') return;
  if (name !== 'page') query.set(name, value);
  else if (value !== '1') query.set(name, value.slice(0, 12));
}
