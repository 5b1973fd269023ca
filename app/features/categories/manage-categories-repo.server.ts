// SQL for managing categories.
import { type MediaReplacement, replacedMedia, replacedMediaJson, showsMedia } from 'db/replaced-media';
import { adPlacements } from 'db/schema/ads';
import { articleCounts } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { ctas } from 'db/schema/ctas';
import { generatedImages } from 'db/schema/images';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Seo } from '~/features/seo/seo';
import type { Build } from '~/platform/context';
import type { Banner } from './category-view';

/** The values to store; the slug is derived from the name and can be ''. */
export interface StoredCategory {
  name: string;
  slug: string;
  description: string;
  imageUrl: string | null;
  withoutImage: boolean;
  seo: Seo;
}

/** The slug with a number added if another category has it; '' generates one from the id. */
const freeSlug = (slug: string, id: SQL) =>
  sql`free_slug('categories'::regclass, coalesce(nullif(${slug}, ''), 'category-' || left(${id}::text, 8)), ${id})`;

const count = (what: SQL) => sql<number>`coalesce((${what}), 0)`.mapWith(Number);

/** The image that was generated for a category; null if there is none or it was deleted. */
const generatedUrl = sql<string | null>`(select g.url from ${generatedImages} g
  where g.category_id = ${categories}.id and g.media_id is not null)`;

/** All categories by name, with the counts of what depends on them. */
export function selectCategoryCards(build: Build) {
  return build
    .select({
      id: categories.id,
      name: categories.name,
      slug: categories.slug,
      description: categories.description,
      imageUrl: categories.imageUrl,
      banner: sql<Banner>`case when ${categories.withoutImage} then 'none'
        when ${categories.imageUrl} is null or ${categories.imageUrl} = ${generatedUrl} then 'generated' else 'own' end`,
      seo: sql<Seo>`${categories.seo}`,
      version: sql<string>`${categories.updatedAt}::text`,
      articleCount: count(
        sql`select sum(n.total) from ${articleCounts} n where n.category_id = ${categories.id} and n.status <> 'trash'`,
      ),
      placementCount: count(
        sql`select count(*) from ${adPlacements} p where p.category_id = ${categories.id}`,
      ),
      ctaCount: count(sql`select count(*) from ${ctas} c where c.category_id = ${categories.id}`),
    })
    .from(categories)
    .orderBy(asc(categories.name));
}

export function selectCategory(build: Build, id: string) {
  const { name, slug, description, imageUrl, withoutImage } = categories;
  return build
    .select({ name, slug, description, imageUrl, withoutImage, seo: sql<Seo>`${categories.seo}` })
    .from(categories)
    .where(eq(categories.id, id));
}

export function insertCategory(build: Build, category: StoredCategory) {
  const { name, slug, description, imageUrl, withoutImage, seo } = category;
  return build.execute<{ slug: string }>(sql`
    with made as (select gen_random_uuid() as id)
    insert into ${categories} (id, name, slug, description, image_url, without_image, seo)
    select id, ${name}, ${freeSlug(slug, sql`id`)}, ${description}, ${imageUrl}, ${withoutImage},
      ${JSON.stringify(seo)}::jsonb from made
    returning slug`);
}

/** The slug that `updateCategory` would store, and the image that was generated before. */
export function selectSlugAfter(build: Build, id: string, name: string, slug: string) {
  return build
    .select({ slug: sql<string>`${slugAfter(name, slug)}`, generatedUrl })
    .from(categories)
    .where(eq(categories.id, id));
}

/**
 * Saves the category if its version is still `version`. Otherwise sets `name` to null, so that the not-null
 * constraint rejects the update.
 * @param version '' overwrites without the check
 */
export function updateCategory(build: Build, id: string, values: StoredCategory, version: string) {
  const { name, slug, description, imageUrl, withoutImage, seo } = values;
  return build
    .update(categories)
    .set({
      name: sql`case when ${version} in ('', ${categories.updatedAt}::text) then ${name} end`,
      description,
      imageUrl,
      withoutImage,
      seo,
      slug: slugAfter(name, slug),
      updatedAt: sql`now()`,
    })
    .where(eq(categories.id, id))
    .returning({ slug: categories.slug });
}

/** Sets a missing image, unless there should be none. Keeps the version, so that open forms don't become stale. */
export function updateCategoryImage(build: Build, id: string, url: string) {
  const hasNone = sql`coalesce(${categories.imageUrl}, '') = ''`;
  return build
    .update(categories)
    .set({ imageUrl: url })
    .where(and(eq(categories.id, id), hasNone, eq(categories.withoutImage, false)));
}

/** An UPDATE for `auditedChange`. */
export const replaceImageInCategories = (ids: readonly string[], replacement: MediaReplacement) => sql`
  update ${categories} set image_url = ${replacedMedia(categories.imageUrl, replacement)},
    seo = ${replacedMediaJson(categories.seo, replacement)}, updated_at = clock_timestamp()
  where ${and(inArray(categories.id, [...ids]), showsMedia('categories', categories.id, replacement.from))}
  returning id, name as subject`;

export function selectCategorySlugs(build: Build, ids: readonly string[]) {
  return build
    .select({ slug: categories.slug })
    .from(categories)
    .where(inArray(categories.id, [...ids]));
}

/** The slug changes only with the name. */
function slugAfter(name: string, slug: string): SQL {
  return sql`case when ${categories.name} = ${name} then ${categories.slug} else ${freeSlug(slug, sql`${categories.id}`)} end`;
}

/** SQL condition for the audit entry: write it only if the category still exists. */
export const categoryExists = (id: string) => sql`exists (select 1 from ${categories} where id = ${id})`;

/** Foreign keys keep its articles, without a category, and delete its ad placements and CTAs. */
export function deleteCategoryRow(build: Build, id: string) {
  return build.delete(categories).where(eq(categories.id, id)).returning({ id: categories.id });
}
