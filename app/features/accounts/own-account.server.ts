// What belongs to a person is theirs: they may take it along, and they may have it deleted.
import { auditLine } from '~/features/audit/audit.server';
import { ConflictError, InvalidError, UnauthorizedError } from '~/lib/errors';
import { SESSION_MISSING, type Viewer } from './account';
import type { AccountContext } from './account-context';
import { deleteUser } from './auth-users-repo.server';
import { selectOwnData } from './own-data-repo.server';
import { requireAnAdmin } from './people-repo.server';

const LAST_ADMIN = 'You are the last admin: make somebody else an admin first.';

/** All that is kept about the person, without secrets. */
export async function exportOwnData(
  { db, clock }: Pick<AccountContext, 'db' | 'clock'>,
  { userId }: Viewer,
): Promise<object> {
  const [row] = (await db.read(selectOwnData(db.build, userId))).rows;
  if (!row) throw new UnauthorizedError(SESSION_MISSING);
  return { exportedAt: clock.now().toISOString(), ...row.data };
}

/** What a person types so that nobody deletes an account by a slip. */
export function deletionWord({ email }: Pick<Viewer, 'email'>): string {
  return email || 'delete';
}

/**
 * The account and everything that hangs on it: sessions, ways to sign in, reading list, unsaved texts. What the person wrote
 * and did for the magazine stays without them. The caller has confirmed the person.
 * @throws InvalidError, ConflictError for the last admin
 */
export async function deleteOwnAccount(ctx: AccountContext, viewer: Viewer, typed: string): Promise<void> {
  const { userId, role } = viewer;
  const word = deletionWord(viewer);
  if (typed.trim().toLowerCase() !== word.toLowerCase()) {
    const message = `Type ${word} to confirm.`;
    throw new InvalidError(message, [{ field: 'word', message }]);
  }
  const { db } = ctx;
  try {
    await db.write(
      deleteUser(db.build, userId),
      auditLine(ctx, { event: 'user_deleted', actorId: null, subject: word, details: { by: 'themselves' } }),
      ...(role === 'admin' ? [requireAnAdmin(db.build)] : []),
    );
  } catch (error) {
    if (error instanceof ConflictError) throw new ConflictError(LAST_ADMIN, { cause: error });
    throw error;
  }
  ctx.log.write({ event: 'user_updated', userId, what: 'deleted' });
}
