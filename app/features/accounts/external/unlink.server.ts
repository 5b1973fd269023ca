// Taking a way in away from an account.
import { auditLine } from '~/features/audit/audit.server';
import type { Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { Nonce, parseApi, Uuid } from '../api/api-input';
import { listIdentities } from '../api/auth-user';
import { spendCodesOf } from '../auth-codes-repo.server';
import { AuthError } from '../auth-error';
import { selectAuthUser } from '../auth-users-repo.server';
import { requireConfirmed } from '../require-confirmed.server';
import { revokeShown } from '../sessions-repo.server';
import { tellOwner } from '../tell-owner.server';
import { lockPerson } from '../users-repo.server';
import { deleteIdentity, dropPassword, isUnlinked } from './identities-repo.server';
import { keyOf, methodOf, WALLET } from './provider-key';

/**
 * The last way in stays. Without its own identity an address signs in by mail or provider, no more by password. Other
 * sessions that came in this way end: whoever gives it up may do so because somebody else has it.
 */
export async function unlinkIdentity(
  ctx: AccountContext,
  viewer: Viewer,
  identityId: string,
  body: unknown,
): Promise<void> {
  const { db } = ctx;
  const { nonce } = parseApi(Nonce, body);
  const { userId, sessionId, email } = viewer;
  const { rows } = await db.read(selectAuthUser(db.build, userId));
  const identities = rows[0] ? listIdentities(rows[0].user) : [];
  const found = identities.find(({ identity_id: id }) => id === identityId);
  if (!found || !Uuid.safeParse(identityId).success)
    throw new AuthError('identity_not_found', "Identity doesn't exist");
  if (identities.length < 2) throw last();
  await requireConfirmed(ctx, viewer, nonce);
  const isOwn = identityId === userId;
  const provider = String(found.provider);
  const line = { event: 'identity_unlinked', actorId: userId, subject: email, details: { provider } };
  const method = isOwn ? 'password' : methodOf(provider);
  const isGone = isOwn ? undefined : isUnlinked(identityId);
  const [, removed] = await db.write(
    lockPerson(db.build, userId),
    isOwn ? dropPassword(db.build, userId) : deleteIdentity(db.build, userId, identityId),
    spendCodesOf(db.build, userId, method, isGone),
    revokeShown(db.build, userId, { method, except: sessionId }, isGone),
    auditLine(ctx, line, isGone),
  );
  // Another call took the other one away meanwhile.
  if (removed.rows.length === 0) throw last();
  await tellOwner(
    ctx,
    email || null,
    isOwn ? { what: 'password-removed' } : { what: 'identity-unlinked', provider: nameOf(ctx, provider) },
  );
}

/** As the operator calls it; one that is not configured any more by its key. */
function nameOf({ config }: AccountContext, key: string): string {
  if (key === WALLET) return 'a wallet';
  return config.authProviders.find((provider) => keyOf(provider) === key)?.name ?? key;
}

function last(): AuthError {
  return new AuthError('single_identity_not_deletable', 'User must have at least 1 identity after unlinking');
}
