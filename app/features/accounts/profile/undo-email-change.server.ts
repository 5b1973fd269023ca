// Undoes an email change with the link that was sent to the former address.
import { ConflictError, ConstraintError } from '~/lib/errors';
import type { AccountContext } from '../account-context';
import { AuthError } from '../auth-error';
import { notifyOwner } from '../emails/notify-owner.server';
import { type OpenedSession, prepareSession } from '../sessions/open-session.server';
import { MAIL_LINK_DEAD } from '../sign-in/account-notices';
import { ownerOfSpent, selectMailLink } from '../sign-in/one-time-tokens-repo.server';
import { byRecovery, emailRestored, undoStatements } from './undo-email-change-repo.server';

const ADDRESS_IN_USE =
  'Another account now uses this address, so it cannot be restored. Nothing was changed, and the link stays valid.';

const DISABLED = 'This account is disabled. Nothing was changed.';

/** Generates the secret of an undo link. It is stored only if the transaction changes an address. */
export async function makeUndo({ tokens }: Pick<AccountContext, 'tokens'>) {
  const token = tokens.random();
  return { token, hash: await tokens.hash(token) };
}

/** @param left returned by the transaction of the change; undefined if it changed no address */
export async function notifyFormerAddress(
  ctx: AccountContext,
  left: { email: string; next: string } | undefined,
  undoToken: string,
): Promise<void> {
  if (left) await notifyOwner(ctx, left.email, { what: 'email-changed', next: left.next, undoToken });
}

/**
 * Restores the address that the link was sent to and opens a session that may set a new password. Ends all
 * other sessions.
 * @throws AuthError for a used or expired link; ConflictError if another account has the address or the account is
 * disabled, which leaves the link valid
 */
export async function undoEmailChange(
  ctx: AccountContext,
  hash: string,
  bindingHash: string | null,
): Promise<OpenedSession & { purpose: 'email_undo'; choosesPassword: true }> {
  const { db } = ctx;
  const opening = await prepareSession(ctx, {
    owner: ownerOfSpent(hash),
    event: emailRestored,
    // Like a recovery link, this session may set a password without the current one.
    method: byRecovery,
    bindingHash,
  });
  const { former, opened: made } = await refusingUsedAddress(() =>
    db.writeBatch({
      ...undoStatements(db.build, hash),
      opened: opening.statement,
    }),
  );
  const opened = await opening.finish(made);
  if (!opened) {
    const { rows } = await db.read(selectMailLink(db.build, hash));
    if (rows.length > 0) throw new ConflictError(DISABLED);
    throw new AuthError('otp_expired', MAIL_LINK_DEAD);
  }
  const { userId, sessionId } = opened.session;
  ctx.log.write({ event: 'user_updated', userId, what: 'email restored' });
  ctx.log.write({ event: 'signed_in', userId, sessionId });
  await notifyOwner(ctx, former.rows[0]?.email ?? null, { what: 'email-restored' });
  return { purpose: 'email_undo', choosesPassword: true, ...opened };
}

async function refusingUsedAddress<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConstraintError && error.constraint === 'users_email_once')
      throw new ConflictError(ADDRESS_IN_USE, { cause: error });
    throw error;
  }
}
