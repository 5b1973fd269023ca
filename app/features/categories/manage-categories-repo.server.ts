// The SQL of changing categories.
import { adPlacements } from 'db/schema/ads';
import { articleCounts } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { ctas } from 'db/schema/ctas';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import type { CategoryInput } from './category-input';

type Build = Database['build'];

/** What is stored: the slug is the tidied name, '' where that is nothing. */
type StoredCategory = CategoryInput & { slug: string };

/** A slug that no other category has; '' is made of the id. */
const freeSlug = (slug: string, id: SQL) =>
  sql`free_slug('categories'::regclass, coalesce(nullif(${slug}, ''), 'category-' || left(${id}::text, 8)), ${id})`;

const count = (what: SQL) => sql<number>`coalesce((${what}), 0)`.mapWith(Number);

/** Every category by name, with what hangs on it. */
export function selectCategoryCards(build: Build) {
  return build
    .select({
      id: categories.id,
      name: categories.name,
      slug: categories.slug,
      description: categories.description,
      imageUrl: categories.imageUrl,
      stamp: sql<string>`${categories.updatedAt}::text`,
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
  const { name, slug, description, imageUrl } = categories;
  return build.select({ name, slug, description, imageUrl }).from(categories).where(eq(categories.id, id));
}

export function insertCategory(build: Build, { name, slug, description, imageUrl }: StoredCategory) {
  return build.execute<{ slug: string }>(sql`
    with made as (select gen_random_uuid() as id)
    insert into ${categories} (id, name, slug, description, image_url)
    select id, ${name}, ${freeSlug(slug, sql`id`)}, ${description}, nullif(${imageUrl}, '') from made
    returning slug`);
}

/** What `updateCategory` would make of a slug. */
export function selectSlugAfter(build: Build, id: string, { name, slug }: StoredCategory) {
  return build
    .select({ slug: sql<string>`${slugAfter(name, slug)}` })
    .from(categories)
    .where(eq(categories.id, id));
}

/**
 * Refused by the constraint on `name` when somebody saved after `stamp`.
 * @param stamp '' saves over whatever is there
 */
export function updateCategory(build: Build, id: string, values: StoredCategory, stamp: string) {
  const { name, slug, description, imageUrl } = values;
  return build
    .update(categories)
    .set({
      name: sql`case when ${stamp} in ('', ${categories.updatedAt}::text) then ${name} end`,
      description,
      imageUrl: imageUrl || null,
      slug: slugAfter(name, slug),
      updatedAt: sql`now()`,
    })
    .where(eq(categories.id, id))
    .returning({ slug: categories.slug });
}

/** Its stamp stays: nobody's form is stale for a picture that was missing. */
export function updateCategoryImage(build: Build, id: string, url: string) {
  const hasNone = sql`coalesce(${categories.imageUrl}, '') = ''`;
  return build
    .update(categories)
    .set({ imageUrl: url })
    .where(and(eq(categories.id, id), hasNone));
}

/** The address follows the name, and stays while the name does. */
function slugAfter(name: string, slug: string): SQL {
  return sql`case when ${categories.name} = ${name} then ${categories.slug} else ${freeSlug(slug, sql`${categories.id}`)} end`;
}

/** Whether it is still there, for the audit's line. */
export const categoryIsThere = (id: string) => sql`exists (select 1 from ${categories} where id = ${id})`;

/** Articles stay without it; its ad placements and CTAs go (foreign keys see to both). */
export function deleteCategoryRow(build: Build, id: string) {
  return build.delete(categories).where(eq(categories.id, id)).returning({ id: categories.id });
}
