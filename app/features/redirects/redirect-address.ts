// Validates and normalizes redirect paths and targets to the form that is compared and stored.
import { searchAddress, searchState, toSearchQuery } from '~/features/search/search-query';
import { toPlainPath } from '~/lib/plain-path';
import { leadsElsewhere } from '~/lib/site-path';

const HERE = 'http://here.invalid';

/** In characters, as in the database. */
export const MAX_PATH_LENGTH = 1_000;

/** Built-in pages. Paths with slugs, such as `/article/…`, are checked in the database. */
const OWN_PAGES = new Set([
  '/',
  '/account',
  '/admin',
  '/admin-old',
  '/auth',
  '/atom.xml',
  '/category/all',
  '/favicon.ico',
  '/favicon.svg',
  '/feed.json',
  '/feed.xml',
  '/go',
  '/healthz',
  '/llms.txt',
  '/news-sitemap.xml',
  '/newsletter',
  '/opensearch.xml',
  '/readyz',
  '/robots.txt',
  '/search',
  '/site.webmanifest',
  '/sitemap.xml',
  '/subscribe',
]);
const OWN_PREFIXES =
  /^\/(account|admin|admin-old|api|assets|auth|cdn-cgi|dev|media|newsletter|sitemaps|stock|\.well-known)\//;

/** True for paths that a built-in route answers, so that a redirect from there would never be used. */
export function isOwnAddress(path: string): boolean {
  return OWN_PAGES.has(path) || OWN_PREFIXES.test(path);
}

/**
 * Normalizes a typed or pasted path to the form in which requests arrive: `About-Us/`, `/about-us` and
 * `https://magazine.example/about-us` are the same path. A search keeps its query, simplified: `/search?q=opening+hours`. Null if it
 * is not a path on this site, or longer than `MAX_PATH_LENGTH`.
 */
export function toFromPath(typed: string, siteUrl: string): string | null {
  const url = parse(typed.trim(), siteUrl);
  if (!url || url.origin !== HERE) return null;
  const path = searchPathOf(url) ?? toPlainPath(url.pathname);
  return path.length > MAX_PATH_LENGTH ? null : path;
}

/**
 * Normalizes a redirect target: a path on this site with query and hash, or an absolute http(s) URL. Null for
 * anything else, including paths that browsers resolve to another site.
 */
export function toTarget(typed: string, siteUrl: string): string | null {
  const url = parse(typed.trim(), siteUrl);
  if (!url) return null;
  if (url.origin !== HERE) return url.href;
  // Normalized like `toFromPath`, so that the database detects loops (`refuse_redirect_circle`).
  return searchPathOf(url) ?? toPlainPath(url.pathname) + url.search + url.hash;
}

function searchPathOf(url: URL): string | null {
  return toPlainPath(url.pathname) === '/search' ? plainSearchPath(url.searchParams) : null;
}

/** Resolves `typed` as a browser does on this site, with HERE in place of the site's origin. */
function parse(typed: string, siteUrl: string): URL | null {
  if (typed === '' || /[\s\\\p{Cc}]/u.test(typed) || typed.startsWith('//')) return null;
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(typed);
  const text = isAbsolute || typed.startsWith('/') ? typed : `/${typed}`;
  if (!URL.canParse(text, HERE)) return null;
  let url = new URL(text, HERE);
  if (url.origin === siteUrl) url = new URL(url.pathname + url.search + url.hash, HERE);
  if (url.username !== '' || url.password !== '' || !isWellEncoded(url.pathname)) return null;
  // Check after URL normalization, which turns `/..//elsewhere` into `//elsewhere`.
  if (leadsElsewhere(url.pathname)) return null;
  return ['http:', 'https:'].includes(url.protocol) ? url : null;
}

/** False for broken escapes and for escaped backslashes and control characters, which are never served. */
function isWellEncoded(path: string): boolean {
  try {
    return !/[\\\p{Cc}]/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/**
 * A search as the source of a redirect: its query in lower case without accents. Null for a search that is short, filtered, sorted or
 * on a later page. Such searches are never redirected, so they can be targets.
 */
export function plainSearchPath(params: URLSearchParams): string | null {
  const query = toSearchQuery(params);
  const isPlain =
    searchAddress(query, { page: query.page }) === searchAddress({ ...NO_QUERY, text: query.text });
  if (!isPlain || searchState(query.text) !== 'done') return null;
  const text = query.text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return searchAddress({ ...NO_QUERY, text });
}

const NO_QUERY = toSearchQuery(new URLSearchParams());
