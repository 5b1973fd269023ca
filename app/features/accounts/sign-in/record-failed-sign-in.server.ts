// Records failed sign-ins and confirmations. Only callers within their limits get an audit log entry, so that
// no one can fill the audit log.
import { auditLine } from '~/features/audit/audit.server';
import type { AccountContext } from '../account-context';

export type SignInFailure =
  | 'credentials'
  /** The right password of a disabled account. */
  | 'suspended'
  /** A wrong code from an email. */
  | 'code'
  | 'second-factor'
  /** A wrong password of a signed-in person who has to confirm a change. */
  | 'confirmation';

/** The audit log entry of a failure. It contains nothing that was typed except the email address. */
export function toFailureEntry(email: string, reason: SignInFailure) {
  // Accounts of wallets have no address.
  return { event: 'sign_in_failed', subject: email.toLowerCase() || null, details: { reason } };
}

/** Call it after the attempt was counted and was within its limits. */
export async function recordFailure(
  ctx: AccountContext,
  email: string,
  reason: SignInFailure,
): Promise<void> {
  await ctx.db.write(auditLine(ctx, toFailureEntry(email, reason)));
  ctx.log.write({ event: 'sign_in_failed', reason });
}

/** Runs a check of limits and logs its refusal. */
export function refuseLogged(ctx: AccountContext, refuse: () => void): void {
  try {
    refuse();
  } catch (error) {
    ctx.log.write({ event: 'sign_in_failed', reason: 'throttled' });
    throw error;
  }
}
