// SQL for `generated_images` and the claims on category images.

import { categories } from 'db/schema/categories';
import { categoryImageClaims, generatedImages } from 'db/schema/images';
import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';

export function insertGenerated(build: Build, row: typeof generatedImages.$inferInsert) {
  return build.insert(generatedImages).values(row);
}

/** How many images have been generated for an article. */
export function countGenerated(build: Build, articleId: string) {
  return build
    .select({ total: count() })
    .from(generatedImages)
    .where(eq(generatedImages.articleId, articleId));
}

export function selectGenerated(build: Build, id: string) {
  const { articleId, url, previousUrl, previousAlt } = generatedImages;
  return build
    .select({ articleId, url, previousUrl, previousAlt })
    .from(generatedImages)
    .where(and(eq(generatedImages.id, id), isNull(generatedImages.undoneAt)));
}

export function markUndone(build: Build, id: string, now: Date) {
  return build.update(generatedImages).set({ undoneAt: now }).where(eq(generatedImages.id, id));
}

/** A category by name, case-insensitive, with its image and the one generated for it. */
export function selectCategoryByName(build: Build, name: string) {
  return build
    .select({
      id: categories.id,
      slug: categories.slug,
      name: categories.name,
      description: categories.description,
      imageUrl: categories.imageUrl,
      withoutImage: categories.withoutImage,
      generatedUrl: generatedImages.url,
    })
    .from(categories)
    .leftJoin(
      generatedImages,
      and(eq(generatedImages.categoryId, categories.id), isNotNull(generatedImages.mediaId)),
    )
    .where(sql`lower(${categories.name}) = lower(${name})`)
    .orderBy(sql`${categories.name} <> ${name}`, categories.id)
    .limit(1);
}

/**
 * Returns a row when the caller obtained the claim; none while another request holds it or its pause after a
 * failure lasts.
 */
export function claimCategory(build: Build, categoryId: string, now: Date, until: Date) {
  return build.execute<{ failures: number }>(sql`
    insert into ${categoryImageClaims} as claim (category_id, claimed_until)
    values (${categoryId}::uuid, ${until.toISOString()}::timestamptz)
    on conflict (category_id) do update set claimed_until = excluded.claimed_until
      where claim.claimed_until <= ${now.toISOString()}::timestamptz
    returning failures`);
}

export function endClaim(build: Build, categoryId: string) {
  return build.delete(categoryImageClaims).where(eq(categoryImageClaims.categoryId, categoryId));
}

/** Blocks further attempts until `until`. */
export function failClaim(build: Build, categoryId: string, until: Date) {
  return build
    .update(categoryImageClaims)
    .set({ claimedUntil: until, failures: sql`${categoryImageClaims.failures} + 1` })
    .where(eq(categoryImageClaims.categoryId, categoryId));
}

/** The claim's expiry and its number of failures. */
export function selectClaim(build: Build, categoryId: string) {
  const { claimedUntil, failures } = categoryImageClaims;
  return build
    .select({ claimedUntil, failures })
    .from(categoryImageClaims)
    .where(eq(categoryImageClaims.categoryId, categoryId));
}
