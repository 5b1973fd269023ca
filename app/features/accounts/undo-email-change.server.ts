// A change of email address, undone by whoever reads at the old one.
import { ConflictError, ConstraintError } from '~/lib/errors';
import type { AccountContext } from './account-context';
import { LINK_DEAD } from './account-notices';
import { AuthError } from './auth-error';
import { ownerOfSpent } from './one-time-tokens-repo.server';
import { type OpenedSession, prepareSession } from './open-session.server';
import { tellOwner } from './tell-owner.server';
import { byRecovery, emailRestored, undoStatements } from './undo-email-change-repo.server';

const ADDRESS_IN_USE =
  'Another account uses this address now, so it cannot be restored. The link stays valid, and nothing was changed.';

/** The secret of a link that undoes a change, made before it is known whether there is one. */
export async function makeUndo({ tokens }: Pick<AccountContext, 'tokens'>) {
  const token = tokens.random();
  return { token, hash: await tokens.hash(token) };
}

/** @param left from the transaction of the change: nothing if it changed no address */
export async function tellFormerAddress(
  ctx: AccountContext,
  left: { email: string; next: string } | undefined,
  undoToken: string,
): Promise<void> {
  if (left) await tellOwner(ctx, left.email, { what: 'email-changed', next: left.next, undoToken });
}

/**
 * Restores the address that the link was mailed to, and opens a session that may set a new password. Everybody else is out, by
 * whichever way they came in.
 * @throws AuthError for a dead link, ConflictError while another account has the address: then nothing was spent
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
    // It sets a password without the present one, like the link that a forgotten password asks for.
    method: byRecovery,
    bindingHash,
  });
  const [, former, , , , , , , , made] = await refusingUsedAddress(() =>
    db.write(...undoStatements(db.build, hash), opening.statement),
  );
  const opened = await opening.finish(made);
  if (!opened) throw new AuthError('otp_expired', LINK_DEAD);
  const { userId, sessionId } = opened.session;
  ctx.log.write({ event: 'user_updated', userId, what: 'email restored' });
  ctx.log.write({ event: 'signed_in', userId, sessionId });
  await tellOwner(ctx, former.rows[0]?.email ?? null, { what: 'email-restored' });
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
