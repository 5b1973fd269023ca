// Signs in with email address and password.

import { auditLine } from '~/features/audit/audit.server';
import {
  type AccountRules,
  listRules,
  passwordCheckRule,
  refuseThrottled,
} from '~/features/rate-limit/throttle';
import { countCall, refuseExceeded } from '~/features/rate-limit/throttle-calls.server';
import {
  countTryUnderAllIf,
  deleteEndedTries,
  type Tries,
  uncountTry,
} from '~/features/rate-limit/throttle-repo.server';
import { UnavailableError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { TokenPair } from '~/platform/context';
import type { Role, Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { AuthError, UnconfirmedError } from '../auth-error';
import { renewPasswordHash, selectUserByEmail } from '../people/users-repo.server';
import { SignInInput } from '../profile/account-input';
import { prepareSession } from '../sessions/open-session.server';
import { byPassword, ownerWithin, revokeReplaced, signedIn } from '../sessions/sessions-repo.server';
import { refuseTries, rulesFor } from './known-places.server';
import {
  getSignInHistory,
  isChecked,
  isUnknownDevice,
  type SignInHistory,
  selectSignInHistory,
} from './known-places-repo.server';
import { refuseLogged, type SignInFailure, toFailureEntry } from './record-failed-sign-in.server';
import { hashForSignUp } from './sign-up.server';
import { selectSignUps } from './sign-ups-repo.server';

const WRONG = 'Invalid login credentials';
const BANNED = 'This account has been suspended.';

export interface SignedIn {
  viewer: Pick<Viewer, 'userId' | 'role' | 'aal' | 'hasFactor'>;
  tokens: TokenPair;
}

/**
 * Opens a session. To hide which addresses are registered, a refusal takes as long as a wrong password (two
 * hashes), except over a limit (none) and for disabled accounts (one); a sign-up of the last day gets its own answer whether or not the address is registered.
 * If the caller's attempts are used up, a right password is refused like a wrong one, so that the limits of
 * known devices and networks stay hidden.
 * @param replaced the browser's current session, which ends even if it belongs to another user
 * @throws UnconfirmedError, InvalidError, UnavailableError; TooManyError after too many wrong attempts
 */
export async function signIn(
  ctx: AccountContext,
  input: unknown,
  replaced?: string | null,
): Promise<SignedIn> {
  const { db } = ctx;
  const { email, password } = parseInput(SignInInput, input);
  const rules = await rulesFor(ctx, 'sign-in', email);
  const checkRule = passwordCheckRule(ctx.request.address);
  const {
    checks,
    tries,
    histories,
    users: [user],
    signUps,
  } = await db.writeBatch({
    // Counted before the hash, because parallel calls would all pass a check that comes later.
    checks: countCall(ctx, checkRule, isUnknownDevice(email, rules)),
    tries: countTryUnderAllIf(db.build, listRules(rules), isChecked(email, rules, checkRule)),
    histories: selectSignInHistory(db.build, email, rules, 1),
    users: selectUserByEmail(db.build, email),
    signUps: selectSignUps(db.build, email),
    endedTries: deleteEndedTries(db.build),
  });
  refuseLogged(ctx, () => refuseExceeded(checkRule, checks.rows));
  const stored = getSignInHistory(histories);
  const isCounted = tries.rows.some((row) => row.isCounted);
  const exhausted = (stored.isKnownDevice && rules.device) || rules.address;
  if (!isCounted) refuseLogged(ctx, () => refuseThrottled([exhausted], tries.rows));
  const history = { ...stored, isAdmitted: isCounted && stored.isAdmitted };
  const attempt = { email, rules, tries: tries.rows, history };
  const isRight = await ctx.passwords.verify(password, user?.passwordHash ?? null);
  if (!user?.emailVerifiedAt || !isRight || !history.isAdmitted) {
    const hash = await hashForSignUp(ctx, email, password);
    const signUp = signUps.rows.find(({ passwordHash }) => passwordHash === hash);
    // The operator may have set a password for an unconfirmed account, or marked its address as unconfirmed
    // again.
    if (!history.isAdmitted || !(signUp || isRight)) return refuseWrong(ctx, attempt, 'credentials');
    await db.write(uncountTry(db.build, tries.rows));
    ctx.log.write({ event: 'sign_in_failed', reason: 'unverified' });
    throw new UnconfirmedError(signUp?.id ?? null);
  }
  if (user.isBanned) return refuseWrong(ctx, attempt, 'suspended');
  if (user.fullName === null) {
    await db.write(uncountTry(db.build, tries.rows));
    throw new UnavailableError('Your profile cannot be read right now.');
  }
  const { passwordHash } = user;
  const renewedHash = passwordHash && (await ctx.passwords.renew(password, passwordHash));
  const opening = await prepareSession(ctx, {
    // A password changed since it was read prevents the session.
    owner: ownerWithin(user.id, undefined, passwordHash, renewedHash),
    event: signedIn,
    method: byPassword,
  });
  const { opened: made } = await db.writeBatch({
    opened: opening.statement,
    replaced: replaced ? [revokeReplaced(db.build, replaced, opening.refreshHash)] : [],
    renewed:
      passwordHash && renewedHash ? [renewPasswordHash(db.build, user.id, passwordHash, renewedHash)] : [],
    tries: uncountTry(db.build, tries.rows),
  });
  const opened = await opening.finish(made);
  if (!opened) throw wrong();
  const { userId, sessionId, aal } = opened.session;
  ctx.log.write({ event: 'signed_in', userId, sessionId });
  const role: Role = user.role;
  return { viewer: { userId, role, aal, hasFactor: user.hasFactor }, tokens: opened.tokens };
}

function wrong(): AuthError {
  return new AuthError('invalid_credentials', WRONG, [{ field: 'password', message: WRONG }]);
}

interface CountedAttempt {
  email: string;
  rules: AccountRules;
  tries: readonly Tries[];
  history: SignInHistory;
}

async function refuseWrong(
  ctx: AccountContext,
  { email, rules, tries, history }: CountedAttempt,
  reason: Extract<SignInFailure, 'credentials' | 'suspended'>,
): Promise<never> {
  // Without the condition, a stranger could fill the audit log. A condition of the statement hides from the
  // response whether the caller is admitted.
  await ctx.db.write(auditLine(ctx, toFailureEntry(email, reason), history.isAdmitted));
  refuseLogged(ctx, () => refuseTries(rules, tries, history));
  ctx.log.write({ event: 'sign_in_failed', reason });
  if (reason === 'suspended')
    throw new AuthError('user_banned', BANNED, [{ field: 'email', message: BANNED }]);
  throw wrong();
}
