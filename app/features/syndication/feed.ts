// What a feed says, whatever the format: RSS, Atom and JSON Feed are three spellings of this.
import { categoryImage } from '~/features/articles/article-image';
import { withoutForeignPictures } from '~/features/media/foreign-pictures';
import { MEDIA_PREFIX } from '~/features/media/image-variants';
import { socialPicture } from '~/features/media/picture';
import { escapeHtml } from '~/lib/escape';
import { absoluteHtml, absoluteUrl } from './absolute-html';

export interface Feed {
  title: string;
  description: string;
  /** The page that shows the same articles. */
  pageUrl: string;
  /** Where this feed itself is. */
  selfUrl: string;
  siteUrl: string;
  /** The last change of any of its items; null when there are none. */
  updatedAt: Date | null;
  items: FeedItem[];
}

export interface FeedItem {
  /** Stays the same when the slug changes, so that no reader sees an article twice. */
  id: string;
  url: string;
  title: string;
  summary: string;
  html: string;
  author: { name: string; url?: string };
  /** Its category first, then its tags. `scheme` and `slug` together are the address of the list. */
  labels: { name: string; slug: string; scheme: string }[];
  picture: FeedPicture;
  publishedAt: Date;
  updatedAt: Date;
}

export interface FeedPicture {
  url: string;
  /** Undefined for a picture from elsewhere whose address does not tell. */
  type?: string;
}

/** One row of the feed query. */
export interface FeedRow {
  id: string;
  slug: string;
  title: string;
  summary: string;
  /** What everybody may read. */
  content: string;
  membersOnly: boolean;
  author: string;
  authorSlug: string | null;
  imageUrl: string | null;
  categorySlug: string | null;
  categoryName: string | null;
  tags: { slug: string; name: string }[];
  publishDate: Date;
  firstPublishedAt: Date | null;
  updatedAt: Date;
}

export interface FeedSettings {
  siteUrl: string;
  blockedImageHosts: readonly string[];
}

export function toFeedItem(row: FeedRow, { siteUrl, blockedImageHosts }: FeedSettings): FeedItem {
  const url = `${siteUrl}/article/${row.slug}`;
  const { categorySlug: slug, categoryName: name } = row;
  return {
    id: `urn:uuid:${row.id}`,
    url,
    title: row.title,
    summary: row.summary,
    html: toHtml(row, url),
    author: { name: row.author, ...(row.authorSlug && { url: `${siteUrl}/author/${row.authorSlug}` }) },
    labels: [
      ...(slug && name ? [{ name, slug, scheme: `${siteUrl}/category/` }] : []),
      ...row.tags.map((tag) => ({ ...tag, scheme: `${siteUrl}/tag/` })),
    ],
    picture: toFeedPicture(categoryImage(row.imageUrl, slug, blockedImageHosts), siteUrl),
    publishedAt: row.firstPublishedAt ?? row.publishDate,
    updatedAt: row.updatedAt,
  };
}

function toHtml({ content, summary, membersOnly }: FeedRow, url: string): string {
  const html = absoluteHtml(withoutForeignPictures(content) || `<p>${escapeHtml(summary)}</p>`, url);
  return membersOnly
    ? `${html}<p><a href="${escapeHtml(url)}">Members read on at the magazine.</a></p>`
    : html;
}

/** The last change of any item; an item counts as changed when it is published, too. */
export function lastChange(items: readonly FeedItem[]): Date | null {
  if (items.length === 0) return null;
  return new Date(Math.max(...items.map((item) => Math.max(+item.updatedAt, +item.publishedAt))));
}

const TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
};

function toFeedPicture(image: string, siteUrl: string): FeedPicture {
  // Mail programs and older readers know JPEG best, and ours exist as JPEG.
  if (image.startsWith(MEDIA_PREFIX)) return { url: siteUrl + socialPicture(image), type: 'image/jpeg' };
  const url = absoluteUrl(image, siteUrl);
  const ending = /\.([a-z]+)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase();
  return { url, type: ending && TYPES[ending] };
}
