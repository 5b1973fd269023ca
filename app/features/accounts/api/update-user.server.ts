// What people change about their accounts through the authentication API.
import { z } from 'zod';
import { auditLine } from '~/features/audit/audit.server';
import { EMAIL_CHANGE_HOURS, type Viewer } from '../account';
import type { AccountContext } from '../account-context';
import {
  alreadyRegisteredMail,
  emailChangeMail,
  emailLeavesMail,
  reauthenticationMail,
} from '../account-mails';
import { AuthError } from '../auth-error';
import { selectAuthUser, selectAuthUserByEmail, updateAuthUser } from '../auth-users-repo.server';
import { mailRules, mailToken } from '../mail-token.server';
import { type MailTrip, OWN_TRIP } from '../mail-trip';
import { selectBeginning } from '../one-time-tokens-repo.server';
import { refuseGuessable } from '../passwords/refuse-guessable.server';
import { storePassword } from '../recovery.server';
import { refuseThrottled } from '../refuse-throttled';
import { requireConfirmed } from '../require-confirmed.server';
import { selectTries } from '../throttle-repo.server';
import { tryDigits } from '../try-digits.server';
import { selectPasswordHash, updateName } from '../users-repo.server';
import { refuseWeakSession } from '../weak-session';
import { ApiEmail, Metadata, NewPassword, Nonce, parseApi, refuseLength, splitName } from './api-input';
import { type AuthUser, toAuthUser } from './auth-user';

const Update = z.object({
  email: ApiEmail.nullish().or(z.literal('').transform(() => null)),
  phone: z.string().nullish(),
  password: NewPassword.nullish(),
  current_password: z.string().max(1_000).nullish(),
  ...Nonce.shape,
  data: Metadata.nullish(),
});
type Update = z.infer<typeof Update>;

/** @throws AuthError when there is nobody of this id any more */
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
  trip: MailTrip,
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
  // Asked beforehand, or the password would be changed by a call that is then refused.
  if (password && isNewEmail) await refuseManyMails(ctx, viewer);
  if (password || isNewEmail) await proveAgain(ctx, viewer, update, isNewEmail);
  if (password) {
    if (await isPresent(ctx, viewer, password))
      throw new AuthError('same_password', 'New password should be different from the old password.');
    await storePassword(ctx, viewer, password);
  }
  if (data) await saveMetadata(ctx, viewer, data);
  if (email && isNewEmail) await beginEmailChange(ctx, viewer, email, trip);
  return getAuthUser(ctx, viewer.userId);
}

/** @throws TooManyError when the mail of a new address would be refused */
async function refuseManyMails(ctx: AccountContext, viewer: Viewer): Promise<void> {
  const { account, address } = await mailRules(ctx, viewer);
  const { rows } = await ctx.db.read(selectTries(ctx.db.build, [account, address]));
  refuseThrottled([account, address], rows);
}

/**
 * Confirmed within ten minutes, the code of a mail, or the present password; for a new password also a recovery link or an
 * invitation opened within the hour.
 */
async function proveAgain(
  ctx: AccountContext,
  viewer: Viewer,
  { nonce, current_password: current }: Update,
  isNewEmail: boolean,
): Promise<void> {
  if (nonce || !current) {
    if (!nonce && !isNewEmail && (await isRecovered(ctx, viewer))) return;
    await requireConfirmed(ctx, viewer, nonce);
    return;
  }
  const isRight = await tryDigits(ctx, viewer.userId, async () =>
    (await isPresent(ctx, viewer, current)) ? true : null,
  );
  if (!isRight) throw new AuthError('invalid_credentials', 'The current password is wrong.');
}

async function isRecovered({ db }: AccountContext, { sessionId }: Viewer): Promise<boolean> {
  const { rows } = await db.read(selectBeginning(db.build, sessionId));
  return rows[0]?.isRecovered ?? false;
}

async function isPresent(ctx: AccountContext, { userId }: Viewer, password: string): Promise<boolean> {
  const [user] = await ctx.db.read(selectPasswordHash(ctx.db.build, userId));
  return Boolean(user?.passwordHash) && ctx.passwords.verify(password, user?.passwordHash ?? null);
}

/** Mails the digits that show again who asks. @throws AuthError, TooManyError */
export async function reauthenticate(ctx: AccountContext, viewer: Viewer): Promise<void> {
  if (!viewer.email) throw new AuthError('validation_failed', 'The account has no email address');
  await mailToken(
    ctx,
    {
      purpose: 'reauthentication',
      hours: 1,
      email: viewer.email,
      userId: viewer.userId,
      trip: OWN_TRIP,
    },
    (to, siteUrl, { digits }) => reauthenticationMail(to, siteUrl, digits),
  );
}

async function saveMetadata(ctx: AccountContext, viewer: Viewer, data: Record<string, unknown>) {
  const { db } = ctx;
  const { fullName, rest } = splitName(data);
  const [saved] = await db.write(
    updateAuthUser(db.build, viewer.userId, { userMetadata: rest }),
    ...(fullName === undefined ? [] : [updateName(db.build, viewer.userId, fullName)]),
    auditLine(ctx, {
      event: 'user_updated',
      actorId: viewer.userId,
      subject: viewer.email,
      details: { what: 'data' },
    }),
  );
  if (saved.rows.length === 0) throw new AuthError('user_not_found', 'User not found');
  ctx.log.write({ event: 'user_updated', userId: viewer.userId, what: 'data' });
}

/** The new address confirms; the old one is told. Whether the new one has an account is nobody's business. */
export async function beginEmailChange(
  ctx: AccountContext,
  viewer: Viewer,
  email: string,
  trip: MailTrip,
): Promise<void> {
  const { rows } = await ctx.db.read(selectAuthUserByEmail(ctx.db.build, email));
  const isTaken = rows.length > 0;
  const { email: old, userId } = viewer;
  await mailToken(
    ctx,
    {
      purpose: 'email_change',
      hours: EMAIL_CHANGE_HOURS,
      email: old || userId,
      userId,
      newEmail: email,
      trip,
    },
    (to, siteUrl, secrets) =>
      isTaken ? alreadyRegisteredMail(to, siteUrl) : emailChangeMail(to, siteUrl, old, secrets),
    () =>
      auditLine(ctx, {
        event: 'user_updated',
        actorId: userId,
        subject: old,
        details: { what: 'email', to: email },
      }),
  );
  if (old) await ctx.mail.send(emailLeavesMail(old, ctx.config.siteUrl, email));
}
