// The format-independent content of a feed, which is written as RSS, Atom or JSON Feed.
import { categoryImage } from '~/features/articles/article-image';
import { withoutExternalImages } from '~/features/media/embedded/external-images';
import { MEDIA_PREFIX } from '~/features/media/image-variants';
import { socialImage } from '~/features/media/social-image';
import { withoutFocus } from '~/lib/focal-point';
import { labelCallouts, linkPlayers } from '~/lib/html/article-blocks';
import { linkDynamicBlocks } from '~/lib/html/dynamic-blocks';
import { escapeHtml } from '~/lib/html/escape';
import { listFootnotes } from '~/lib/html/footnotes';
import { absoluteHtml, absoluteUrl } from './absolute-html';

export interface Feed {
  title: string;
  description: string;
  /** The page with the same articles. */
  pageUrl: string;
  /** URL of the feed itself. */
  selfUrl: string;
  siteUrl: string;
  /** The last change of any item; null if there are none. */
  updatedAt: Date | null;
  items: FeedItem[];
}

export interface FeedItem {
  /** Doesn't change with the slug, so that feed readers show an article only once. */
  id: string;
  url: string;
  title: string;
  summary: string;
  html: string;
  /** In the order of the byline. */
  authors: { name: string; url?: string }[];
  /** The category first, then the tags. `scheme` plus `slug` is the URL of the list. */
  labels: { name: string; slug: string; scheme: string }[];
  image: FeedImage;
  publishedAt: Date;
  updatedAt: Date;
}

export interface FeedImage {
  url: string;
  /** Undefined for an image on another site whose URL has no known file extension. */
  type?: string | undefined;
}

/** One row of the feed query. */
export interface FeedRow {
  id: string;
  slug: string;
  title: string;
  summary: string;
  /** The public content: for articles for members, only the beginning. */
  content: string;
  membersOnly: boolean;
  author: string;
  authorSlug: string | null;
  coauthors: { name: string; slug: string }[] | null;
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
    authors: [{ name: row.author, slug: row.authorSlug }, ...(row.coauthors ?? [])].map((author) => ({
      name: author.name,
      ...(author.slug && { url: `${siteUrl}/author/${author.slug}` }),
    })),
    labels: [
      ...(slug && name ? [{ name, slug, scheme: `${siteUrl}/category/` }] : []),
      ...row.tags.map((tag) => ({ ...tag, scheme: `${siteUrl}/tag/` })),
    ],
    image: toFeedImage(categoryImage(row.imageUrl, slug, blockedImageHosts), siteUrl),
    publishedAt: row.firstPublishedAt ?? row.publishDate,
    updatedAt: row.updatedAt,
  };
}

function toHtml({ content, summary, membersOnly }: FeedRow, url: string): string {
  const html = absoluteHtml(
    listFootnotes(linkPlayers(labelCallouts(linkDynamicBlocks(withoutExternalImages(content))))) ||
      `<p>${escapeHtml(summary)}</p>`,
    url,
  );
  return membersOnly
    ? `${html}<p><a href="${escapeHtml(url)}">Sign in on the website to keep reading.</a></p>`
    : html;
}

/** The last time any item was updated or published; null if there are none. */
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

function toFeedImage(image: string, siteUrl: string): FeedImage {
  // Email clients and older feed readers support JPEG best, and every stored image has a JPEG version.
  if (image.startsWith(MEDIA_PREFIX)) return { url: siteUrl + socialImage(image), type: 'image/jpeg' };
  const url = absoluteUrl(withoutFocus(image), siteUrl);
  const ending = /\.([a-z]+)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase();
  return { url, type: ending && TYPES[ending] };
}
