// Sitemap of articles from the last two days, for Google News.
import { SITEMAP_TYPE } from '~/features/syndication/sitemap';
import { getNewsSitemap } from '~/features/syndication/sitemaps.server';
import { publicFile } from '~/http/public-file.server';

export const loader = publicFile(SITEMAP_TYPE, ({ ctx }) => getNewsSitemap(ctx));
