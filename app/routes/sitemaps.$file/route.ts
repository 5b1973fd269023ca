// A sitemap listed in the index: `pages.xml` or `articles-{n}.xml`.
import { SITEMAP_TYPE } from '~/features/syndication/sitemap';
import { getSitemapFile } from '~/features/syndication/sitemaps.server';
import { publicFile } from '~/http/public-file.server';

export const loader = publicFile(SITEMAP_TYPE, ({ ctx, params }) => getSitemapFile(ctx, params.file ?? ''));
