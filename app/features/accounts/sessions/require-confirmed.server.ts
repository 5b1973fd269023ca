// Requires a recent confirmation before security settings change.
import { isConfirmed, type Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { AuthError } from '../auth-error';
import { digitsKey } from '../sign-in/mail-token.server';
import { spendReauthentication } from '../sign-in/one-time-tokens-repo.server';
import { tryDigits } from '../sign-in/try-mailed-code.server';

/**
 * Account pages confirm the user in their forms first. API clients sign in again, or send the code that
 * `/reauthenticate` emailed. That code is valid for one call and does not raise the session's level.
 * @throws AuthError, TooManyError
 */
export async function requireConfirmed(
  ctx: AccountContext,
  viewer: Viewer,
  nonce: string | null | undefined,
): Promise<void> {
  if (nonce) await spendNonce(ctx, viewer, nonce);
  else if (!isConfirmed(viewer, ctx.clock.now()))
    throw new AuthError(
      'reauthentication_needed',
      'This requires reauthentication: sign in again, or send the code from the /reauthenticate email as nonce',
    );
}

async function spendNonce(ctx: AccountContext, viewer: Viewer, nonce: string): Promise<void> {
  const { db } = ctx;
  const { userId, email } = viewer;
  const otpHash = await ctx.tokens.keyedHash(digitsKey(email, nonce));
  const spent = await tryDigits(ctx, { account: userId, email, reason: 'code' }, async () => {
    const { rows } = await db.writeOne(spendReauthentication(db.build, userId, otpHash));
    return rows[0] ?? null;
  });
  if (!spent)
    throw new AuthError('reauthentication_not_valid', 'Verification requires a valid reauthentication code');
}

/**
 * Users with a second factor must use it before they change security settings.
 * @throws AuthError `insufficient_aal`
 */
export function refuseWeakSession(viewer: Pick<Viewer, 'hasFactor' | 'aal'>): void {
  if (viewer.hasFactor && viewer.aal !== 'aal2')
    throw new AuthError('insufficient_aal', 'AAL2 session is required to do this when MFA is enabled.');
}
