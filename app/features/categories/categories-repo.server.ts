// SQL for reading categories.
import { type Places, reusable } from 'db/reusable';
import { articleCounts } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { and, eq, sql } from 'drizzle-orm';
import type { Seo } from '~/features/seo/seo';
import type { Build } from '~/platform/context';

/** A category with its count of published articles. */
export const selectBanner = reusable((build: Build, place: Places<{ slug: string }>) =>
  build
    .select({
      slug: categories.slug,
      name: categories.name,
      description: categories.description,
      imageUrl: categories.imageUrl,
      withoutImage: categories.withoutImage,
      seo: sql<Seo>`${categories.seo}`,
      articleCount: sql<number>`coalesce(${articleCounts.total}, 0)`.mapWith(Number),
    })
    .from(categories)
    .leftJoin(
      articleCounts,
      and(eq(articleCounts.categoryId, categories.id), eq(articleCounts.status, sql`'published'`)),
    )
    .where(eq(categories.slug, place.slug)),
);

/** Names can differ in case only, so an exact match comes first. */
export function selectByName(build: Build, name: string) {
  return build
    .select({ id: categories.id })
    .from(categories)
    .where(sql`lower(${categories.name}) = lower(${name})`)
    .orderBy(sql`${categories.name} <> ${name}`, categories.name)
    .limit(1);
}

/** The number of published articles, from the counters that triggers maintain. */
export const selectPublishedTotal = reusable((build: Build) =>
  build
    .select({ total: sql<number>`coalesce(sum(${articleCounts.total}), 0)`.mapWith(Number) })
    .from(articleCounts)
    .where(eq(articleCounts.status, sql`'published'`)),
);

export function selectCategoryLink(build: Build, id: string) {
  return build
    .select({ slug: categories.slug, name: categories.name })
    .from(categories)
    .where(eq(categories.id, id));
}

export function selectChoices(build: Build) {
  return build.select({ id: categories.id, name: categories.name }).from(categories).orderBy(categories.name);
}
