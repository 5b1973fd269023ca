// The sitemap index.
import { SITEMAP_TYPE } from '~/features/syndication/sitemap';
import { getSitemapIndex } from '~/features/syndication/sitemaps.server';
import { publicFile } from '~/http/public-file.server';

export const loader = publicFile(SITEMAP_TYPE, ({ ctx }) => getSitemapIndex(ctx));
