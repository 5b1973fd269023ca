// Reading categories: what other features and doors ask of them.
import type { SQL } from 'drizzle-orm';
import type { AppContext } from '~/platform/context';
import { idOfCategory, selectBanner, selectPublishedTotal } from './categories-repo.server';
import type { CategoryBanner } from './category-view';

/** The category at `slug` with its count of published articles, or null. */
export async function findCategory(
  { db }: Pick<AppContext, 'db'>,
  slug: string,
): Promise<CategoryBanner | null> {
  const [found = null] = await db.read(selectBanner(db.build, slug));
  return found;
}

/** How many articles are published. */
export async function countPublished({ db }: Pick<AppContext, 'db'>): Promise<number> {
  const [row] = await db.read(selectPublishedTotal(db.build));
  return row?.total ?? 0;
}

/** For statements that travel beside the one that finds the category. */
export function categoryIdOf(slug: string): SQL {
  return idOfCategory(slug);
}
