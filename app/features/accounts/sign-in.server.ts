// Signing in with address and password.

import { auditLine } from '~/features/audit/audit.server';
import { UnavailableError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { TokenPair } from '~/platform/context';
import type { Role, Viewer } from './account';
import type { AccountContext } from './account-context';
import { SignIn } from './account-input';
import { AuthError, UnconfirmedError } from './auth-error';
import { refuseTries, rulesFor } from './known-places.server';
import { getStanding, isAdmitted, type Standing, selectStanding } from './known-places-repo.server';
import { prepareSession } from './open-session.server';
import { refuseThrottled } from './refuse-throttled';
import { byPassword, ownerWithin, revokeReplaced, signedIn } from './sessions-repo.server';
import { hashForSignUp } from './sign-up.server';
import { selectSignUps } from './sign-ups-repo.server';
import { type AccountRules, listRules } from './throttle';
import { countTry, deleteEndedTries, selectTries } from './throttle-repo.server';
import { renewPasswordHash, selectUserByEmail } from './users-repo.server';

const WRONG = 'Invalid login credentials';
const BANNED = 'This account has been suspended.';

export interface SignedIn {
  viewer: Pick<Viewer, 'userId' | 'role' | 'aal' | 'hasFactor'>;
  tokens: TokenPair;
}

/**
 * Opens a session. An unknown address is answered like a wrong password, and as late: every refusal computes two hashes. A
 * sign-up of the last day is answered as one, whether its address has an account or not. A right password from where the
 * tries at this account are used up is refused like a wrong one: the limits of known devices and networks show only in what a
 * right password does.
 * @param replaced the session this browser had: it ends, whoever's it was
 * @throws UnconfirmedError, InvalidError, TooManyError after too many wrong tries, UnavailableError
 */
export async function signIn(
  ctx: AccountContext,
  input: unknown,
  replaced?: string | null,
): Promise<SignedIn> {
  const { db } = ctx;
  const { email, password } = parseInput(SignIn, input);
  const rules = await rulesFor(ctx, 'sign-in', email);
  const [tries, standings, [user], signUps] = await Promise.all([
    db.read(selectTries(db.build, [rules.address])),
    db.read(selectStanding(db.build, email, rules, 0)),
    db.read(selectUserByEmail(db.build, email)),
    db.read(selectSignUps(db.build, email)),
  ]);
  const standing = getStanding(standings);
  // Who may try nothing from their address, at any account, costs us no hash.
  if (!standing.isKnownDevice) refuseLogged(ctx, () => refuseThrottled([rules.address], tries.rows));
  const isRight = await ctx.passwords.verify(password, user?.passwordHash ?? null);
  if (!user?.emailVerifiedAt || !isRight || !standing.isAdmitted) {
    const hash = await hashForSignUp(ctx, email, password);
    const signUp = signUps.rows.find(({ passwordHash }) => passwordHash === hash);
    // The operator may have made the account with a password, or taken back that its address is confirmed.
    if (!standing.isAdmitted || !(signUp || isRight)) return refuseWrong(ctx, rules, standing, email);
    ctx.log.write({ event: 'sign_in_failed', reason: 'unverified' });
    throw new UnconfirmedError(signUp?.id ?? null);
  }
  if (user.isBanned) throw new AuthError('user_banned', BANNED, [{ field: 'email', message: BANNED }]);
  if (user.fullName === null) throw new UnavailableError('Your profile cannot be read right now.');
  const { passwordHash } = user;
  const renewedHash = passwordHash && (await ctx.passwords.renew(password, passwordHash));
  const opening = await prepareSession(ctx, {
    // Looked at once more: the wrong tries of a guesser who sends many at once count while this one was checked, and a new
    // password ends what the old one was about to open.
    owner: ownerWithin(user.id, isAdmitted(email, rules, 0), passwordHash, renewedHash),
    event: signedIn,
    method: byPassword,
  });
  const [made] = await db.write(
    opening.statement,
    ...(replaced ? [revokeReplaced(db.build, replaced, opening.refreshHash)] : []),
    ...(passwordHash && renewedHash ? [renewPasswordHash(db.build, user.id, passwordHash, renewedHash)] : []),
  );
  const opened = await opening.finish(made);
  if (!opened) return refuseLate(ctx, rules, standing);
  const { userId, sessionId, aal } = opened.session;
  ctx.log.write({ event: 'signed_in', userId, sessionId });
  const role: Role = user.role;
  return { viewer: { userId, role, aal, hasFactor: user.hasFactor }, tokens: opened.tokens };
}

/** The password was right a moment ago. */
async function refuseLate(ctx: AccountContext, rules: AccountRules, standing: Standing): Promise<never> {
  const { rows } = await ctx.db.read(selectTries(ctx.db.build, listRules(rules)));
  const { account, address, device } = rules;
  refuseThrottled(standing.isKnownDevice && device ? [device] : [account, address], rows);
  throw new AuthError('invalid_credentials', WRONG, [{ field: 'password', message: WRONG }]);
}

async function refuseWrong(
  ctx: AccountContext,
  rules: AccountRules,
  standing: Standing,
  email: string,
): Promise<never> {
  const { db } = ctx;
  const line = { event: 'sign_in_failed', subject: email.toLowerCase() };
  const [tries] = await db.write(
    countTry(db.build, listRules(rules)),
    deleteEndedTries(db.build),
    // A stranger must not be able to fill the log.
    auditLine(ctx, line, isAdmitted(email, rules, 1)),
  );
  refuseLogged(ctx, () => refuseTries(rules, tries.rows, standing));
  ctx.log.write({ event: 'sign_in_failed', reason: 'credentials' });
  throw new AuthError('invalid_credentials', WRONG, [{ field: 'password', message: WRONG }]);
}

function refuseLogged(ctx: AccountContext, refuse: () => void): void {
  try {
    refuse();
  } catch (error) {
    ctx.log.write({ event: 'sign_in_failed', reason: 'throttled' });
    throw error;
  }
}
