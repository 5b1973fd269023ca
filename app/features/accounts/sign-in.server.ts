// Signing in with address and password.

import { auditLine } from '~/features/audit/audit.server';
import { UnavailableError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { TokenPair } from '~/platform/context';
import type { Role, Viewer } from './account';
import type { AccountContext } from './account-context';
import { SignIn } from './account-input';
import { AuthError } from './auth-error';
import { prepareSession } from './open-session.server';
import { refuseThrottled } from './refuse-throttled';
import { byPassword, ownerWithin, revokeReplaced, signedIn } from './sessions-repo.server';
import { signInRules, type ThrottleRule } from './throttle';
import { countTry, deleteEndedTries, isWithin, selectTries } from './throttle-repo.server';
import { selectUserByEmail } from './users-repo.server';

const WRONG = 'Invalid login credentials';
const UNVERIFIED = 'Email not confirmed';
const BANNED = 'This account has been suspended.';

export interface SignedIn {
  viewer: Pick<Viewer, 'userId' | 'role' | 'aal' | 'hasFactor'>;
  tokens: TokenPair;
}

/**
 * Opens a session. An unknown address is answered like a wrong password, and as late.
 * @param replaced the session this browser had: it ends, whoever's it was
 * @throws InvalidError, TooManyError after too many wrong tries, UnavailableError
 */
export async function signIn(
  ctx: AccountContext,
  input: unknown,
  replaced?: string | null,
): Promise<SignedIn> {
  const { db } = ctx;
  const { email, password } = parseInput(SignIn, input);
  const rules = signInRules(await ctx.tokens.hash(email.toLowerCase()), ctx.request.address);
  const [tries, [user]] = await Promise.all([
    db.read(selectTries(db.build, rules)),
    db.read(selectUserByEmail(db.build, email)),
  ]);
  try {
    refuseThrottled(rules, tries.rows);
  } catch (error) {
    ctx.log.write({ event: 'sign_in_failed', reason: 'throttled' });
    throw error;
  }
  const isRight = await ctx.passwords.verify(password, user?.passwordHash ?? null);
  if (!user || !isRight) return refuseWrong(ctx, rules, email);
  if (!user.emailVerifiedAt) {
    ctx.log.write({ event: 'sign_in_failed', reason: 'unverified' });
    throw new AuthError('email_not_confirmed', UNVERIFIED, [{ field: 'email', message: UNVERIFIED }]);
  }
  if (user.isBanned) throw new AuthError('user_banned', BANNED, [{ field: 'email', message: BANNED }]);
  if (user.fullName === null) throw new UnavailableError('Your profile cannot be read right now.');
  const opening = await prepareSession(ctx, {
    // Looked at once more: the wrong tries of a guesser who sends many at once count while this one was checked, and a new
    // password ends what the old one was about to open.
    owner: ownerWithin(user.id, isWithin(rules), user.passwordHash),
    event: signedIn,
    method: byPassword,
  });
  const [made] = await db.write(
    opening.statement,
    ...(replaced ? [revokeReplaced(db.build, replaced, opening.refreshHash)] : []),
  );
  const opened = await opening.finish(made);
  if (!opened) return refuseLate(ctx, rules);
  const { userId, sessionId, aal } = opened.session;
  ctx.log.write({ event: 'signed_in', userId, sessionId });
  const role: Role = user.role;
  return { viewer: { userId, role, aal, hasFactor: user.hasFactor }, tokens: opened.tokens };
}

/** The password was right a moment ago. */
async function refuseLate(ctx: AccountContext, rules: ThrottleRule[]): Promise<never> {
  const { rows } = await ctx.db.read(selectTries(ctx.db.build, rules));
  refuseThrottled(rules, rows);
  throw new AuthError('invalid_credentials', WRONG, [{ field: 'password', message: WRONG }]);
}

async function refuseWrong(ctx: AccountContext, rules: ThrottleRule[], email: string): Promise<never> {
  const { db } = ctx;
  const [tries] = await db.write(
    countTry(db.build, rules),
    deleteEndedTries(db.build),
    auditLine(ctx, {
      event: 'sign_in_failed',
      subject: email.toLowerCase(),
    }),
  );
  ctx.log.write({ event: 'sign_in_failed', reason: 'credentials' });
  refuseThrottled(rules, tries.rows, 1);
  throw new AuthError('invalid_credentials', WRONG, [{ field: 'password', message: WRONG }]);
}
