// Reads categories, for other features and for routes.
import type { Seo } from '~/features/seo/seo';
import type { AppContext } from '~/platform/context';
import {
  selectBanner,
  selectByName,
  selectCategoryLink,
  selectChoices,
  selectPublishedTotal,
} from './categories-repo.server';
import type { CategoryBanner } from './category-view';

/** The category with its number of published articles, or null. */
export async function findCategory(
  { db }: Pick<AppContext, 'db'>,
  slug: string,
): Promise<(CategoryBanner & { seo: Seo }) | null> {
  const [found = null] = await db.read(selectBanner(db.build, { slug }));
  return found;
}

/** The id of the category with this name (case-insensitive), or null. */
export async function findCategoryByName(
  { db }: Pick<AppContext, 'db'>,
  name: string,
): Promise<string | null> {
  const [found] = await db.read(selectByName(db.build, name));
  return found?.id ?? null;
}

/** The number of published articles. */
export async function countPublished({ db }: Pick<AppContext, 'db'>): Promise<number> {
  const [row] = await db.read(selectPublishedTotal(db.build, {}));
  return row?.total ?? 0;
}

/** Slug and name of a category; null if it doesn't exist. */
export async function findCategoryLink(
  { db }: Pick<AppContext, 'db'>,
  id: string,
): Promise<{ slug: string; name: string } | null> {
  const [found = null] = await db.read(selectCategoryLink(db.build, id));
  return found;
}

/** All categories by name, for selects. */
export async function listCategoryChoices({
  db,
}: Pick<AppContext, 'db'>): Promise<{ id: string; name: string }[]> {
  return db.read(selectChoices(db.build));
}
