// RSS feed of the newest articles of an author.
import { getListFeed } from '~/features/syndication/feeds.server';
import { RSS_TYPE, toRss } from '~/features/syndication/rss';
import { publicFile } from '~/http/public-file.server';

export const loader = publicFile(RSS_TYPE, async ({ ctx, params }) =>
  toRss(await getListFeed(ctx, 'author', params.slug ?? '')),
);
