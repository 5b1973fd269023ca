// Standing pages: About, Contact and the like.
import { withoutForeignPictures } from '~/features/media/foreign-pictures';
import { NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { selectPage } from './pages-repo.server';
import type { StandingPage } from './standing-page';

export const pageTag = (slug: string) => `page:${slug}`;
/** Lists all standing pages, with the moment of each one's last change. */
export const PAGES_TAG = 'pages';

/** @throws NotFoundError when there is no such page */
export async function getStandingPage(
  { db, page }: Pick<AppContext, 'db' | 'page'>,
  slug: string,
): Promise<StandingPage> {
  const [found] = await db.read(selectPage(db.build, slug));
  if (!found) throw new NotFoundError("The page you're looking for doesn't exist");
  page.tag(pageTag(slug));
  return { ...found, html: withoutForeignPictures(found.html) };
}
