// RSS 2.0 with the whole articles.
//
// Written here and not by the `feed` package, which leaves `&` in attributes as it is ("AI & Automation" breaks its Atom),
// cuts only the first `]]>` of a text, has no dc:creator, calls JPEGs image/jpg and stops at JSON Feed 1.0.
import type { Feed, FeedItem } from './feed';
import { cdata, element, textElement, XML_DECLARATION } from './xml';

export const RSS_TYPE = 'application/rss+xml; charset=utf-8';

const NAMESPACES = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:media': 'http://search.yahoo.com/mrss/',
};

export function toRss(feed: Feed): string {
  const channel = element('channel', {}, [
    textElement('title', feed.title),
    textElement('link', feed.pageUrl),
    textElement('description', asHtml(feed.description)),
    element('atom:link', { rel: 'self', type: 'application/rss+xml', href: feed.selfUrl }),
    textElement('language', 'en-us'),
    // Not the time of writing: an unchanged feed keeps its ETag.
    ...(feed.updatedAt ? [textElement('lastBuildDate', feed.updatedAt.toUTCString())] : []),
    element('image', {}, [
      textElement('url', `${feed.siteUrl}/icon-192.png`),
      textElement('title', feed.title),
      textElement('link', feed.pageUrl),
    ]),
    ...feed.items.map(toItem),
  ]);
  return `${XML_DECLARATION}${element('rss', { version: '2.0', ...NAMESPACES }, [channel])}\n`;
}

function toItem(item: FeedItem): string {
  const { picture } = item;
  return element('item', {}, [
    textElement('title', item.title),
    textElement('link', item.url),
    textElement('guid', item.id, { isPermaLink: 'false' }),
    textElement('pubDate', item.publishedAt.toUTCString()),
    textElement('dc:creator', item.author.name),
    ...item.labels.map(({ name, scheme }) => textElement('category', name, { domain: scheme })),
    textElement('description', asHtml(item.summary)),
    element('content:encoded', {}, cdata(item.html)),
    // The length is required, and 0 is the custom where it is unknown: the copy may not have been made yet.
    ...(picture.type ? [element('enclosure', { url: picture.url, length: 0, type: picture.type })] : []),
    element('media:content', { url: picture.url, medium: 'image', type: picture.type }),
  ]);
}

/** RSS descriptions are HTML, so what would be taken for a tag or an entity is escaped once more. */
function asHtml(text: string): string {
  return text.replace(/&(?=#?\w+;)/g, '&amp;').replaceAll('<', '&lt;');
}
