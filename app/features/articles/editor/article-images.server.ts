// Moves images that are embedded in an article into the file store before it is saved.

import { storeTextImages } from '~/features/media/embedded/text-images.server';
import { storeImageFromAddress } from '~/features/media/fetch-image.server';
import type { Uploader } from '~/features/media/store-image.server';
import type { AppContext } from '~/platform/context';

interface ArticleImages {
  /** Unsanitized HTML. */
  content: string;
  imageUrl: string | null;
}

export interface StoredArticleImages extends ArticleImages {
  /** About images of the text that could not be downloaded or were removed; undefined if there are none. */
  imageWarning: string | undefined;
}

/**
 * Replaces image data and URLs with file store URLs. Without `imageUrl`, the first image that was embedded in
 * the text becomes the article's image (specification, section 5).
 * @param before the article's current image
 * @throws InvalidError if `imageUrl` cannot be downloaded
 */
export async function storeArticleImages(
  ctx: AppContext,
  uploader: Uploader,
  { content, imageUrl }: ArticleImages,
  before: string | null,
): Promise<StoredArticleImages> {
  const given =
    imageUrl && (await storeImageFromAddress(ctx, uploader, imageUrl, { folder: 'articles', before }));
  const { html, firstUrl, warning } = await storeTextImages(ctx, uploader, content);
  return { content: html, imageUrl: given ?? firstUrl, imageWarning: warning };
}
