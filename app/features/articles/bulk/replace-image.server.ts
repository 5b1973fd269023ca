// Replaces a file in the text, the image and the social image of articles. Revisions keep the old file.
import type { MediaReplacement } from 'db/replaced-media';
import { auditedChange } from '~/features/audit/audit.server';
import type { AppContext, Statement } from '~/platform/context';
import { insertRevisions } from '../revisions/revisions-repo.server';
import { articlesShowing, lockArticlesShowing, replaceImageInArticles } from './replace-image-repo.server';

/** After the commit, the caller purges the cache with `purgeArticleText`. */
export function replaceInArticles(
  ctx: Pick<AppContext, 'db' | 'request'>,
  actorId: string | null,
  ids: readonly string[],
  replacement: MediaReplacement,
): Statement<unknown>[] {
  const { build } = ctx.db;
  const { from, to } = replacement;
  const entry = { event: 'article_updated', actorId, details: { cause: 'image' } };
  return [
    lockArticlesShowing(build, ids, from),
    // Also keeps versions that were saved without a revision, so that they can be restored.
    insertRevisions(build, articlesShowing(ids, from), 'found', null),
    auditedChange(ctx, entry, replaceImageInArticles(ids, replacement)),
    insertRevisions(build, articlesShowing(ids, to), 'image', actorId),
  ];
}
