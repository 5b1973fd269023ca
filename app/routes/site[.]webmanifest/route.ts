// The web app manifest.
import { MANIFEST_TYPE } from '~/features/syndication/site-files';
import { getWebManifest } from '~/features/syndication/site-files.server';
import { publicFile } from '~/http/public-file.server';

export const loader = publicFile(MANIFEST_TYPE, ({ ctx }) => getWebManifest(ctx));
