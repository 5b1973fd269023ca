// Before what protects an account changes, whoever sits at the keyboard shows once more who they are.
import { InvalidError } from '~/lib/errors';
import type { TokenPair } from '~/platform/context';
import { isConfirmed, type Viewer } from './account';
import type { AccountContext } from './account-context';
import { AuthError } from './auth-error';
import type { OpenedSession } from './open-session.server';
import { confirmSession } from './sessions-repo.server';
import { tryDigits } from './try-digits.server';
import { selectPasswordHash } from './users-repo.server';

const ASK = 'Please confirm that it is you.';

/** The fields of `ConfirmFields`. */
export interface Proof {
  password: string;
  /** Of an authenticator app, or a recovery code. */
  code: string;
}

/**
 * Lets pass who showed a moment ago who they are, or does so now.
 * @returns tokens for the cookie if there are new ones
 * @throws AuthError, InvalidError, TooManyError
 */
export async function confirmPerson(
  ctx: AccountContext,
  viewer: Viewer,
  { password, code }: Proof,
): Promise<TokenPair | null> {
  if (isConfirmed(viewer, ctx.clock.now())) return null;
  if (viewer.hasPassword) {
    if (password === '') throw ask('proofPassword');
    await checkPassword(ctx, viewer, password, 'proofPassword');
    await ctx.db.write(confirmSession(ctx.db.build, viewer.sessionId, 'password'));
    return null;
  }
  if (!viewer.hasFactor || code === '') throw ask('proofCode');
  try {
    return (await showAny(ctx, viewer, code.replace(/\s/g, ''))).tokens;
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const message = 'That code is wrong, or was used already.';
    throw new AuthError('mfa_verification_failed', message, [{ field: 'proofCode', message }]);
  }
}

/** Six digits are an app's; anything else can only be a recovery code. */
async function showAny(ctx: AccountContext, viewer: Viewer, code: string): Promise<OpenedSession> {
  if (viewer.hasCodes && /^\d{6}$/.test(code)) {
    const { showCode } = await import('./factors/factors.server');
    return showCode(ctx, viewer, code);
  }
  const { showRecoveryCode } = await import('./factors/recovery-codes.server');
  return showRecoveryCode(ctx, viewer, code);
}

function ask(field: string): AuthError {
  return new AuthError('reauthentication_needed', ASK, [{ field, message: ASK }]);
}

/**
 * Tries are counted for the person who is signed in, apart from sign-ins: a stranger who knows the address alone cannot
 * use them up, and many at once are counted before the first is looked at.
 * @param field where the reason stands. @throws InvalidError, TooManyError after 10 wrong ones an hour
 */
export async function checkPassword(
  ctx: AccountContext,
  viewer: Viewer,
  password: string,
  field: string,
): Promise<void> {
  const { db } = ctx;
  const isRight = await tryDigits(ctx, `confirm:${viewer.userId}`, async () => {
    const [user] = await db.read(selectPasswordHash(db.build, viewer.userId));
    return (await ctx.passwords.verify(password, user?.passwordHash ?? null)) ? true : null;
  });
  if (isRight) return;
  const message = field === 'currentPassword' ? 'The current password is wrong.' : 'The password is wrong.';
  throw InvalidError.at(field, message);
}
