// Reading categories: what other features and doors ask of them.
import type { AppContext } from '~/platform/context';
import {
  selectBanner,
  selectByName,
  selectChoices,
  selectLink,
  selectPublishedTotal,
} from './categories-repo.server';
import type { CategoryBanner } from './category-view';

/** The category at `slug` with its count of published articles, or null. */
export async function findCategory(
  { db }: Pick<AppContext, 'db'>,
  slug: string,
): Promise<CategoryBanner | null> {
  const [found = null] = await db.read(selectBanner(db.build, { slug }));
  return found;
}

/** The id of the category that is called so, its case ignored, or null. */
export async function findCategoryByName(
  { db }: Pick<AppContext, 'db'>,
  name: string,
): Promise<string | null> {
  const [found] = await db.read(selectByName(db.build, name));
  return found?.id ?? null;
}

/** How many articles are published. */
export async function countPublished({ db }: Pick<AppContext, 'db'>): Promise<number> {
  const [row] = await db.read(selectPublishedTotal(db.build, {}));
  return row?.total ?? 0;
}

/** What a category is called, by its id; null when it is gone. */
export async function findCategoryLink(
  { db }: Pick<AppContext, 'db'>,
  id: string,
): Promise<{ slug: string; name: string } | null> {
  const [found = null] = await db.read(selectLink(db.build, id));
  return found;
}

/** Every category by name, for whoever chooses among them. */
export async function listCategoryChoices({
  db,
}: Pick<AppContext, 'db'>): Promise<{ id: string; name: string }[]> {
  return db.read(selectChoices(db.build));
}
