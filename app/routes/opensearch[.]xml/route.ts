// The OpenSearch description, which lets browsers add the magazine to their search engines.
import { OPEN_SEARCH_TYPE } from '~/features/syndication/site-files';
import { getOpenSearch } from '~/features/syndication/site-files.server';
import { publicFile } from '~/http/public-file.server';

export const loader = publicFile(`${OPEN_SEARCH_TYPE}; charset=utf-8`, ({ ctx }) => getOpenSearch(ctx));
