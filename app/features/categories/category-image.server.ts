// Giving a category the picture of its banner.
import { categoryTag } from '~/features/articles/page-tags';
import type { AppContext, Statement } from '~/platform/context';
import { updateCategoryImage } from './manage-categories-repo.server';

/** Where nobody chose one meanwhile. Afterwards: `purgeCategoryImage`. */
export function categoryImageStatement(
  { db }: Pick<AppContext, 'db'>,
  id: string,
  url: string,
): Statement<unknown> {
  return updateCategoryImage(db.build, id, url);
}

/** Drops the pages that show the banner. */
export async function purgeCategoryImage({ pages }: Pick<AppContext, 'pages'>, slug: string): Promise<void> {
  await pages.purge([categoryTag(slug)]);
}
