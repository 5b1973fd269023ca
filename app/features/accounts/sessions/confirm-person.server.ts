// Asks the user to authenticate again before security settings change.
import { ownPasswordCheckRule } from '~/features/rate-limit/throttle';
import { countOrRefuse } from '~/features/rate-limit/throttle-calls.server';
import { ConflictError, InvalidError } from '~/lib/errors';
import type { TokenPair } from '~/platform/context';
import { isConfirmed, type Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { AuthError } from '../auth-error';
import { lockPerson, selectPasswordHash } from '../people/users-repo.server';
import { tryDigits } from '../sign-in/try-mailed-code.server';
import { type OpenedSession, prepareReplacement } from './open-session.server';
import { continueViewer } from './viewer.server';

const ASK = 'Please confirm your identity.';
const REPLACED = 'You confirmed in another tab at the same time. Please try again.';

/** The fields of `ConfirmFields`. */
export interface Proof {
  password: string;
  /** A code of an authenticator app, or a recovery code. */
  code: string;
}

/**
 * Confirms the user unless they authenticated within the last ten minutes. Opens a new session in place of
 * the viewer's, so that a stolen copy of the old tokens is not confirmed too.
 * @returns the viewer and the tokens of the new session for the cookie; null if no confirmation was needed
 * @throws AuthError, InvalidError, TooManyError, ConflictError
 */
export async function confirmPerson(
  ctx: AccountContext,
  viewer: Viewer,
  { password, code }: Proof,
): Promise<{ viewer: Viewer; tokens: TokenPair } | null> {
  if (isConfirmed(viewer, ctx.clock.now())) return null;
  const { session, tokens } = viewer.hasPassword
    ? await confirmByPassword(ctx, viewer, password)
    : await confirmByCode(ctx, viewer, code);
  return { viewer: continueViewer(viewer, session), tokens };
}

async function confirmByPassword(ctx: AccountContext, viewer: Viewer, password: string) {
  if (password === '') throw ask('proofPassword');
  await checkPassword(ctx, viewer, password, 'proofPassword');
  const replacement = await prepareReplacement(ctx, viewer, { method: 'password' });
  const { opened: made } = await ctx.db.writeBatch({
    person: lockPerson(ctx.db.build, viewer.userId),
    opened: replacement.statement,
  });
  const opened = await replacement.finish(made);
  if (!opened) throw new ConflictError(REPLACED);
  return opened;
}

async function confirmByCode(ctx: AccountContext, viewer: Viewer, code: string): Promise<OpenedSession> {
  if (!viewer.hasFactor || code === '') throw ask('proofCode');
  try {
    return await showAny(ctx, viewer, code.replace(/\s/g, ''));
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const message = 'That code is wrong or was already used.';
    throw new AuthError('mfa_verification_failed', message, [{ field: 'proofCode', message }]);
  }
}

/** Six digits are a code of an app. Anything else can only be a recovery code. */
async function showAny(ctx: AccountContext, viewer: Viewer, code: string): Promise<OpenedSession> {
  if (viewer.hasCodes && /^\d{6}$/.test(code)) {
    const { verifyCode } = await import('../factors/factors.server');
    return verifyCode(ctx, viewer, code);
  }
  const { verifyRecoveryCode } = await import('../factors/recovery-codes.server');
  return verifyRecoveryCode(ctx, viewer, code);
}

function ask(field: string): AuthError {
  return new AuthError('reauthentication_needed', ASK, [{ field, message: ASK }]);
}

/**
 * Checks the password. Attempts are counted per signed-in user, separately from sign-ins, so that a stranger
 * cannot use them up. Parallel attempts are counted before any is checked. Returns the stored hash.
 * @param field the form field that shows the error
 * @throws InvalidError; TooManyError after 10 wrong attempts in an hour or 100 checks in 15 minutes
 */
export async function checkPassword(
  ctx: AccountContext,
  viewer: Viewer,
  password: string,
  field: string,
): Promise<string> {
  const { db } = ctx;
  const { userId, email } = viewer;
  const account = `confirm:${userId}`;
  await countOrRefuse(ctx, [ownPasswordCheckRule(userId)]);
  const checked = await tryDigits(ctx, { account, email, reason: 'confirmation' }, async () => {
    const [user] = await db.read(selectPasswordHash(db.build, userId));
    const passwordHash = user?.passwordHash ?? null;
    return (await ctx.passwords.verify(password, passwordHash)) ? passwordHash : null;
  });
  if (checked !== null) return checked;
  const message = field === 'currentPassword' ? 'The current password is wrong.' : 'The password is wrong.';
  throw InvalidError.at(field, message);
}
