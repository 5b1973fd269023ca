// /.well-known/security.txt: where to report a vulnerability (RFC 9116).
import { TEXT_TYPE } from '~/features/syndication/site-files';
import { getSecurityTxt } from '~/features/syndication/site-files.server';
import { publicFile } from '~/http/public-file.server';

export const loader = publicFile(TEXT_TYPE, ({ ctx }) => getSecurityTxt(ctx));
