// /ads.txt (IAB): the authorized ad sellers from the settings.

import { TEXT_TYPE } from '~/features/syndication/site-files';
import { getAdsTxt } from '~/features/syndication/site-files.server';
import { publicFile } from '~/http/public-file.server';

export const loader = publicFile(TEXT_TYPE, ({ ctx }) => getAdsTxt(ctx));
