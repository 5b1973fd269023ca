// Unlinks a sign-in method from an account.
import { auditLine } from '~/features/audit/audit.server';
import { UnauthorizedError } from '~/lib/errors';
import { SESSION_MISSING, type Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { Nonce, parseApi, Uuid } from '../api/api-input';
import { listIdentities } from '../api/auth-user';
import { AuthError } from '../auth-error';
import { notifyOwner } from '../emails/notify-owner.server';
import { selectAuthUser } from '../people/auth-users-repo.server';
import { lockPerson, spendEmailChanges } from '../people/users-repo.server';
import { countSecurityChange } from '../sessions/count-security-change.server';
import { requireConfirmed } from '../sessions/require-confirmed.server';
import {
  browserIsSignedIn,
  lockBrowserSession,
  revokeSessionsWithMethod,
} from '../sessions/sessions-repo.server';
import { spendCodesOf } from '../sign-in/auth-codes-repo.server';
import { deleteIdentity, dropPassword, isUnlinked } from './identities-repo.server';
import { methodOf, providerKeyOf, WALLET } from './provider';

/**
 * Unlinks an identity, except the last one. Unlinking the email identity removes the password; sign-in by
 * email or provider still works. Ends other sessions that used the method, because the user may be removing
 * it to lock someone out.
 * @throws AuthError, TooManyError; UnauthorizedError if the session ended
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
  await countSecurityChange(ctx, viewer);
  const isOwn = identityId === userId;
  const provider = String(found.provider);
  const line = { event: 'identity_unlinked', actorId: userId, subject: email, details: { provider } };
  const method = isOwn ? 'password' : methodOf(provider);
  const isSignedIn = browserIsSignedIn(sessionId);
  const isGone = isOwn ? isSignedIn : isUnlinked(identityId, isSignedIn);
  const { session, removed } = await db.writeBatch({
    person: lockPerson(db.build, userId),
    session: lockBrowserSession(db.build, sessionId),
    removed: isOwn
      ? dropPassword(db.build, userId, isSignedIn)
      : deleteIdentity(db.build, userId, identityId, isSignedIn),
    codes: spendCodesOf(db.build, userId, method, isGone),
    emailChanges: spendEmailChanges(db.build, userId, isGone),
    sessions: revokeSessionsWithMethod(db.build, userId, { method, except: sessionId }, isGone),
    audit: auditLine(ctx, line, isGone),
  });
  if (session.rows.length === 0) throw new UnauthorizedError(SESSION_MISSING);
  // A concurrent call removed the other identity.
  if (removed.rows.length === 0) throw last();
  await notifyOwner(
    ctx,
    email || null,
    isOwn ? { what: 'password-removed' } : { what: 'identity-unlinked', provider: nameOf(ctx, provider) },
  );
}

/** Display name; the key for a provider that is no longer configured. */
function nameOf({ config }: AccountContext, key: string): string {
  if (key === WALLET) return 'a wallet';
  return config.authProviders.find((provider) => providerKeyOf(provider) === key)?.name ?? key;
}

function last(): AuthError {
  return new AuthError('single_identity_not_deletable', 'User must have at least 1 identity after unlinking');
}
