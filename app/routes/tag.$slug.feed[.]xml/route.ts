// RSS feed of the newest articles with a tag.
import { getListFeed } from '~/features/syndication/feeds.server';
import { RSS_TYPE, toRss } from '~/features/syndication/rss';
import { publicFile } from '~/http/public-file.server';

export const loader = publicFile(RSS_TYPE, async ({ ctx, params }) =>
  toRss(await getListFeed(ctx, 'tag', params.slug ?? '')),
);
