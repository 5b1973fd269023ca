// What protects an account changes only for who confirmed a moment ago that it is them.
import { isConfirmed, type Viewer } from './account';
import type { AccountContext } from './account-context';
import { AuthError } from './auth-error';
import { digitsKey } from './digits';
import { spendReauthentication } from './one-time-tokens-repo.server';
import { tryDigits } from './try-digits.server';

/**
 * Account pages ask for a password or a code in their forms before they come here. Clients of the authentication API sign in
 * again, or send the code that `/reauthenticate` mailed: it counts for one call, and no token is worth more afterwards.
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
      'This requires reauthentication: sign in again, or send the code that /reauthenticate mails as nonce',
    );
}

async function spendNonce(ctx: AccountContext, viewer: Viewer, nonce: string): Promise<void> {
  const { db } = ctx;
  const otpHash = await ctx.tokens.keyedHash(digitsKey(viewer.email, nonce));
  const spent = await tryDigits(ctx, viewer.userId, async () => {
    const [{ rows }] = await db.write(spendReauthentication(db.build, viewer.userId, otpHash));
    return rows[0] ?? null;
  });
  if (!spent)
    throw new AuthError('reauthentication_not_valid', 'Verification requires a valid reauthentication code');
}
