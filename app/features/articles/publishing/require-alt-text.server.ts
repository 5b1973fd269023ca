// Refuses articles whose images have no alt text, if the settings require it.
import { listMediaNames } from '~/features/media/media-library.server';
import { readSiteSettings } from '~/features/settings/settings.server';
import { InvalidError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import type { ArticleStatus } from '../article';
import { altTextRefusal, listUndescribed, needsAltText } from './alt-text';

interface SavedText {
  status: ArticleStatus;
  publishAt: Date | null;
  /** Clean HTML. */
  content: string;
}

/** @throws InvalidError that names the images */
export async function requireAltText(ctx: Pick<AppContext, 'db'>, article: SavedText): Promise<void> {
  if (!needsAltText(article)) return;
  const images = listUndescribed(article.content);
  if (images.length === 0) return;
  const [{ requireAltText: isRequired }, names] = await Promise.all([
    readSiteSettings(ctx),
    listMediaNames(
      ctx,
      images.map(({ src }) => src),
    ),
  ]);
  if (isRequired) throw InvalidError.at('content', altTextRefusal(images, names));
}
