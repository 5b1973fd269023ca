// What belongs to a person is theirs: they may take it along, and they may have it deleted.
import { DELETED_ACCOUNT, farewellLine } from '~/features/audit/audit.server';
import { ConflictError, InvalidError, UnauthorizedError } from '~/lib/errors';
import { SESSION_MISSING, type Viewer } from './account';
import type { AccountContext } from './account-context';
import { deleteUser } from './auth-users-repo.server';
import { may } from './capabilities';
import { selectOwnData } from './own-data-repo.server';
import { keepAnAdmin } from './people-repo.server';
import { tellOwner } from './tell-owner.server';

const LAST_ADMIN = 'You are the last admin: make somebody else an admin first.';

/**
 * All that is kept about the person, without secrets; of the newsroom only what they may see there now. The caller has
 * confirmed the person.
 */
export async function exportOwnData(
  { db, clock }: Pick<AccountContext, 'db' | 'clock'>,
  viewer: Viewer,
): Promise<object> {
  const { userId, email } = viewer;
  const isStaff = may(viewer, 'newsroom') && !viewer.lacksFactor;
  const seesAllArticles = isStaff && may(viewer, 'all articles');
  const [row] = (await db.read(selectOwnData(db.build, { userId, email, isStaff, seesAllArticles }))).rows;
  if (!row) throw new UnauthorizedError(SESSION_MISSING);
  return { exportedAt: clock.now().toISOString(), ...row.data };
}

/** What a person types so that nobody deletes an account by a slip. */
export function deletionWord({ email }: Pick<Viewer, 'email'>): string {
  return email || 'delete';
}

/**
 * The account and everything that hangs on it: sessions, ways to sign in, reading list, unsaved texts. What the person wrote
 * and did for the magazine stays; the log forgets their address and where they were (`forget_deleted_person`). The caller has
 * confirmed the person.
 * @throws InvalidError, ConflictError for the last admin
 */
export async function deleteOwnAccount(ctx: AccountContext, viewer: Viewer, typed: string): Promise<void> {
  const { userId } = viewer;
  const word = deletionWord(viewer);
  if (typed.trim().toLowerCase() !== word.toLowerCase()) {
    const message = `Type ${word} to confirm.`;
    throw InvalidError.at('word', message);
  }
  const { db } = ctx;
  const who = (viewer.role !== null && viewer.fullName) || DELETED_ACCOUNT;
  const [, gone] = await refusingLastAdmin(() =>
    db.write(
      keepAnAdmin(db.build, userId),
      deleteUser(db.build, userId),
      farewellLine(ctx, { event: 'user_deleted', details: { by: 'themselves', who } }),
    ),
  );
  ctx.log.write({ event: 'user_updated', userId, what: 'deleted' });
  await tellOwner(ctx, gone.rows[0]?.email ?? null, { what: 'account-deleted' });
}

async function refusingLastAdmin<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConflictError) throw new ConflictError(LAST_ADMIN, { cause: error });
    throw error;
  }
}
