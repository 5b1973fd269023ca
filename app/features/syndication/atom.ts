// Atom (RFC 4287) with the whole articles.
import type { Feed, FeedItem } from './feed';
import { cdata, element, textElement, XML_DECLARATION } from './xml';

export const ATOM_TYPE = 'application/atom+xml; charset=utf-8';

/** Required even of a feed without entries. */
const NEVER = new Date(0);

export function toAtom(feed: Feed): string {
  const content = [
    textElement('id', feed.selfUrl),
    textElement('title', feed.title),
    textElement('subtitle', feed.description),
    textElement('updated', (feed.updatedAt ?? NEVER).toISOString()),
    element('link', { rel: 'self', type: 'application/atom+xml', href: feed.selfUrl }),
    element('link', { rel: 'alternate', type: 'text/html', href: feed.pageUrl }),
    textElement('icon', `${feed.siteUrl}/icon-192.png`),
    ...feed.items.map(toEntry),
  ];
  const attributes = { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en' };
  return `${XML_DECLARATION}${element('feed', attributes, content)}\n`;
}

function toEntry(item: FeedItem): string {
  const { author, picture } = item;
  return element('entry', {}, [
    textElement('id', item.id),
    textElement('title', item.title),
    element('link', { rel: 'alternate', type: 'text/html', href: item.url }),
    element('link', { rel: 'enclosure', type: picture.type, href: picture.url }),
    textElement('published', item.publishedAt.toISOString()),
    textElement('updated', item.updatedAt.toISOString()),
    element('author', {}, [
      textElement('name', author.name),
      ...(author.url ? [textElement('uri', author.url)] : []),
    ]),
    ...item.labels.map(({ name, slug, scheme }) => element('category', { term: slug, scheme, label: name })),
    textElement('summary', item.summary),
    element('content', { type: 'html' }, cdata(item.html)),
  ]);
}
