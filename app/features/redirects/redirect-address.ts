// What may lead where: addresses as they are typed, in the one spelling that is compared and stored.
import { toPlainPath } from '~/lib/plain-path';
import { leadsElsewhere } from '~/lib/site-path';

const HERE = 'http://here.invalid';

/** Pages of the product itself; `/article/…` and the like are asked of the database. */
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
  '/healthz',
  '/llms.txt',
  '/news-sitemap.xml',
  '/newsletter',
  '/readyz',
  '/robots.txt',
  '/search',
  '/site.webmanifest',
  '/sitemap.xml',
  '/subscribe',
]);
const OWN_ROOMS =
  /^\/(admin|admin-old|api|assets|auth|cdn-cgi|dev|media|newsletter|sitemaps|stock|\.well-known)\//;

/** True for addresses that the product answers itself, so that a redirect from there would never be asked. */
export function isOwnAddress(path: string): boolean {
  return OWN_PAGES.has(path) || OWN_ROOMS.test(path);
}

/**
 * A path as a request for it arrives, from what was typed or pasted: `About-Us/`, `/about-us` and
 * `https://magazine.example/about-us` are one. Null for what is no path of this site.
 */
export function toFromPath(typed: string, siteUrl: string): string | null {
  const url = parse(typed.trim(), siteUrl);
  if (!url || url.origin !== HERE) return null;
  return toPlainPath(url.pathname);
}

/**
 * Where a redirect may lead: a path of this site with its query and hash, or an absolute http(s) address. Null for
 * anything else, and for what only looks like one of these.
 */
export function toTarget(typed: string, siteUrl: string): string | null {
  const url = parse(typed.trim(), siteUrl);
  if (!url) return null;
  return url.origin === HERE ? toPlainPath(url.pathname) + url.search + url.hash : url.href;
}

/** `typed` as a browser would read it on this site, whose own origin becomes HERE. */
function parse(typed: string, siteUrl: string): URL | null {
  if (typed === '' || /[\s\\\p{Cc}]/u.test(typed) || typed.startsWith('//')) return null;
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(typed);
  const text = isAbsolute || typed.startsWith('/') ? typed : `/${typed}`;
  if (!URL.canParse(text, HERE)) return null;
  let url = new URL(text, HERE);
  if (url.origin === siteUrl) url = new URL(url.pathname + url.search + url.hash, HERE);
  if (url.username !== '' || url.password !== '' || !isWellEncoded(url.pathname)) return null;
  // Judged after the browser's own normalization: `/..//elsewhere` becomes `//elsewhere`.
  if (leadsElsewhere(url.pathname)) return null;
  return ['http:', 'https:'].includes(url.protocol) ? url : null;
}

/** Neither a broken escape, nor a hidden backslash or control character: no such address is ever answered. */
function isWellEncoded(path: string): boolean {
  try {
    return !/[\\\p{Cc}]/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}
