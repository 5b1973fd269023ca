// Exports and deletes the signed-in user's account.
import { DELETED_ACCOUNT, deletedAccountLine } from '~/features/audit/audit.server';
import { ConflictError, InvalidError, UnauthorizedError } from '~/lib/errors';
import { SESSION_MISSING, type Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { may } from '../capabilities';
import { notifyOwner } from '../emails/notify-owner.server';
import { deleteUser } from '../people/auth-users-repo.server';
import { keepAnAdmin } from '../people/people-repo.server';
import { lockPerson } from '../people/users-repo.server';
import { browserIsSignedIn, lockBrowserSession } from '../sessions/sessions-repo.server';
import { selectOwnData } from './own-data-repo.server';

const LAST_ADMIN = 'You are the last admin. Make another user an admin first.';

/**
 * Everything stored about the user, without secrets. Admin data is limited to what the user may see now. The
 * caller must confirm the user first.
 * @throws UnauthorizedError if the account no longer exists
 */
export async function exportOwnData(
  { db, clock }: Pick<AccountContext, 'db' | 'clock'>,
  viewer: Viewer,
): Promise<object> {
  const { userId, email } = viewer;
  const isStaff = may(viewer, 'admin area') && !viewer.lacksFactor;
  const isWriter = isStaff && may(viewer, 'own articles');
  const seesAllArticles = isStaff && may(viewer, 'all articles');
  const whose = { userId, email, isStaff, isWriter, seesAllArticles };
  const [row] = (await db.read(selectOwnData(db.build, whose))).rows;
  if (!row) throw new UnauthorizedError(SESSION_MISSING);
  return { exportedAt: clock.now().toISOString(), ...row.data };
}

/**
 * What the user types to confirm the deletion: their email address, or `delete` for an account without one.
 */
export function deletionWord({ email }: Pick<Viewer, 'email'>): string {
  return email || 'delete';
}

/**
 * Deletes the account with its sessions, sign-in methods, reading list and drafts. Articles and other work
 * stay. The audit log removes the user's address and network addresses (`forget_deleted_person`). The caller
 * must confirm the user first. Does nothing if a parallel request already deleted the account.
 * @throws InvalidError for a wrong confirmation text, ConflictError for the last admin, UnauthorizedError if the session ended
 */
export async function deleteOwnAccount(ctx: AccountContext, viewer: Viewer, typed: string): Promise<void> {
  const { userId, sessionId } = viewer;
  const word = deletionWord(viewer);
  if (typed.trim().toLowerCase() !== word.toLowerCase()) {
    const message = `Type ${word} to confirm.`;
    throw InvalidError.at('word', message);
  }
  const { db } = ctx;
  const who = (viewer.role !== null && viewer.fullName) || DELETED_ACCOUNT;
  const isSignedIn = browserIsSignedIn(sessionId);
  const entry = { event: 'user_deleted', details: { by: 'themselves', who } };
  const { person, gone } = await refusingLastAdmin(() =>
    db.writeBatch({
      admins: keepAnAdmin(db.build, userId),
      person: lockPerson(db.build, userId),
      session: lockBrowserSession(db.build, sessionId),
      // Before the deletion, which deletes the session too.
      farewell: deletedAccountLine(ctx, entry, isSignedIn),
      gone: deleteUser(db.build, userId, isSignedIn),
    }),
  );
  const [deleted] = gone.rows;
  if (!deleted && person.rows.length > 0) throw new UnauthorizedError(SESSION_MISSING);
  if (!deleted) return;
  ctx.log.write({ event: 'user_updated', userId, what: 'deleted' });
  await notifyOwner(ctx, deleted.email, { what: 'account-deleted' });
}

async function refusingLastAdmin<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConflictError) throw new ConflictError(LAST_ADMIN, { cause: error });
    throw error;
  }
}
