// Before what protects an account changes, whoever sits at the keyboard shows once more who they are.
import { ConflictError, InvalidError } from '~/lib/errors';
import type { TokenPair } from '~/platform/context';
import { isConfirmed, type Viewer } from './account';
import type { AccountContext } from './account-context';
import { AuthError } from './auth-error';
import { type OpenedSession, prepareReplacement } from './open-session.server';
import { tryDigits } from './try-digits.server';
import { selectPasswordHash } from './users-repo.server';
import { continueViewer } from './viewer.server';

const ASK = 'Please confirm that it is you.';
const REPLACED = 'You confirmed in another tab at the same time. Please try again.';

/** The fields of `ConfirmFields`. */
export interface Proof {
  password: string;
  /** Of an authenticator app, or a recovery code. */
  code: string;
}

/**
 * Checks who sits there, unless that was shown within the last ten minutes. Doing so now opens a new session in place of the
 * viewer's, so that a copy of the old tokens is not confirmed along with it.
 * @returns the viewer and the tokens of the new session for the cookie; null where nothing was asked
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
  const [made] = await ctx.db.write(replacement.statement);
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
