// Changes only the image of an article.
import { auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import type { AppContext, Statement } from '~/platform/context';
import { selectCacheStates } from '../publishing/cache-state-repo.server';
import { purgeArticleCache } from '../publishing/purge-article-cache.server';
import { insertRevision } from '../revisions/revisions-repo.server';
import { lockImage, selectArticleForImage, updateImage } from './set-image-repo.server';

/** The text to generate an image from, and the current image. */
export interface ArticleForImage {
  id: string;
  title: string;
  summary: string;
  /** Null or '' for none. */
  imageUrl: string | null;
  imageAlt: string;
  categoryName: string | null;
  categorySlug: string | null;
}

export interface ArticleImage {
  /** Root-relative URL; null for none. */
  url: string | null;
  alt: string;
}

/** Null if the article doesn't exist or is in the Trash. */
export async function findArticleForImage(
  { db }: Pick<AppContext, 'db'>,
  id: string,
): Promise<ArticleForImage | null> {
  const [found = null] = await db.read(selectArticleForImage(db.build, id));
  return found;
}

/**
 * Returns the statements that replace the image `article` was read with, including the revision and the audit
 * entry. The transaction fails with NotFoundError if the article or the `image` in the media library no
 * longer exists, and with ConflictError if the article has another image by then. After the commit, call
 * `purgeArticleImage`.
 * @param stored insert a new `image` into the library. They run after the article is locked, because a row
 * that references the article takes a lock on it too, which could deadlock with transactions that are about
 * to lock the article.
 */
export function imageStatements(
  ctx: Pick<AppContext, 'db' | 'request'>,
  actor: { userId: string } | null,
  article: Pick<ArticleForImage, 'id' | 'title' | 'imageUrl' | 'imageAlt'>,
  image: ArticleImage,
  stored: readonly Statement<unknown>[] = [],
): Statement<unknown>[] {
  const { build } = ctx.db;
  const { id, title, imageUrl, imageAlt } = article;
  const changes = listChanges({ imageUrl, imageAlt }, { imageUrl: image.url, imageAlt: image.alt });
  return [
    lockImage(build, id, imageUrl, stored.length > 0 ? null : image.url),
    ...stored,
    // Also keep a version that was saved without a revision, so that it can be restored.
    insertRevision(build, id, 'found', null),
    updateImage(build, id, image),
    insertRevision(build, id, 'image', actor?.userId ?? null),
    auditLine(ctx, {
      event: 'article_updated',
      actorId: actor?.userId ?? null,
      subject: title,
      details: { id, changes, cause: 'image' },
    }),
  ];
}

/** Purges the cached pages that show the article. */
export async function purgeArticleImage(
  ctx: Pick<AppContext, 'db' | 'pageCache'>,
  id: string,
): Promise<void> {
  const cacheStates = await ctx.db.read(selectCacheStates(ctx.db.build, [id]));
  await purgeArticleCache(ctx, cacheStates, cacheStates);
}
