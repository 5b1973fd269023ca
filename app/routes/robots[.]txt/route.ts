// /robots.txt: crawl rules and the sitemap URLs.
import { TEXT_TYPE } from '~/features/syndication/site-files';
import { getRobots } from '~/features/syndication/site-files.server';
import { publicFile } from '~/http/public-file.server';

export const loader = publicFile(TEXT_TYPE, ({ ctx }) => getRobots(ctx));
