// JSON Feed of the newest articles.
import { getFeed } from '~/features/syndication/feeds.server';
import { JSON_FEED_TYPE, toJsonFeed } from '~/features/syndication/json-feed';
import { publicFile } from '~/http/public-file.server';

export const loader = publicFile(JSON_FEED_TYPE, async ({ ctx }) =>
  toJsonFeed(await getFeed(ctx, '/feed.json')),
);
