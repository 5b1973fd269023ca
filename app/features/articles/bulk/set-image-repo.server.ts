// SQL for changing an article's image.
import { articles } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';

/** Empty if the article doesn't exist or is in the Trash. */
export function selectArticleForImage(build: Build, id: string) {
  return build
    .select({
      id: articles.id,
      title: articles.title,
      summary: articles.summary,
      imageUrl: articles.imageUrl,
      imageAlt: articles.imageAlt,
      categoryName: categories.name,
      categorySlug: categories.slug,
    })
    .from(articles)
    .leftJoin(categories, eq(categories.id, articles.categoryId))
    .where(and(eq(articles.id, id), isNull(articles.deletedAt)));
}

/**
 * Locks the article. Fails with ConflictError if its image is no longer `expected`, and with NotFoundError if
 * the article or the `wanted` media library image doesn't exist. Null for `wanted` does not check the library.
 */
export function lockImage(build: Build, id: string, expected: string | null, wanted: string | null) {
  return build.execute(sql`select lock_article_image(${id}::uuid, ${expected}::text, ${wanted}::text)`);
}

/** Keeps the publish date. */
export function updateImage(build: Build, id: string, image: { url: string | null; alt: string }) {
  return build.update(articles).set({ imageUrl: image.url, imageAlt: image.alt }).where(eq(articles.id, id));
}
