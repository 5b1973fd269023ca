// Forgotten passwords, and the links in our mails.

import { auditLine } from '~/features/audit/audit.server';
import { ConflictError, ForbiddenError, InvalidError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { TokenPair } from '~/platform/context';
import type { Viewer } from './account';
import type { AccountContext } from './account-context';
import { NewPassword, ResetRequest } from './account-input';
import { recoveryMail } from './account-mails';
import { LINK_DEAD, LINK_NEEDED } from './account-notices';
import { issueTokens, nowInSeconds } from './issue-tokens.server';
import {
  eventOfSpent,
  insertRecoveryToken,
  insertResetRequested,
  ownerOfSpent,
  selectLink,
  selectRecovered,
  spendStatements,
} from './one-time-tokens-repo.server';
import { refuseThrottled } from './refuse-throttled';
import { insertSession, revokeReplaced, revokeSessions } from './sessions-repo.server';
import { resetRules } from './throttle';
import { countTry, deleteEndedTries } from './throttle-repo.server';
import { spendRecoveryTokens, updatePassword } from './users-repo.server';

/**
 * Mails a link to whoever has an account under this address. The same answer and time for everyone else.
 * @throws InvalidError, TooManyError above 5 an hour per account and 30 per caller, UnavailableError
 */
export async function requestReset(ctx: AccountContext, input: unknown): Promise<void> {
  const { db } = ctx;
  const { email } = parseInput(ResetRequest, input);
  const rules = resetRules(await ctx.tokens.hash(email.toLowerCase()), ctx.request.address);
  const token = ctx.tokens.random();
  const hash = await ctx.tokens.hash(token);
  const [tries, made] = await db.write(
    countTry(db.build, rules),
    insertRecoveryToken(db.build, hash, email, rules),
    deleteEndedTries(db.build),
    insertResetRequested(db.build, email, ctx.request.address, rules),
  );
  refuseThrottled(rules, tries.rows, 1);
  const user = made.rows[0];
  if (user) await ctx.mail.send(recoveryMail(user.email, ctx.config.siteUrl, token));
  else await ctx.mail.pretend();
}

export interface MailLink {
  purpose: 'verify' | 'recovery';
  userId: string;
  email: string;
}

/** What a link opens, or null when it is spent, expired or none of ours. Spends nothing. */
export async function findLink(ctx: AccountContext, token: string): Promise<MailLink | null> {
  const found = await ctx.db.read(selectLink(ctx.db.build, await ctx.tokens.hash(token)));
  return found.rows[0] ?? null;
}

export interface SpentLink {
  purpose: 'verify' | 'recovery';
  tokens: TokenPair;
}

/**
 * Spends a link: verifies its address and opens a session.
 * @param viewer who is signed in with this browser; somebody else's session is replaced only if `mayReplace`
 * @throws InvalidError for a dead link, ConflictError when somebody else is signed in
 */
export async function spendLink(
  ctx: AccountContext,
  token: string,
  viewer: Viewer | null,
  mayReplace: boolean,
): Promise<SpentLink> {
  const { db } = ctx;
  if (viewer && !mayReplace) {
    const link = await findLink(ctx, token);
    if (link && link.userId !== viewer.userId)
      throw new ConflictError(`You are signed in as ${viewer.email}.`);
  }
  const hash = await ctx.tokens.hash(token);
  const refresh = ctx.tokens.random();
  const refreshHash = await ctx.tokens.hash(refresh);
  const { address, userAgent } = ctx.request;
  const [spent, , , , made] = await db.write(
    ...spendStatements(db.build, hash),
    insertSession(db.build, {
      owner: ownerOfSpent(hash),
      refreshHash,
      address,
      userAgent,
      event: eventOfSpent(hash),
    }),
    ...(viewer ? [revokeReplaced(db.build, viewer.sessionId, refreshHash)] : []),
  );
  const purpose = spent.rows[0]?.purpose;
  const session = made.rows[0];
  if (!purpose || !session) throw new InvalidError(LINK_DEAD);
  const { userId, sessionId } = session;
  ctx.log.write({ event: purpose === 'recovery' ? 'password_recovery' : 'signed_in', userId, sessionId });
  return { purpose, tokens: await issueTokens(ctx, session, refresh, nowInSeconds(ctx)) };
}

/**
 * `setNewPassword` for whoever came by a recovery link within the hour. Any other session has to know the present one.
 * @throws ForbiddenError, InvalidError
 */
export async function setForgottenPassword(
  ctx: AccountContext,
  viewer: Viewer,
  input: unknown,
): Promise<void> {
  const { rows } = await ctx.db.read(selectRecovered(ctx.db.build, viewer.sessionId));
  if (rows.length === 0) throw new ForbiddenError(LINK_NEEDED);
  await setNewPassword(ctx, viewer, input);
}

/**
 * Gives the signed-in person a new password and ends their other sessions.
 * @throws InvalidError when the password is refused
 */
export async function setNewPassword(ctx: AccountContext, viewer: Viewer, input: unknown): Promise<void> {
  const { db } = ctx;
  const { password } = parseInput(NewPassword, input);
  const passwordHash = await ctx.passwords.hash(password);
  const { userId, sessionId, email } = viewer;
  await db.write(
    updatePassword(db.build, userId, passwordHash),
    revokeSessions(db.build, userId, { except: sessionId }),
    spendRecoveryTokens(db.build, userId),
    auditLine(ctx, {
      event: 'user_updated',
      actorId: userId,
      subject: email,
      details: { what: 'password' },
    }),
  );
  ctx.log.write({ event: 'user_updated', userId, what: 'password' });
}
