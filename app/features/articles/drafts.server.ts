// Autosave: a copy of what somebody types, apart from the article, until they save or discard it.
import { ConstraintError, NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { deleteDraft, keepDraft, keepNewDraft, type TypedDraft } from './drafts-repo.server';

/** @throws NotFoundError when the article is gone */
export async function autosave(ctx: AppContext, userId: string, draft: TypedDraft): Promise<Date> {
  const { db } = ctx;
  const now = ctx.clock.now();
  const keep = draft.baseVersion === 0 ? keepNewDraft : keepDraft;
  try {
    await db.write(keep(db.build, userId, draft, now));
  } catch (error) {
    if (!(error instanceof ConstraintError) || error.kind !== 'reference') throw error;
    throw new NotFoundError('This article does not exist any more.', { cause: error });
  }
  return now;
}

export async function discardDraft({ db }: AppContext, userId: string, id: string): Promise<void> {
  await db.write(deleteDraft(db.build, userId, id));
}
