// JSON Feed 1.1 with full articles.
import type { Feed, FeedItem } from './feed';

export const JSON_FEED_TYPE = 'application/feed+json; charset=utf-8';

export function toJsonFeed(feed: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.description,
    home_page_url: feed.pageUrl,
    feed_url: feed.selfUrl,
    icon: `${feed.siteUrl}/icon-512.png`,
    favicon: `${feed.siteUrl}/icon-192.png`,
    language: 'en-US',
    items: feed.items.map(toItem),
  });
}

function toItem(item: FeedItem): object {
  return {
    id: item.id,
    url: item.url,
    title: item.title,
    summary: item.summary,
    content_html: item.html,
    image: item.image.url,
    date_published: item.publishedAt.toISOString(),
    date_modified: item.updatedAt.toISOString(),
    authors: item.authors,
    tags: item.labels.map(({ name }) => name),
  };
}
