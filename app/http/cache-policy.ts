// Which addresses are pages that everyone sees alike, and which of their query parameters mean something.
import { LEAD_SOURCES, SUBSCRIBED_PARAM } from '~/features/newsletter/lead-source';
import { SEARCH_QUERY_LIMIT } from '~/features/search/search-query';

/** First path segment of public pages -> the parameters that change them. Anything else in a query is dropped. */
const PAGES = new Map<string, readonly string[]>(
  Object.entries({
    '': [],
    article: [],
    category: ['page'],
    tag: ['page'],
    author: ['page'],
    page: [],
    newsletter: [],
    search: ['q'],
    'feed.xml': [],
    'atom.xml': [],
    'feed.json': [],
    'sitemap.xml': [],
    'news-sitemap.xml': [],
    sitemaps: [],
    'llms.txt': [],
    'robots.txt': [],
    'ads.txt': [],
    'site.webmanifest': [],
    '.well-known': [],
  }),
);

const SEARCH_API = '/api/search';
const SUBSCRIBED_VALUES: ReadonlySet<string> = new Set(LEAD_SOURCES);

/** Pages below `newsletter` that are for one reader, whom a token in the query names, or that count who comes. */
const READERS_OWN = /^\/newsletter\/(?!archive(?=\/|$))/;

const DATA_SUFFIX = '.data';

export interface PublicAddress {
  /** Path and meaningful query in one spelling: the page's name in the cache. */
  key: string;
}

/** The one spelling of a public page's address; null when the address is no public page. */
export function toPublicAddress(url: URL): PublicAddress | null {
  const path = url.pathname;
  const plain = path.endsWith(DATA_SUFFIX) ? path.slice(0, -DATA_SUFFIX.length) : path;
  const segment = plain === '/_root' ? '' : (plain.split('/', 2)[1] ?? '');
  const names = plain === SEARCH_API ? ['q', 'view'] : PAGES.get(segment);
  if (!names || READERS_OWN.test(plain)) return null;
  const kept = new URLSearchParams();
  for (const name of names) {
    const value = url.searchParams.get(name);
    if (value !== null) keep(kept, name, value);
  }
  const subscribed = url.searchParams.get(SUBSCRIBED_PARAM);
  if (subscribed && SUBSCRIBED_VALUES.has(subscribed)) kept.set(SUBSCRIBED_PARAM, subscribed);
  const query = kept.toString();
  return { key: query ? `${path}?${query}` : path };
}

function keep(kept: URLSearchParams, name: string, value: string): void {
  if (name === 'page') {
    // Page 1 is the page without a number; what is no number stays, for the page to refuse.
    if (value !== '' && value !== '1') kept.set(name, value.slice(0, 12));
  } else if (name === 'q') {
    kept.set(name, value.trim().replace(/\s+/g, ' ').slice(0, SEARCH_QUERY_LIMIT));
  } else if (name === 'view') {
    if (value === 'card') kept.set(name, value);
  } else kept.set(name, value);
}
