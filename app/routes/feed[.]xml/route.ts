// RSS feed of the newest articles.
import { getFeed } from '~/features/syndication/feeds.server';
import { RSS_TYPE, toRss } from '~/features/syndication/rss';
import { publicFile } from '~/http/public-file.server';

export const loader = publicFile(RSS_TYPE, async ({ ctx }) => toRss(await getFeed(ctx, '/feed.xml')));
