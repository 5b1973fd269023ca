// Writes robots.txt, security.txt, llms.txt, the web manifest and the OpenSearch description.
import type { SiteSettings } from '~/features/settings/site-settings';
import { cutText } from '~/lib/text';
import { DAY_MS } from '~/lib/time/dates';
import { textElement, XML_DECLARATION, xmlElement } from './xml';

export const TEXT_TYPE = 'text/plain; charset=utf-8';
export const MANIFEST_TYPE = 'application/manifest+json; charset=utf-8';
export const OPEN_SEARCH_TYPE = 'application/opensearchdescription+xml';

/**
 * Paths without useful search results: admin, sign-in, APIs, internal search and ad links. A rule applies to all paths that begin
 * with it, so `/auth` would include `/author/…`.
 */
const DISALLOWED_PATHS = ['/admin', '/auth$', '/auth?', '/auth/', '/api/', '/search', '/go?'];

export function toRobots(siteUrl: string): string {
  return lines([
    'User-agent: *',
    'Allow: /',
    ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    `Sitemap: ${siteUrl}/news-sitemap.xml`,
  ]);
}

/**
 * RFC 9116. Expires a year after the last midnight (UTC), so that the file stays the same all day and is
 * within the limit.
 */
export function toSecurityTxt(siteUrl: string, now: Date): string {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return lines([
    `Contact: ${siteUrl}/page/contact`,
    `Expires: ${new Date(midnight + 365 * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}/.well-known/security.txt`,
  ]);
}

export interface LlmsFacts {
  siteUrl: string;
  name: string;
  blurb: string;
  categories: readonly { slug: string; name: string; description: string }[];
  articles: readonly { slug: string; title: string; summary: string }[];
}

/** An llms.txt file (llmstxt.org): the magazine's contents in Markdown, for language models. */
export function toLlmsTxt({ siteUrl, name, blurb, categories, articles }: LlmsFacts): string {
  const link = (path: string, label: string, about: string) => {
    const description = inline(about);
    return `- [${inline(label)}](${siteUrl}${path})${description && `: ${description}`}`;
  };
  return lines([
    `# ${inline(name)}`,
    '',
    `> ${inline(blurb)}`,
    '',
    '## Categories',
    '',
    ...categories.map(({ slug, name, description }) => link(`/category/${slug}`, name, description)),
    link('/category/all', 'All stories', 'All stories, newest first.'),
    '',
    '## Newest articles',
    '',
    ...articles.map(({ slug, title, summary }) => link(`/article/${slug}`, title, summary)),
    '',
    '## Feeds',
    '',
    link('/feed.xml', 'RSS', 'The newest articles with their full text.'),
    link('/feed.json', 'JSON Feed', 'The same articles as JSON.'),
    link('/sitemap.xml', 'Sitemap', 'The URLs of all articles.'),
  ]);
}

/** One line of Markdown without links and tags. */
function inline(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]<]/g, '\\$&');
}

/** The --paper and --night colors of app/styles/tokens.css. */
const PAPER = '#faf7f0';
const NIGHT = '#14213d';

export function toWebManifest({ name, blurb }: Pick<SiteSettings, 'name' | 'blurb'>): string {
  const icon = (src: string, size: number, purpose: 'any' | 'maskable') => ({
    src,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return JSON.stringify({
    id: '/',
    name,
    short_name: name,
    description: blurb,
    lang: 'en',
    start_url: '/',
    scope: '/',
    // Keeps the browser's back and forward buttons, which readers of a magazine use.
    display: 'minimal-ui',
    background_color: PAPER,
    theme_color: NIGHT,
    icons: [
      icon('/icon-192.png', 192, 'any'),
      icon('/icon-512.png', 512, 'any'),
      icon('/icon-maskable-512.png', 512, 'maskable'),
    ],
  });
}

/** The limits of OpenSearch 1.1. */
const SHORT_NAME = 16;
const LONG_NAME = 48;

export function toOpenSearch(siteUrl: string, name: string): string {
  const cut = (length: number) => cutText(name, 0, length).trim();
  const description = xmlElement('OpenSearchDescription', { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' }, [
    textElement('ShortName', cut(SHORT_NAME)),
    textElement('LongName', cut(LONG_NAME)),
    textElement('Description', `Search the articles of ${name}.`),
    textElement('InputEncoding', 'UTF-8'),
    textElement('Image', `${siteUrl}/favicon.ico`, { width: 32, height: 32, type: 'image/x-icon' }),
    xmlElement('Url', { type: 'text/html', method: 'get', template: `${siteUrl}/search?q={searchTerms}` }),
    xmlElement('Url', { type: OPEN_SEARCH_TYPE, rel: 'self', template: `${siteUrl}/opensearch.xml` }),
  ]);
  return `${XML_DECLARATION}${description}\n`;
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}
