// Everything an editor can do with categories.
import { ALL_ARTICLES_TAG, categoryTag, SEARCH_TAG, SITEMAP_TAG } from '~/features/articles/page-tags';
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { CHROME_TAG } from '~/features/site/chrome-tag';
import { NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { toSlug } from '~/lib/slug';
import { type Refusals, withRefusals } from '~/lib/with-refusals';
import type { AppContext } from '~/platform/context';
import type { CategoryCard } from './category-card';
import { CategoryInput } from './category-input';
import {
  categoryIsThere,
  deleteCategoryRow,
  insertCategory,
  selectCategory,
  selectCategoryCards,
  selectSlugAfter,
  updateCategory,
} from './manage-categories-repo.server';

type CategoriesContext = Pick<AppContext, 'db' | 'request' | 'pages'>;
const GONE = 'There is no such category any more';
const STALE =
  'Somebody else changed this category meanwhile. What you typed is still here: save again to put it in their place.';
const REFUSALS: Refusals = {
  stale: { column: 'name', message: STALE },
  words: { categories_name_unique: ['name', 'A category with this name already exists'] },
};

/** Every category by name. */
export async function listCategoryCards({ db }: Pick<AppContext, 'db'>): Promise<CategoryCard[]> {
  return db.read(selectCategoryCards(db.build));
}

/**
 * A new category. Its slug is made of the name; a taken one, and `all`, get a number. The machine is nobody.
 * @throws InvalidError
 */
export async function createCategory(
  ctx: CategoriesContext,
  actor: Actor | null,
  input: unknown,
): Promise<void> {
  const category = readCategory(input);
  const { db } = ctx;
  const event = {
    event: 'category_created',
    actorId: actor?.userId ?? null,
    subject: category.name,
    details: category,
  };
  await withRefusals(REFUSALS, db.write(insertCategory(db.build, category), auditLine(ctx, event)));
  await purge(ctx, [category.slug]);
}

/**
 * With another name it gets another address, and the old one leads on.
 * @param stamp of the state that was changed; '' saves over whatever is there
 * @throws InvalidError, NotFoundError; ConflictError when somebody saved meanwhile
 */
export async function saveCategory(
  ctx: CategoriesContext,
  actor: Actor,
  id: string,
  input: unknown,
  stamp: string,
): Promise<void> {
  const category = readCategory(input);
  const { db } = ctx;
  const [[before], [after]] = await Promise.all([
    db.read(selectCategory(db.build, id)),
    db.read(selectSlugAfter(db.build, id, category)),
  ]);
  if (!before) throw new NotFoundError(GONE);
  const changes = listChanges(before, { ...category, imageUrl: category.imageUrl || null, ...after });
  const event = {
    event: 'category_updated',
    actorId: actor.userId,
    subject: category.name,
    details: { id, changes },
  };
  const [saved] = await withRefusals(
    REFUSALS,
    db.write(updateCategory(db.build, id, category, stamp), auditLine(ctx, event, categoryIsThere(id))),
  );
  if (saved.length === 0) throw new NotFoundError(GONE);
  await purge(ctx, [before.slug, ...saved.map(({ slug }) => slug)]);
}

/** Its articles stay, without a category. Whoever deletes what is gone already has what they wanted. */
export async function deleteCategory(ctx: CategoriesContext, actor: Actor, id: string): Promise<void> {
  const { db } = ctx;
  const [before] = (await listCategoryCards(ctx)).filter((category) => category.id === id);
  if (!before) return;
  const event = {
    event: 'category_deleted',
    actorId: actor.userId,
    subject: before.name,
    details: withoutStamp(before),
  };
  await db.write(deleteCategoryRow(db.build, id), auditLine(ctx, event));
  await purge(ctx, [before.slug]);
}

function withoutStamp({ stamp: _, ...card }: CategoryCard): Record<string, unknown> {
  return card;
}

function readCategory(input: unknown): CategoryInput & { slug: string } {
  const category = parseInput(CategoryInput, input);
  return { ...category, slug: toSlug(category.name) };
}

/** Categories stand in the bar and the footer of every page, on cards, in feeds, sitemaps and search results. */
async function purge({ pages }: CategoriesContext, slugs: readonly string[]): Promise<void> {
  await pages.purge([
    CHROME_TAG,
    ALL_ARTICLES_TAG,
    SEARCH_TAG,
    SITEMAP_TAG,
    ...new Set(slugs.map(categoryTag)),
  ]);
}
