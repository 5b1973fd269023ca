// Makes URLs absolute for feeds, which are read outside the site.
import { escapeHtml } from '~/lib/html/escape';

/** `url` resolved against the page at `base`; unchanged if it is not a valid URL. */
export function absoluteUrl(url: string, base: string): string {
  return URL.canParse(url, base) ? new URL(url, base).href : url;
}

const TAG = /<[a-z][^>]*>/gi;
const ADDRESS = /(\s(?:href|src|cite|poster)=)"([^"]*)"/gi;
const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** Sanitized HTML (with attributes in double quotes) with absolute link and image URLs. */
export function absoluteHtml(html: string, pageUrl: string): string {
  return html.replace(TAG, (tag) =>
    tag.replace(ADDRESS, (_, name: string, value: string) => {
      const plain = value.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity);
      return `${name}"${escapeHtml(absoluteUrl(plain, pageUrl))}"`;
    }),
  );
}
