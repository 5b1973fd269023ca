// Password recovery and emailed links.

import { auditLine } from '~/features/audit/audit.server';
import { ConflictError, ConstraintError, ForbiddenError, UnauthorizedError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { describeAccount, RECOVERY_HOURS, SESSION_MISSING, type Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { AuthError } from '../auth-error';
import { recoveryMail } from '../emails/account-emails';
import { notifyOwner } from '../emails/notify-owner.server';
import { refuseGuessable } from '../passwords/refuse-guessable.server';
import { lockPerson, passwordWasStored, spendOpenTokens, updatePassword } from '../people/users-repo.server';
import { NewPassword, ResetRequest } from '../profile/account-input';
import { makeUndo, notifyFormerAddress, undoEmailChange } from '../profile/undo-email-change.server';
import { countSecurityChange } from '../sessions/count-security-change.server';
import { type OpenedSession, prepareSession } from '../sessions/open-session.server';
import { refuseWeakSession } from '../sessions/require-confirmed.server';
import { browserIsSignedIn, revokeReplaced, revokeSessions } from '../sessions/sessions-repo.server';
import { LINK_NEEDED, MAIL_LINK_DEAD } from '../sign-in/account-notices';
import { clearKnownNetworks } from './known-places-repo.server';
import { OWN_LINK_TARGET } from './mail-link-target';
import { mailToken } from './mail-token.server';
import {
  eventOfSpent,
  insertCodeOfSpent,
  insertResetRequested,
  methodOfSpent,
  ownerOfSpent,
  selectBeginning,
  selectIsUndoLink,
  selectMailLink,
  spendStatements,
  type TokenPurpose,
} from './one-time-tokens-repo.server';

export const ADDRESS_TAKEN = 'A user with this email address has already been registered';

/**
 * Emails a reset link if the address has an account. The response and its timing do not reveal whether it
 * does.
 * @throws InvalidError; TooManyError above 5 an hour per account and 30 per caller; UnavailableError
 */
export async function requestReset(
  ctx: AccountContext,
  input: unknown,
  target = OWN_LINK_TARGET,
): Promise<void> {
  const { email } = parseInput(ResetRequest, input);
  const kind = { purpose: 'recovery', hours: RECOVERY_HOURS } as const;
  await mailToken(ctx, { ...kind, email, target }, recoveryMail, (isAdmitted) =>
    insertResetRequested(ctx.db.build, email, ctx.request.address, isAdmitted),
  );
}

export interface MailLink {
  purpose: TokenPurpose;
  userId: string;
  email: string;
  /** Set if a client of the authentication API requested the link. */
  redirectTo: string | null;
  codeChallenge: string | null;
}

/** The link of a token; null if it is spent, expired or unknown. Does not spend it. */
export async function findLink(ctx: AccountContext, token: string): Promise<MailLink | null> {
  const found = await ctx.db.read(selectMailLink(ctx.db.build, await ctx.tokens.hash(token)));
  return found.rows[0] ?? null;
}

/** Whether a used or expired link was one that undoes an email change: the page then explains what to do instead. */
export async function isDeadUndoLink(ctx: AccountContext, token: string): Promise<boolean> {
  const { rows } = await ctx.db.read(selectIsUndoLink(ctx.db.build, await ctx.tokens.hash(token)));
  return rows[0]?.isUndo ?? false;
}

export interface SpentLink extends OpenedSession {
  purpose: TokenPurpose;
  /** The user has no password yet or forgot it. */
  choosesPassword: boolean;
}

/**
 * Spends a link: confirms its address and opens a session.
 * @param viewer the browser's current viewer; another user's session is replaced only if `mayReplace`
 * @param bindingHash of the browser that the tokens are bound to
 * @throws AuthError for a dead link; ConflictError if another user is signed in
 */
export async function spendLink(
  ctx: AccountContext,
  token: string,
  viewer: Viewer | null,
  mayReplace: boolean,
  bindingHash: string | null = null,
): Promise<SpentLink> {
  const link = await findLink(ctx, token);
  if (!link) throw new AuthError('otp_expired', MAIL_LINK_DEAD);
  if (viewer && !mayReplace && link.userId !== viewer.userId)
    throw new ConflictError(`You are signed in as ${describeAccount(viewer)}.`);
  const hash = await ctx.tokens.hash(token);
  return link.purpose === 'email_undo'
    ? undoEmailChange(ctx, hash, bindingHash)
    : spendHash(ctx, hash, viewer, bindingHash);
}

/** `spendLink` for a token hash. */
export async function spendHash(
  ctx: AccountContext,
  hash: string,
  viewer: Viewer | null = null,
  bindingHash: string | null = null,
): Promise<SpentLink> {
  const { db } = ctx;
  const opening = await prepareSession(ctx, {
    owner: ownerOfSpent(hash),
    event: eventOfSpent(hash),
    method: methodOfSpent(hash),
    bindingHash,
  });
  const undo = await makeUndo(ctx);
  const {
    undo: left,
    spent,
    opened: made,
  } = await refusingTakenAddress(() =>
    db.writeBatch({
      ...spendStatements(db.build, hash, undo.hash),
      opened: opening.statement,
      replaced: viewer ? [revokeReplaced(db.build, viewer.sessionId, opening.refreshHash)] : [],
    }),
  );
  await notifyFormerAddress(ctx, left.rows[0], undo.token);
  const link = spent.rows[0];
  const opened = await opening.finish(made);
  if (link && !opened) ctx.log.write({ event: 'sign_in_failed', reason: 'suspended' });
  if (!link || !opened) throw new AuthError('otp_expired', MAIL_LINK_DEAD);
  const { userId, sessionId } = opened.session;
  ctx.log.write({
    event: link.purpose === 'recovery' ? 'password_recovery' : 'signed_in',
    userId,
    sessionId,
  });
  return { ...link, ...opened };
}

/** Spends a link and returns an authorization code for its client. */
export async function spendForCode(ctx: AccountContext, token: string): Promise<string> {
  const { db } = ctx;
  const hash = await ctx.tokens.hash(token);
  const code = ctx.tokens.random();
  const codeHash = await ctx.tokens.hash(code);
  const undo = await makeUndo(ctx);
  const { undo: left, code: made } = await refusingTakenAddress(() =>
    db.writeBatch({
      ...spendStatements(db.build, hash, undo.hash),
      code: insertCodeOfSpent(db.build, hash, codeHash),
    }),
  );
  await notifyFormerAddress(ctx, left.rows[0], undo.token);
  if (!made.rows[0]) throw new AuthError('otp_expired', MAIL_LINK_DEAD);
  return code;
}

/** Another account may have taken the new address since the link was sent. */
async function refusingTakenAddress<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConstraintError && error.constraint === 'users_email_once')
      throw new AuthError('email_exists', ADDRESS_TAKEN);
    throw error;
  }
}

