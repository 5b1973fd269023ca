// Autosave: a copy of what each tab of somebody types, apart from the article, until they save or discard it.
import { ConstraintError, NotFoundError } from '~/lib/errors';
import type { AppContext, Statement } from '~/platform/context';
import {
  deleteDraft,
  deleteRestored,
  deleteTyped,
  keepDraft,
  keepNewDraft,
  type TabCopy,
  type TypedDraft,
} from './drafts-repo.server';

export type { TabCopy };

/**
 * Null when nothing is kept: the copy is somebody else's, or the article that was new is saved already.
 * @throws NotFoundError when the article is gone
 */
export async function autosave(ctx: AppContext, userId: string, draft: TypedDraft): Promise<Date | null> {
  const { db } = ctx;
  const now = ctx.clock.now();
  const keep = draft.baseVersion === 0 ? keepNewDraft : keepDraft;
  try {
    const before = draft.restored ? [deleteRestored(db.build, userId, draft.restored)] : [];
    const [{ rowCount }] = await db.write(keep(db.build, userId, draft, now), ...before);
    return rowCount === 0 ? null : now;
  } catch (error) {
    if (!(error instanceof ConstraintError) || error.kind !== 'reference') throw error;
    throw new NotFoundError('This article does not exist any more.', { cause: error });
  }
}

export async function discardDraft({ db }: AppContext, userId: string, id: string): Promise<void> {
  await db.write(deleteDraft(db.build, userId, id));
}

/** For the transaction that saves what a tab typed. */
export function forgetTyped(
  { db }: Pick<AppContext, 'db'>,
  userId: string,
  typed: TabCopy,
): Statement<unknown> {
  return deleteTyped(db.build, userId, typed);
}
