// Atom (RFC 4287) with full articles.
import type { Feed, FeedItem } from './feed';
import { cdata, textElement, XML_DECLARATION, xmlElement } from './xml';

export const ATOM_TYPE = 'application/atom+xml; charset=utf-8';

/** Atom requires a date even for a feed without entries. */
const EPOCH = new Date(0);

export function toAtom(feed: Feed): string {
  const content = [
    textElement('id', feed.selfUrl),
    textElement('title', feed.title),
    textElement('subtitle', feed.description),
    textElement('updated', (feed.updatedAt ?? EPOCH).toISOString()),
    xmlElement('link', { rel: 'self', type: 'application/atom+xml', href: feed.selfUrl }),
    xmlElement('link', { rel: 'alternate', type: 'text/html', href: feed.pageUrl }),
    textElement('icon', `${feed.siteUrl}/icon-192.png`),
    ...feed.items.map(toEntry),
  ];
  const attributes = { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en' };
  return `${XML_DECLARATION}${xmlElement('feed', attributes, content)}\n`;
}

function toEntry(item: FeedItem): string {
  const { image } = item;
  return xmlElement('entry', {}, [
    textElement('id', item.id),
    textElement('title', item.title),
    xmlElement('link', { rel: 'alternate', type: 'text/html', href: item.url }),
    xmlElement('link', { rel: 'enclosure', type: image.type, href: image.url }),
    textElement('published', item.publishedAt.toISOString()),
    textElement('updated', item.updatedAt.toISOString()),
    ...item.authors.map(({ name, url }) =>
      xmlElement('author', {}, [textElement('name', name), ...(url ? [textElement('uri', url)] : [])]),
    ),
    ...item.labels.map(({ name, slug, scheme }) =>
      xmlElement('category', { term: slug, scheme, label: name }),
    ),
    textElement('summary', item.summary),
    xmlElement('content', { type: 'html' }, cdata(item.html)),
  ]);
}
