// Account changes through the authentication API.
import { z } from 'zod';
import { auditLine } from '~/features/audit/audit.server';
import { ownChangeRules, ownPasswordCheckRule, refuseThrottled } from '~/features/rate-limit/throttle';
import { countOrRefuse } from '~/features/rate-limit/throttle-calls.server';
import { selectTries } from '~/features/rate-limit/throttle-repo.server';
import { EMAIL_CHANGE_HOURS, type Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { AuthError } from '../auth-error';
import {
  alreadyRegisteredMail,
  emailChangeMail,
  emailChangeNoticeMail,
  reauthenticationMail,
} from '../emails/account-emails';
import { refuseGuessable } from '../passwords/refuse-guessable.server';
import { changesMetadata, selectAuthUser, updateAuthUser } from '../people/auth-users-repo.server';
import { lockPerson, selectPasswordHash, updateName } from '../people/users-repo.server';
import { refuseWeakSession, requireConfirmed } from '../sessions/require-confirmed.server';
import { browserIsSignedIn, lockBrowserSession } from '../sessions/sessions-repo.server';
import { type MailLinkTarget, OWN_LINK_TARGET } from '../sign-in/mail-link-target';
import { mailRules, mailToken } from '../sign-in/mail-token.server';
import { selectBeginning } from '../sign-in/one-time-tokens-repo.server';
import { storePassword } from '../sign-in/recovery.server';
import { selectIsTaken } from '../sign-in/sign-ups-repo.server';
import { tryDigits } from '../sign-in/try-mailed-code.server';
import { ApiEmail, ApiNewPassword, Metadata, Nonce, parseApi, refuseLength, splitName } from './api-input';
import { type AuthUser, toAuthUser } from './auth-user';

const Update = z.object({
  email: ApiEmail.nullish().or(z.literal('').transform(() => null)),
  phone: z.string().nullish(),
  password: ApiNewPassword.nullish(),
  current_password: z.string().max(1_000).nullish(),
  ...Nonce.shape,
  data: Metadata.nullish(),
});
type Update = z.infer<typeof Update>;

/** @throws AuthError if the account no longer exists */
export async function getAuthUser(ctx: AccountContext, userId: string): Promise<AuthUser> {
  const { rows } = await ctx.db.read(selectAuthUser(ctx.db.build, userId));
  const user = rows[0]?.user;
  if (!user) throw new AuthError('user_not_found', 'User not found');
  return toAuthUser(user);
}

/** @throws AuthError, TooManyError */
export async function updateUser(
  ctx: AccountContext,
  viewer: Viewer,
  body: unknown,
  target: MailLinkTarget,
): Promise<AuthUser> {
  const update = parseApi(Update, body);
  const { email, password, data } = update;
  if (update.phone) throw new AuthError('phone_provider_disabled', 'Phone provider is not enabled');
  if (email || password) refuseWeakSession(viewer);
  const isNewEmail = Boolean(email) && email?.toLowerCase() !== viewer.email.toLowerCase();
  if (password) {
    refuseLength(password);
    await refuseGuessable(ctx, password, viewer);
  }
  // Check the limits first. Otherwise a refused call could have changed the password already.
  if (data) await countOrRefuse(ctx, ownChangeRules(viewer.userId));
  if (password && isNewEmail) await refuseTooManyEmails(ctx, viewer);
  const checkedHash =
    password || isNewEmail ? await requireProof(ctx, viewer, update, isNewEmail) : undefined;
  if (password) {
    if (await matchCurrentPassword(ctx, viewer, password))
      throw new AuthError('same_password', 'New password should be different from the old password.');
    await storePassword(ctx, viewer, password, checkedHash);
  }
  if (data) await saveMetadata(ctx, viewer, data);
  if (email && isNewEmail) await beginEmailChange(ctx, viewer, email, target);
  return getAuthUser(ctx, viewer.userId);
}

/** @throws TooManyError if the confirmation email would exceed its limit */
async function refuseTooManyEmails(ctx: AccountContext, viewer: Viewer): Promise<void> {
  const { account, address } = await mailRules(ctx, viewer);
  const { rows } = await ctx.db.read(selectTries(ctx.db.build, [account, address]));
  refuseThrottled([account, address], rows);
}

/**
 * Requires a confirmation within ten minutes, an emailed code, or the current password. For a new password, a
 * recovery link or invitation opened within the hour is enough.
 * @returns the hash of the current password if it was the proof
 */
async function requireProof(
  ctx: AccountContext,
  viewer: Viewer,
  { nonce, current_password: current }: Update,
  isNewEmail: boolean,
): Promise<string | undefined> {
  if (nonce || !current) {
    if (!nonce && !isNewEmail && (await isRecovered(ctx, viewer))) return undefined;
    await requireConfirmed(ctx, viewer, nonce);
    return undefined;
  }
  const { userId, email } = viewer;
  const hash = await tryDigits(ctx, { account: userId, email, reason: 'confirmation' }, () =>
    matchCurrentPassword(ctx, viewer, current),
  );
  if (!hash) throw new AuthError('invalid_credentials', 'The current password is wrong.');
  return hash;
}

async function isRecovered({ db }: AccountContext, { sessionId }: Viewer): Promise<boolean> {
  const { rows } = await db.read(selectBeginning(db.build, sessionId));
  return rows[0]?.isRecovered ?? false;
}

/** The stored hash if this is the current password, else null. */
async function matchCurrentPassword(
  ctx: AccountContext,
  { userId }: Viewer,
  password: string,
): Promise<string | null> {
  await countOrRefuse(ctx, [ownPasswordCheckRule(userId)]);
  const [user] = await ctx.db.read(selectPasswordHash(ctx.db.build, userId));
  const hash = user?.passwordHash;
  return hash && (await ctx.passwords.verify(password, hash)) ? hash : null;
}

/**
 * Emails a code that confirms the user again.
 * @throws AuthError for an account without an email address, TooManyError
 */
export async function reauthenticate(ctx: AccountContext, viewer: Viewer): Promise<void> {
  if (!viewer.email) throw new AuthError('validation_failed', 'The account has no email address');
  await mailToken(
    ctx,
    {
      purpose: 'reauthentication',
      hours: 1,
      email: viewer.email,
      userId: viewer.userId,
      target: OWN_LINK_TARGET,
    },
    (to, siteUrl, { digits }) => reauthenticationMail(to, siteUrl, digits),
  );
}

async function saveMetadata(ctx: AccountContext, viewer: Viewer, data: Record<string, unknown>) {
  const { db } = ctx;
  const { userId, email } = viewer;
  const { fullName = viewer.fullName, rest } = splitName(data);
  const isRenamed = fullName !== viewer.fullName;
  const isChange = isRenamed ? undefined : changesMetadata(userId, rest);
  const event = { event: 'user_updated', actorId: userId, subject: email, details: { what: 'data' } };
  const { saved } = await db.writeBatch({
    audit: auditLine(ctx, event, isChange),
    saved: updateAuthUser(db.build, userId, { userMetadata: rest }, isChange),
    name: isRenamed ? [updateName(db.build, userId, fullName)] : [],
  });
  if (saved.rows.length > 0) ctx.log.write({ event: 'user_updated', userId, what: 'data' });
}

/**
 * Emails a confirmation link to the new address and a notice to the old one. The response does not reveal
 * whether the new address has an account: its owner gets a notice instead of a link.
 * @throws TooManyError; UnauthorizedError if the session ended
 */
export async function beginEmailChange(
  ctx: AccountContext,
  viewer: Viewer,
  email: string,
  target: MailLinkTarget,
): Promise<void> {
  const { build } = ctx.db;
  const { rows } = await ctx.db.read(selectIsTaken(build, email));
  const isTaken = rows[0]?.isTaken ?? true;
  const { email: old, userId, sessionId } = viewer;
  await mailToken(
    ctx,
    {
      purpose: 'email_change',
      hours: EMAIL_CHANGE_HOURS,
      email: old || userId,
      userId,
      newEmail: email,
      target,
      guard: {
        locks: [lockPerson(build, userId), lockBrowserSession(build, sessionId)],
        condition: browserIsSignedIn(sessionId),
      },
    },
    (to, siteUrl, secrets) =>
      isTaken ? alreadyRegisteredMail(to, siteUrl) : emailChangeMail(to, siteUrl, old, secrets),
    (isAdmitted) =>
      auditLine(
        ctx,
        { event: 'user_updated', actorId: userId, subject: old, details: { what: 'email', to: email } },
        isAdmitted,
      ),
  );
  if (old) await ctx.mail.send(emailChangeNoticeMail(old, ctx.config.siteUrl, email));
}
