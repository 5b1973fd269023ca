// Sitemaps as defined by sitemaps.org and Google's image and news extensions.
import { textElement, XML_DECLARATION, xmlElement } from './xml';

export const SITEMAP_TYPE = 'application/xml; charset=utf-8';

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const IMAGE = 'http://www.google.com/schemas/sitemap-image/1.1';
const NEWS = 'http://www.google.com/schemas/sitemap-news/0.9';

export interface SitemapEntry {
  url: string;
  lastModified?: Date | null;
  imageUrl?: string;
}

export interface NewsEntry {
  url: string;
  title: string;
  publishedAt: Date;
}

export function toSitemapIndex(urls: readonly string[]): string {
  const parts = urls.map((url) => xmlElement('sitemap', {}, textElement('loc', url)));
  return XML_DECLARATION + xmlElement('sitemapindex', { xmlns: SITEMAP }, parts);
}

export function toSitemap(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ url, lastModified, imageUrl }) => {
    const changed = lastModified ? textElement('lastmod', lastModified.toISOString()) : '';
    const image = imageUrl ? xmlElement('image:image', {}, textElement('image:loc', imageUrl)) : '';
    return xmlElement('url', {}, textElement('loc', url) + changed + image);
  });
  return XML_DECLARATION + xmlElement('urlset', { xmlns: SITEMAP, 'xmlns:image': IMAGE }, urls);
}

/** @param homeUrl listed if there is no news, because the schema requires at least one URL */
export function toNewsSitemap(publication: string, news: readonly NewsEntry[], homeUrl: string): string {
  const named = xmlElement('news:publication', {}, [
    textElement('news:name', publication),
    textElement('news:language', 'en'),
  ]);
  const urls = news.map(({ url, title, publishedAt }) =>
    xmlElement('url', {}, [
      textElement('loc', url),
      xmlElement('news:news', {}, [
        named,
        textElement('news:publication_date', publishedAt.toISOString()),
        textElement('news:title', title),
      ]),
    ]),
  );
  if (urls.length === 0) urls.push(xmlElement('url', {}, textElement('loc', homeUrl)));
  return XML_DECLARATION + xmlElement('urlset', { xmlns: SITEMAP, 'xmlns:news': NEWS }, urls);
}
