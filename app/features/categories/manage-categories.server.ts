// Lists, creates, updates and deletes categories.
import type { MediaReplacement } from 'db/replaced-media';
import { type Actor, auditedChange, auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import {
  ALL_ARTICLES_TAG,
  categoryTag,
  SEARCH_TAG,
  SITE_LAYOUT_TAG,
  SITEMAP_TAG,
} from '~/features/cache-tags/cache-tags';
import type { FetchContext } from '~/features/media/fetch-image.server';
import { type Seo, toSeoFields } from '~/features/seo/seo';
import { storeSeo } from '~/features/seo/store-seo.server';
import { NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { toSlug } from '~/lib/slug';
import { type Refusals, withRefusals, withUpdate } from '~/lib/with-refusals';
import type { AppContext, Statement } from '~/platform/context';
import { CategoryInput } from './category-input';
import type { CategoryCard } from './category-view';
import {
  categoryExists,
  deleteCategoryRow,
  insertCategory,
  replaceImageInCategories,
  type StoredCategory,
  selectCategory,
  selectCategoryCards,
  selectCategorySlugs,
  selectSlugAfter,
  updateCategory,
  updateCategoryImage,
} from './manage-categories-repo.server';

type CategoriesContext = Pick<AppContext, 'db' | 'request' | 'pageCache'>;
type EditContext = CategoriesContext & FetchContext;
const GONE = 'This category no longer exists';
const STALE =
  'Someone else changed this category while you were editing. Your changes are still here. Save again to overwrite theirs.';
const REFUSALS: Refusals = {
  stale: { column: 'name', message: STALE },
  messages: { categories_name_unique: ['name', 'A category with this name already exists'] },
};

/** All categories by name. */
export async function listCategoryCards({ db }: Pick<AppContext, 'db'>): Promise<CategoryCard[]> {
  return db.read(selectCategoryCards(db.build));
}

/**
 * Creates a category. The slug is derived from the name; if it is taken or is `all`, a number is added.
 * @param actor null for automatic changes
 * @throws InvalidError
 */
export async function createCategory(ctx: EditContext, actor: Actor | null, input: unknown): Promise<void> {
  const category = await toStored(ctx, actor, parseInput(CategoryInput, input), null);
  const { db } = ctx;
  const event = {
    event: 'category_created',
    actorId: actor?.userId ?? null,
    subject: category.name,
    details: { ...category },
  };
  await withRefusals(REFUSALS, db.write(insertCategory(db.build, category), auditLine(ctx, event)));
  await purge(ctx, [category.slug]);
}

/**
 * Saves a category. A new name also changes the slug, and the old URL redirects to the new one.
 * @param version the version that was edited; '' overwrites without the check
 * @throws InvalidError, NotFoundError; ConflictError if the category was saved since `version`
 */
export async function saveCategory(
  ctx: EditContext,
  actor: Actor,
  id: string,
  input: unknown,
  version: string,
): Promise<void> {
  const entered = parseInput(CategoryInput, input);
  const { db } = ctx;
  const [[before], [after]] = await Promise.all([
    db.read(selectCategory(db.build, id)),
    db.read(selectSlugAfter(db.build, id, entered.name, toSlug(entered.name))),
  ]);
  if (!before || !after) throw new NotFoundError(GONE);
  const category = await toStored(ctx, actor, entered, { ...after, seo: before.seo });
  const flat = ({ seo, ...fields }: StoredCategory) => ({ ...fields, ...toSeoFields(seo) });
  const changes = listChanges(flat(before), flat({ ...category, slug: after.slug }));
  const event = {
    event: 'category_updated',
    actorId: actor.userId,
    subject: category.name,
    details: { id, changes },
  };
  const saved = await withUpdate(
    REFUSALS,
    GONE,
    db.writeBatch({
      saved: updateCategory(db.build, id, category, version),
      audit: auditLine(ctx, event, categoryExists(id)),
    }),
  );
  await purge(ctx, [before.slug, ...saved.map(({ slug }) => slug)]);
}

/** Deletes a category; its articles are kept without one. Does nothing if it no longer exists. */
export async function deleteCategory(ctx: CategoriesContext, actor: Actor, id: string): Promise<void> {
  const { db } = ctx;
  const [before] = (await listCategoryCards(ctx)).filter((category) => category.id === id);
  if (!before) return;
  const event = {
    event: 'category_deleted',
    actorId: actor.userId,
    subject: before.name,
    details: withoutVersion(before),
  };
  await db.write(deleteCategoryRow(db.build, id), auditLine(ctx, event));
  await purge(ctx, [before.slug]);
}

function withoutVersion({ version: _, ...card }: CategoryCard): Record<string, unknown> {
  return card;
}

/**
 * @param known for a stored category: its slug after the change, the image that was generated for it, and its
 * stored fields
 */
async function toStored(
  ctx: FetchContext,
  actor: Actor | null,
  { name, description, imageUrl, banner, ...fields }: CategoryInput,
  known: { slug: string; generatedUrl: string | null; seo: Seo } | null,
): Promise<StoredCategory> {
  const withoutImage = banner === 'none';
  const slug = toSlug(name);
  const path = `/category/${known?.slug ?? slug}`;
  return {
    ...{ name, slug, description, withoutImage },
    imageUrl: withoutImage ? null : imageUrl || (known?.generatedUrl ?? null),
    seo: await storeSeo(ctx, actor, fields, { path, before: known?.seo ?? {} }),
  };
}

/** Category names and URLs are on every page, on cards, and in feeds, sitemaps and search results. */
async function purge({ pageCache }: CategoriesContext, slugs: readonly string[]): Promise<void> {
  await pageCache.purge([
    SITE_LAYOUT_TAG,
    ALL_ARTICLES_TAG,
    SEARCH_TAG,
    SITEMAP_TAG,
    ...new Set(slugs.map(categoryTag)),
  ]);
}

/**
 * Sets the image unless the category has one when the statement runs. After the commit, call
 * `purgeCategoryImage`.
 */
export function categoryImageStatement(
  { db }: Pick<AppContext, 'db'>,
  id: string,
  url: string,
): Statement<unknown> {
  return updateCategoryImage(db.build, id, url);
}

/** Purges the pages that show the category banner. */
export async function purgeCategoryImage(
  { pageCache }: Pick<AppContext, 'pageCache'>,
  slug: string,
): Promise<void> {
  await pageCache.purge([categoryTag(slug)]);
}

/** Replaces a file of the library. After the commit, call `purgeCategories`. */
export function replaceInCategories(
  ctx: Pick<AppContext, 'db' | 'request'>,
  actorId: string | null,
  ids: readonly string[],
  replacement: MediaReplacement,
): Statement<unknown>[] {
  const entry = { event: 'category_updated', actorId, details: { cause: 'image' } };
  return [auditedChange(ctx, entry, replaceImageInCategories(ids, replacement))];
}

/** Purges the pages that show the categories' images. */
export async function purgeCategories(
  { db, pageCache }: Pick<AppContext, 'db' | 'pageCache'>,
  ids: readonly string[],
): Promise<void> {
  const found = await db.read(selectCategorySlugs(db.build, ids));
  await pageCache.purge(found.map(({ slug }) => categoryTag(slug)));
}
