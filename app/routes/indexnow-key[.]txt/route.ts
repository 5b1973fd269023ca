// /indexnow-key.txt: the key that proves to search engines that IndexNow submissions come from this site.

import { getKeyFile } from '~/features/seo/index-now.server';
import { TEXT_TYPE } from '~/features/syndication/site-files';
import { publicFile } from '~/http/public-file.server';

export const loader = publicFile(TEXT_TYPE, ({ ctx }) => getKeyFile(ctx));
