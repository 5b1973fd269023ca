// Static pages, such as About and Contact.
import { withoutExternalImages } from '~/features/media/embedded/external-images';
import { NotFoundError } from '~/lib/errors';
import { toPageBody } from '~/lib/html/page-body';
import type { AppContext } from '~/platform/context';
import { selectPage } from './manage-pages-repo.server';
import type { StaticPage } from './page-view';

export const pageTag = (slug: string) => `page:${slug}`;
/** Cache tag of lists of static pages, with the time of their last changes. */
export const PAGES_TAG = 'pages';

/** @throws NotFoundError if there is no page with this slug */
export async function getStaticPage(
  { db, page }: Pick<AppContext, 'db' | 'page'>,
  slug: string,
): Promise<StaticPage> {
  const [found] = await db.read(selectPage(db.build, slug));
  if (!found) throw new NotFoundError("The page you're looking for doesn't exist");
  page.tag(pageTag(slug));
  return { ...found, html: toPageBody(withoutExternalImages(found.html)) };
}
