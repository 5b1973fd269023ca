// The SQL of giving an article a picture.
import { articles } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';

type Build = Database['build'];

/** Nothing for one that is gone or in the Trash. */
export function selectIllustrated(build: Build, id: string) {
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
 * Holds the article's lock. Refused when its picture is another one than `expected` (ConflictError), when the article is
 * gone, or when `wanted` is a picture of the library that is there no more (NotFoundError).
 */
export function lockImage(build: Build, id: string, expected: string | null, wanted: string | null) {
  return build.execute(sql`select lock_article_image(${id}::uuid, ${expected}::text, ${wanted}::text)`);
}

/** The date stays: nobody published anything. */
export function updateImage(build: Build, id: string, image: { url: string | null; alt: string }) {
  return build.update(articles).set({ imageUrl: image.url, imageAlt: image.alt }).where(eq(articles.id, id));
}
