// Autosave: each tab has its own copy of what is typed, separate from the article, until it is saved or
// discarded.

import { ConstraintError, NotFoundError } from '~/lib/errors';
import type { AppContext, Statement } from '~/platform/context';
import { ARTICLE_GONE } from '../own-articles';
import {
  deleteDraftRow,
  deleteExcessDrafts,
  deleteRestoredDraft,
  deleteTypedDraftRows,
  type TabCopy,
  type TypedDraft,
  upsertDraft,
  upsertNewDraft,
} from './drafts-repo.server';

export type { TabCopy };

/**
 * Saves a draft and deletes the oldest ones beyond the account's limits. Returns the time of the autosave; null if nothing
 * was stored, because the copy belongs to another user or the new article has already been saved.
 * @throws NotFoundError if the article no longer exists
 */
export async function autosave(ctx: AppContext, userId: string, draft: TypedDraft): Promise<Date | null> {
  const { db } = ctx;
  const now = ctx.clock.now();
  const upsert = draft.baseVersion === 0 ? upsertNewDraft : upsertDraft;
  try {
    const before = draft.restored ? [deleteRestoredDraft(db.build, userId, draft.restored)] : [];
    const {
      kept: { rowCount },
    } = await db.writeBatch({
      kept: upsert(db.build, userId, draft, now),
      restored: before,
      excess: deleteExcessDrafts(db.build, userId, draft.baseVersion === 0 ? draft.id : draft.copyId),
    });
    return rowCount === 0 ? null : now;
  } catch (error) {
    if (!(error instanceof ConstraintError) || error.kind !== 'reference') throw error;
    throw new NotFoundError(ARTICLE_GONE, { cause: error });
  }
}

export async function discardDraft({ db }: AppContext, userId: string, id: string): Promise<void> {
  await db.write(deleteDraftRow(db.build, userId, id));
}

/** For the transaction that saves what the tab typed. */
export function deleteTypedDraft(
  { db }: Pick<AppContext, 'db'>,
  userId: string,
  typed: TabCopy,
): Statement<unknown> {
  return deleteTypedDraftRows(db.build, userId, typed);
}
