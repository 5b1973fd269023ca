// A feed is read away from the site, where an address without a host leads nowhere.
import { escapeHtml } from '~/lib/escape';

/** `url` as the page at `base` would follow it; unchanged when it is no address at all. */
export function absoluteUrl(url: string, base: string): string {
  return URL.canParse(url, base) ? new URL(url, base).href : url;
}

const TAG = /<[a-z][^>]*>/gi;
const ADDRESS = /(\s(?:href|src|cite)=)"([^"]*)"/gi;
const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** Clean HTML (as stored: attributes in double quotes) with every link and picture address made absolute. */
export function absoluteHtml(html: string, pageUrl: string): string {
  return html.replace(TAG, (tag) =>
    tag.replace(ADDRESS, (_, name: string, value: string) => {
      const plain = value.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity);
      return `${name}"${escapeHtml(absoluteUrl(plain, pageUrl))}"`;
    }),
  );
}
