// /llms.txt: a summary of the magazine for language models.
import { TEXT_TYPE } from '~/features/syndication/site-files';
import { getLlmsTxt } from '~/features/syndication/site-files.server';
import { publicFile } from '~/http/public-file.server';

export const loader = publicFile(TEXT_TYPE, ({ ctx }) => getLlmsTxt(ctx));
