// Pictures that come inside an article move into the file store before it is saved.
import { keepPicture } from '~/features/media/fetch-image.server';
import { keepTextPictures } from '~/features/media/text-pictures.server';
import type { Uploader } from '~/features/media/upload-image.server';
import type { AppContext } from '~/platform/context';

interface Pictures {
  /** HTML as it was sent. */
  content: string;
  imageUrl: string | null;
}

export interface KeptArticlePictures extends Pictures {
  /** Addresses in the text that gave no picture. */
  unfetched: string[];
}

/**
 * The same with addresses of our own. Without a picture given, the first one that stood in the text itself is the
 * article's (specification, section 5).
 * @param before the article's picture so far
 * @throws InvalidError for an address that gives no picture
 */
export async function keepPictures(
  ctx: AppContext,
  uploader: Uploader,
  { content, imageUrl }: Pictures,
  before: string | null,
): Promise<KeptArticlePictures> {
  const given = imageUrl && (await keepPicture(ctx, uploader, imageUrl, { folder: 'articles', before }));
  const { html, firstUrl, unfetched } = await keepTextPictures(ctx, uploader, content);
  return { content: html, imageUrl: given ?? firstUrl, unfetched };
}
