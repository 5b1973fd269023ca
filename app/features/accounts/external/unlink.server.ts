// Taking a way in away from an account.
import { auditLine } from '~/features/audit/audit.server';
import type { Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { Uuid } from '../api/api-input';
import { listIdentities } from '../api/auth-user';
import { AuthError } from '../auth-error';
import { selectAuthUser } from '../auth-users-repo.server';
import { lockPerson } from '../users-repo.server';
import { deleteIdentity, dropPassword, isUnlinked } from './identities-repo.server';

/** The last way in stays. Without its own identity an address signs in by mail or provider, no more by password. */
export async function unlinkIdentity(ctx: AccountContext, viewer: Viewer, identityId: string): Promise<void> {
  const { db } = ctx;
  const { rows } = await db.read(selectAuthUser(db.build, viewer.userId));
  const identities = rows[0] ? listIdentities(rows[0].user) : [];
  const found = identities.find(({ identity_id: id }) => id === identityId);
  if (!found || !Uuid.safeParse(identityId).success)
    throw new AuthError('identity_not_found', "Identity doesn't exist");
  if (identities.length < 2) throw last();
  const isOwn = identityId === viewer.userId;
  const line = {
    event: 'identity_unlinked',
    actorId: viewer.userId,
    subject: viewer.email,
    details: { provider: found.provider },
  };
  const [, removed] = await db.write(
    lockPerson(db.build, viewer.userId),
    isOwn ? dropPassword(db.build, viewer.userId) : deleteIdentity(db.build, viewer.userId, identityId),
    auditLine(ctx, line, isOwn ? undefined : isUnlinked(identityId)),
  );
  // Another call took the other one away meanwhile.
  if (removed.rows.length === 0) throw last();
}

function last(): AuthError {
  return new AuthError('single_identity_not_deletable', 'User must have at least 1 identity after unlinking');
}
