// SQL for replacing a file in articles.
import { type MediaReplacement, replacedMedia, replacedMediaJson, showsMedia } from 'db/replaced-media';
import { articles } from 'db/schema/articles';
import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';

/** The articles that show the file, including those in the Trash. */
export const articlesShowing = (ids: readonly string[], key: string) =>
  and(inArray(articles.id, [...ids]), showsMedia('articles', articles.id, key));

/** Locks the articles in id order, so that concurrent changes cannot deadlock. */
export function lockArticlesShowing(build: Build, ids: readonly string[], key: string) {
  return build
    .select({ id: articles.id })
    .from(articles)
    .where(articlesShowing(ids, key))
    .orderBy(articles.id)
    .for('update');
}

/** Raises the versions, because open editors show the old file. */
export function replaceImageInArticles(ids: readonly string[], replacement: MediaReplacement): SQL {
  return sql`
    update ${articles} set content = ${replacedMedia(articles.content, replacement)},
      image_url = ${replacedMedia(articles.imageUrl, replacement)}, seo = ${replacedMediaJson(articles.seo, replacement)},
      version = ${articles.version} + 1
    where ${articlesShowing(ids, replacement.from)} returning id, title as subject`;
}
