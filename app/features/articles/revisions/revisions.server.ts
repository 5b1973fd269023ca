// Shows, compares and restores revisions.

import { toSeoFields } from '~/features/seo/seo';
import { getSiteSettings } from '~/features/settings/settings.server';
import { NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import type { ArticleHistory } from '../editor/article-comparison';
import { compareFields } from '../editor/compare-fields.server';
import { EMPTY_FIELDS, toEditorFields } from '../editor/editor-fields';
import { selectCategoryChoices, selectTagChoices } from '../editor/editor-repo.server';
import { type ArticleActor, type SavedArticle, saveArticle } from '../editor/save-article.server';
import { ARTICLE_GONE } from '../own-articles';
import { selectRevision, selectRevisionPair, selectRevisions } from './revisions-repo.server';
import { selectSnapshot } from './snapshots-repo.server';

const NO_SUCH_VERSION = 'There is no saved revision of this version.';

/**
 * @param version the revision to show; null for the newest
 * @throws NotFoundError
 */
export async function getHistory(
  ctx: AppContext,
  id: string,
  version: number | null,
): Promise<ArticleHistory> {
  const { db } = ctx;
  const [{ timeZone }, [article], lines, [chosen, before], categories, tags] = await Promise.all([
    getSiteSettings(ctx),
    db.read(selectSnapshot(db.build, id)),
    db.read(selectRevisions(db.build, id)),
    db.read(selectRevisionPair(db.build, id, version)),
    db.read(selectCategoryChoices(db.build)),
    db.read(selectTagChoices(db.build)),
  ]);
  if (!article) throw new NotFoundError(ARTICLE_GONE);
  if (version !== null && chosen?.version !== version) throw new NotFoundError(NO_SUCH_VERSION);
  const fieldsOf = (row: typeof chosen) => (row ? toEditorFields(row.snapshot, timeZone) : EMPTY_FIELDS);
  return {
    id,
    title: article.snapshot.title,
    slug: article.snapshot.slug,
    version: article.version,
    revisions: lines.map(({ at, ...line }) => ({ ...line, at: at.toISOString() })),
    chosen: chosen
      ? {
          version: chosen.version,
          cause: chosen.cause,
          actor: chosen.actor,
          at: chosen.at.toISOString(),
          before: before?.version ?? null,
          differences: before ? compareFields(fieldsOf(before), fieldsOf(chosen), { categories, tags }) : [],
        }
      : null,
    timeZone,
  };
}

/**
 * Saves the content of a revision as a new version. Status, slug, dates and the members-only setting keep
 * their current values, so that restoring text doesn't unpublish an article or make it public.
 * @throws NotFoundError; ConflictError if the article was saved since `at.version`
 */
export async function restoreRevision(
  ctx: AppContext,
  actor: ArticleActor,
  at: { id: string; version: number },
  revision: number,
): Promise<SavedArticle> {
  const { db } = ctx;
  const [[article], [found], categories] = await Promise.all([
    db.read(selectSnapshot(db.build, at.id)),
    db.read(selectRevision(db.build, at.id, revision)),
    db.read(selectCategoryChoices(db.build)),
  ]);
  if (!article) throw new NotFoundError(ARTICLE_GONE);
  if (!found) throw new NotFoundError(NO_SUCH_VERSION);
  const { slug, status, publishAt, categoryId, membersOnly } = article.snapshot;
  const { tags, seo = article.snapshot.seo, ...fields } = found.snapshot;
  // A revision from before this field existed keeps the current ones.
  const { coauthors = article.snapshot.coauthors?.filter((name) => name !== fields.author) } = fields;
  const categoryExists = categories.some((category) => category.id === fields.categoryId);
  const input = {
    ...fields,
    coauthors,
    ...toSeoFields(seo),
    categoryId: fields.categoryId === null || categoryExists ? fields.categoryId : categoryId,
    tagIds: tags.map((tag) => tag.id),
    slug,
    status,
    publishAt,
    membersOnly,
    keepPublishDate: true,
  };
  return saveArticle(ctx, actor, at, input, 'restore');
}
