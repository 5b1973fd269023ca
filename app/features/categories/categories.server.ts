// Reading categories: what other features and doors ask of them.
import type { AppContext } from '~/platform/context';
import { selectBanner, selectPublishedTotal } from './categories-repo.server';
import type { CategoryBanner } from './category-view';

/** The category at `slug` with its count of published articles, or null. */
export async function findCategory(
  { db }: Pick<AppContext, 'db'>,
  slug: string,
): Promise<CategoryBanner | null> {
  const [found = null] = await db.read(selectBanner(db.build, { slug }));
  return found;
}

/** How many articles are published. */
export async function countPublished({ db }: Pick<AppContext, 'db'>): Promise<number> {
  const [row] = await db.read(selectPublishedTotal(db.build, {}));
  return row?.total ?? 0;
}
