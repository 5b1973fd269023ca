// RSS feed of a category's newest articles.
import { getCategoryFeed } from '~/features/syndication/feeds.server';
import { RSS_TYPE, toRss } from '~/features/syndication/rss';
import { publicFile } from '~/http/public-file.server';

export const loader = publicFile(RSS_TYPE, async ({ ctx, params }) =>
  toRss(await getCategoryFeed(ctx, params.slug ?? '')),
);
