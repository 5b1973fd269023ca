// An article's history: looked at, compared, and brought back.
import { getSiteSettings } from '~/features/settings/settings.server';
import { NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import type { ArticleHistory } from './article-comparison';
import { compareFields } from './compare-fields.server';
import { EMPTY_FIELDS, toEditorFields } from './editor-fields';
import { selectCategoryChoices, selectTagChoices } from './editor-repo.server';
import { selectRevision, selectRevisionPair, selectRevisions } from './revisions-repo.server';
import { type Actor, type SavedArticle, saveArticle } from './save-article.server';
import { selectSnapshot } from './snapshots-repo.server';

const GONE = 'This article does not exist any more.';
const NO_SUCH_VERSION = 'This version was not kept.';

/**
 * @param version the revision to look at; null for the newest
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
  if (!article) throw new NotFoundError(GONE);
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
 * Saves what a revision holds over the article's present version. Status, address, dates and for whom it is stay as they
 * are: nobody unpublishes an article, or gives it to everybody, by bringing a word back.
 * @throws NotFoundError; ConflictError when somebody saved meanwhile
 */
export async function restoreRevision(
  ctx: AppContext,
  actor: Actor,
  at: { id: string; version: number },
  revision: number,
): Promise<SavedArticle> {
  const { db } = ctx;
  const [[article], [kept], categories] = await Promise.all([
    db.read(selectSnapshot(db.build, at.id)),
    db.read(selectRevision(db.build, at.id, revision)),
    db.read(selectCategoryChoices(db.build)),
  ]);
  if (!article) throw new NotFoundError(GONE);
  if (!kept) throw new NotFoundError(NO_SUCH_VERSION);
  const { slug, status, publishAt, categoryId, membersOnly } = article.snapshot;
  const { tags, ...words } = kept.snapshot;
  const isCategoryThere = categories.some((category) => category.id === words.categoryId);
  const input = {
    ...words,
    categoryId: words.categoryId === null || isCategoryThere ? words.categoryId : categoryId,
    tagIds: tags.map((tag) => tag.id),
    slug,
    status,
    publishAt,
    membersOnly,
    keepPublishDate: true,
  };
  return saveArticle(ctx, actor, at, input, 'restore');
}
