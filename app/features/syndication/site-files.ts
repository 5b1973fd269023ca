// The small files by which machines get to know the magazine.
import type { SiteSettings } from '~/features/settings/site-settings';
import { DAY_MS } from '~/lib/days';

export const TEXT_TYPE = 'text/plain; charset=utf-8';
export const MANIFEST_TYPE = 'application/manifest+json; charset=utf-8';

/** What no search engine has any use for: the back office, sign-in, machine interfaces, results of our own search, ads. */
const NOT_FOR_CRAWLERS = ['/admin', '/auth', '/api/', '/search', '/go?'];

export function toRobots(siteUrl: string): string {
  return lines([
    'User-agent: *',
    'Allow: /',
    ...NOT_FOR_CRAWLERS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    `Sitemap: ${siteUrl}/news-sitemap.xml`,
  ]);
}

/** RFC 9116. It expires a year after today's midnight, so that it stays the same all day and never claims more. */
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

/** llmstxt.org: the magazine in Markdown, for language models. */
export function toLlmsTxt({ siteUrl, name, blurb, categories, articles }: LlmsFacts): string {
  const link = (path: string, label: string, about: string) => {
    const words = inline(about);
    return `- [${inline(label)}](${siteUrl}${path})${words && `: ${words}`}`;
  };
  return lines([
    `# ${inline(name)}`,
    '',
    `> ${inline(blurb)}`,
    '',
    '## Categories',
    '',
    ...categories.map(({ slug, name, description }) => link(`/category/${slug}`, name, description)),
    link('/category/all', 'All stories', 'Every story of the magazine, newest first.'),
    '',
    '## Newest articles',
    '',
    ...articles.map(({ slug, title, summary }) => link(`/article/${slug}`, title, summary)),
    '',
    '## Feeds',
    '',
    link('/feed.xml', 'RSS', 'The newest articles with their full text.'),
    link('/feed.json', 'JSON Feed', 'The same as JSON.'),
    link('/sitemap.xml', 'Sitemap', 'The address of every article.'),
  ]);
}

/** One line of Markdown in which nothing is a link or a tag. */
function inline(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]<]/g, '\\$&');
}

/** --paper and --night of app/styles/tokens.css. */
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
    // A magazine is read by following links and going back, so the browser's buttons stay.
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

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}
