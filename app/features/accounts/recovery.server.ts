// Forgotten passwords, and the links in our mails.

import { auditLine } from '~/features/audit/audit.server';
import { ConflictError, ConstraintError, ForbiddenError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { Viewer } from './account';
import { RECOVERY_HOURS } from './account';
import type { AccountContext } from './account-context';
import { NewPassword, ResetRequest } from './account-input';
import { recoveryMail } from './account-mails';
import { LINK_DEAD, LINK_NEEDED } from './account-notices';
import { AuthError } from './auth-error';
import { forgetPlaces } from './known-places-repo.server';
import { mailToken } from './mail-token.server';
import { OWN_TRIP } from './mail-trip';
import {
  eventOfSpent,
  insertCodeOfSpent,
  insertResetRequested,
  methodOfSpent,
  ownerOfSpent,
  type Purpose,
  selectBeginning,
  selectLink,
  spendStatements,
} from './one-time-tokens-repo.server';
import { type OpenedSession, prepareSession } from './open-session.server';
import { refuseGuessable } from './passwords/refuse-guessable.server';
import { revokeReplaced, revokeSessions } from './sessions-repo.server';
import { tellOwner } from './tell-owner.server';
import { makeUndo, tellFormerAddress, undoEmailChange } from './undo-email-change.server';
import { spendOpenTokens, updatePassword } from './users-repo.server';
import { refuseWeakSession } from './weak-session';

export const ADDRESS_TAKEN = 'A user with this email address has already been registered';

/**
 * Mails a link to whoever has an account under this address. The same answer and time for everyone else.
 * @throws InvalidError, TooManyError above 5 an hour per account and 30 per caller, UnavailableError
 */
export async function requestReset(ctx: AccountContext, input: unknown, trip = OWN_TRIP): Promise<void> {
  const { email } = parseInput(ResetRequest, input);
  const kind = { purpose: 'recovery', hours: RECOVERY_HOURS } as const;
  await mailToken(ctx, { ...kind, email, trip }, recoveryMail, (isAdmitted) =>
    insertResetRequested(ctx.db.build, email, ctx.request.address, isAdmitted),
  );
}

export interface MailLink {
  purpose: Purpose;
  userId: string;
  email: string;
  /** Set where a client of the authentication API waits for whoever opens the link. */
  redirectTo: string | null;
  codeChallenge: string | null;
}

/** What a link opens, or null when it is spent, expired or none of ours. Spends nothing. */
export async function findLink(ctx: AccountContext, token: string): Promise<MailLink | null> {
  const found = await ctx.db.read(selectLink(ctx.db.build, await ctx.tokens.hash(token)));
  return found.rows[0] ?? null;
}

export interface SpentLink extends OpenedSession {
  purpose: Purpose;
  /** The person has none yet, or forgot it. */
  choosesPassword: boolean;
}

/**
 * Spends a link: confirms its address and opens a session.
 * @param viewer who is signed in with this browser; somebody else's session is replaced only if `mayReplace`
 * @param bindingHash of the browser whose address is given the tokens
 * @throws AuthError for a dead link, ConflictError when somebody else is signed in
 */
export async function spendLink(
  ctx: AccountContext,
  token: string,
  viewer: Viewer | null,
  mayReplace: boolean,
  bindingHash: string | null = null,
): Promise<SpentLink> {
  const link = await findLink(ctx, token);
  if (!link) throw new AuthError('otp_expired', LINK_DEAD);
  if (viewer && !mayReplace && link.userId !== viewer.userId)
    throw new ConflictError(`You are signed in as ${viewer.email}.`);
  const hash = await ctx.tokens.hash(token);
  return link.purpose === 'email_undo'
    ? undoEmailChange(ctx, hash, bindingHash)
    : spendHash(ctx, hash, viewer, bindingHash);
}

/** `spendLink` for a token that is known by its hash. */
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
  const [, left, , , , , spent, made] = await refusingTakenAddress(() =>
    db.write(
      ...spendStatements(db.build, hash, undo.hash),
      opening.statement,
      ...(viewer ? [revokeReplaced(db.build, viewer.sessionId, opening.refreshHash)] : []),
    ),
  );
  await tellFormerAddress(ctx, left.rows[0], undo.token);
  const link = spent.rows[0];
  const opened = await opening.finish(made);
  if (!link || !opened) throw new AuthError('otp_expired', LINK_DEAD);
  const { userId, sessionId } = opened.session;
  ctx.log.write({
    event: link.purpose === 'recovery' ? 'password_recovery' : 'signed_in',
    userId,
    sessionId,
  });
  return { ...link, ...opened };
}

/** Spends a link for the code that its client exchanges for a session. */
export async function spendForCode(ctx: AccountContext, token: string): Promise<string> {
  const { db } = ctx;
  const hash = await ctx.tokens.hash(token);
  const code = ctx.tokens.random();
  const codeHash = await ctx.tokens.hash(code);
  const undo = await makeUndo(ctx);
  const [, left, , , , , , made] = await refusingTakenAddress(() =>
    db.write(...spendStatements(db.build, hash, undo.hash), insertCodeOfSpent(db.build, hash, codeHash)),
  );
  await tellFormerAddress(ctx, left.rows[0], undo.token);
  if (!made.rows[0]) throw new AuthError('otp_expired', LINK_DEAD);
  return code;
}

/** Somebody else may have taken the new address since the link was sent. */
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
 * `setNewPassword` for a person who came by a recovery link or an invitation within the hour, or confirmed an account that has no
 * password. Any other session has to know the present one.
 * @throws ForbiddenError, InvalidError
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
 * Gives the signed-in person a new password, ends their other sessions, and tells them so by mail.
 * @throws InvalidError when the password is refused, AuthError for a session that owes its second factor
 */
export async function setNewPassword(ctx: AccountContext, viewer: Viewer, input: unknown): Promise<void> {
  refuseWeakSession(viewer);
  const { password } = parseInput(NewPassword, input);
  await refuseGuessable(ctx, password, viewer);
  await storePassword(ctx, viewer, password);
}

/** `setNewPassword` for a password that was checked already. */
export async function storePassword(ctx: AccountContext, viewer: Viewer, password: string): Promise<void> {
  const { db } = ctx;
  refuseWeakSession(viewer);
  const passwordHash = await ctx.passwords.hash(password);
  const { userId, sessionId, email } = viewer;
  const [changed] = await db.write(
    updatePassword(db.build, userId, passwordHash),
    revokeSessions(db.build, userId, { except: sessionId }),
    forgetPlaces(db.build, userId, sessionId),
    spendOpenTokens(db.build, userId),
    auditLine(ctx, {
      event: 'user_updated',
      actorId: userId,
      subject: email,
      details: { what: 'password' },
    }),
  );
  ctx.log.write({ event: 'user_updated', userId, what: 'password' });
  const what = viewer.hasPassword ? 'password-changed' : 'password-set';
  await tellOwner(ctx, changed[0]?.email ?? null, { what });
}