/**
 * `setNewPassword` for a session that a recovery link or an invitation opened within the hour, or that
 * confirmed an account without a password.
 * @throws ForbiddenError for any other session, InvalidError
 */
export async function setForgottenPassword(
  ctx: AccountContext,
  viewer: Viewer,
  input: unknown,
): Promise<void> {
  const { rows } = await ctx.db.read(selectBeginning(ctx.db.build, viewer.sessionId));
  if (!rows[0]?.isRecovered) throw new ForbiddenError(LINK_NEEDED);
  await setNewPassword(ctx, viewer, input);
}

/**
 * Sets a new password, ends the user's other sessions and emails a notice.
 * @param checkedHash of the current password that the user typed
 * @throws InvalidError if the password is refused; AuthError for a session that still needs the second factor;
 * TooManyError above 20 an hour or 60 a day; UnauthorizedError as `storePassword`
 */
export async function setNewPassword(
  ctx: AccountContext,
  viewer: Viewer,
  input: unknown,
  checkedHash?: string,
): Promise<void> {
  refuseWeakSession(viewer);
  const { password } = parseInput(NewPassword, input);
  await refuseGuessable(ctx, password, viewer);
  await storePassword(ctx, viewer, password, checkedHash);
}

/**
 * `setNewPassword` for a password that is already checked.
 * @throws TooManyError; UnauthorizedError if the session ended or the password changed in the meantime
 */
export async function storePassword(
  ctx: AccountContext,
  viewer: Viewer,
  password: string,
  checkedHash?: string,
): Promise<void> {
  const { db } = ctx;
  refuseWeakSession(viewer);
  await countSecurityChange(ctx, viewer);
  const passwordHash = await ctx.passwords.hash(password);
  const { userId, sessionId, email } = viewer;
  const isStored = passwordWasStored(userId, passwordHash);
  const event = { event: 'user_updated', actorId: userId, subject: email, details: { what: 'password' } };
  const { changed } = await db.writeBatch({
    // Locked first, so that the next statement sees the sessions that a concurrent change ended.
    person: lockPerson(db.build, userId),
    changed: updatePassword(db.build, userId, { passwordHash, checkedHash }, browserIsSignedIn(sessionId)),
    sessions: revokeSessions(db.build, userId, { except: sessionId }, isStored),
    places: clearKnownNetworks(db.build, userId, sessionId, isStored),
    tokens: spendOpenTokens(db.build, userId, isStored),
    audit: auditLine(ctx, event, isStored),
  });
  if (!changed[0]) throw new UnauthorizedError(SESSION_MISSING);
  ctx.log.write({ event: 'user_updated', userId, what: 'password' });
  const what = viewer.hasPassword ? 'password-changed' : 'password-set';
  await notifyOwner(ctx, changed[0].email, { what });
}
