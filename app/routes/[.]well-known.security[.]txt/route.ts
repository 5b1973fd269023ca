// Where to report a weakness of the site.
import { TEXT_TYPE } from '~/features/syndication/site-files';
import { getSecurityTxt } from '~/features/syndication/site-files.server';
import { publicFile } from '~/http/public-file.server';

export const loader = publicFile(TEXT_TYPE, ({ ctx }) => getSecurityTxt(ctx));
