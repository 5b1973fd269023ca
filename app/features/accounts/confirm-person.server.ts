// Before what protects an account changes, whoever sits at the keyboard shows once more who they are.
import { InvalidError } from '~/lib/errors';
import type { TokenPair } from '~/platform/context';
import { isConfirmed, type Viewer } from './account';
import type { AccountContext } from './account-context';
import { AuthError } from './auth-error';
import { refuseThrottled } from './refuse-throttled';
import { confirmSession } from './sessions-repo.server';
import { signInRules } from './throttle';
import { countTry, selectTries } from './throttle-repo.server';
import { selectPasswordHash } from './users-repo.server';

const ASK = 'Please confirm that it is you.';

/** The fields of `ConfirmFields`. */
export interface Proof {
  password: string;
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
  if (!viewer.hasCodes || code === '') throw ask('proofCode');
  const { showCode } = await import('./factors/factors.server');
  try {
    return (await showCode(ctx, viewer, code.replace(/\s/g, ''))).tokens;
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== 'mfa_verification_failed') throw error;
    const message = 'That code is wrong, or was used already.';
    throw new AuthError('mfa_verification_failed', message, [{ field: 'proofCode', message }]);
  }
}

function ask(field: string): AuthError {
  return new AuthError('reauthentication_needed', ASK, [{ field, message: ASK }]);
}

/**
 * Wrong passwords count like wrong sign-ins.
 * @param field where the reason stands. @throws InvalidError, TooManyError
 */
export async function checkPassword(
  ctx: AccountContext,
  viewer: Viewer,
  password: string,
  field: string,
): Promise<void> {
  const { db } = ctx;
  const rules = signInRules(await ctx.tokens.hash(viewer.email.toLowerCase()), ctx.request.address);
  const [tries, [user]] = await Promise.all([
    db.read(selectTries(db.build, rules)),
    db.read(selectPasswordHash(db.build, viewer.userId)),
  ]);
  refuseThrottled(rules, tries.rows);
  if (await ctx.passwords.verify(password, user?.passwordHash ?? null)) return;
  await db.write(countTry(db.build, rules));
  const message = field === 'currentPassword' ? 'The current password is wrong.' : 'The password is wrong.';
  throw new InvalidError(message, [{ field, message }]);
}
