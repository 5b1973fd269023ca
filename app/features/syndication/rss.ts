// RSS 2.0 with full articles. The `feed` package is not used, because it doesn't escape `&` in attributes
// ("AI & Automation" breaks its Atom), splits only the first `]]>` of a text, has no dc:creator, labels JPEGs
// image/jpg and supports only JSON Feed 1.0.
import type { Feed, FeedItem } from './feed';
import { cdata, textElement, XML_DECLARATION, xmlElement } from './xml';

export const RSS_TYPE = 'application/rss+xml; charset=utf-8';

const NAMESPACES = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:media': 'http://search.yahoo.com/mrss/',
};

export function toRss(feed: Feed): string {
  const channel = xmlElement('channel', {}, [
    textElement('title', feed.title),
    textElement('link', feed.pageUrl),
    textElement('description', asHtml(feed.description)),
    xmlElement('atom:link', { rel: 'self', type: 'application/rss+xml', href: feed.selfUrl }),
    textElement('language', 'en-us'),
    // Not the current time, so that an unchanged feed keeps its ETag.
    ...(feed.updatedAt ? [textElement('lastBuildDate', feed.updatedAt.toUTCString())] : []),
    xmlElement('image', {}, [
      textElement('url', `${feed.siteUrl}/icon-192.png`),
      textElement('title', feed.title),
      textElement('link', feed.pageUrl),
    ]),
    ...feed.items.map(toItem),
  ]);
  return `${XML_DECLARATION}${xmlElement('rss', { version: '2.0', ...NAMESPACES }, [channel])}\n`;
}

function toItem(item: FeedItem): string {
  const { image } = item;
  return xmlElement('item', {}, [
    textElement('title', item.title),
    textElement('link', item.url),
    textElement('guid', item.id, { isPermaLink: 'false' }),
    textElement('pubDate', item.publishedAt.toUTCString()),
    ...item.authors.map(({ name }) => textElement('dc:creator', name)),
    ...item.labels.map(({ name, scheme }) => textElement('category', name, { domain: scheme })),
    textElement('description', asHtml(item.summary)),
    xmlElement('content:encoded', {}, cdata(item.html)),
    // The length is required; 0 is the convention for unknown, because the JPEG version may not exist yet.
    ...(image.type ? [xmlElement('enclosure', { url: image.url, length: 0, type: image.type })] : []),
    xmlElement('media:content', { url: image.url, medium: 'image', type: image.type }),
  ]);
}

/** Escapes text for RSS descriptions, which are HTML. */
function asHtml(text: string): string {
  return text.replace(/&(?=#?\w+;)/g, '&amp;').replaceAll('<', '&lt;');
}
