// Mails that did not arrive, sent once more.
import { z } from 'zod';
import { EMAIL_CHANGE_HOURS, VERIFY_HOURS } from '../account';
import type { AccountContext } from '../account-context';
import { alreadyRegisteredMail, emailChangeMail, verifyMail } from '../account-mails';
import { AuthError } from '../auth-error';
import { selectAuthUserByEmail } from '../auth-users-repo.server';
import { mailToken } from '../mail-token.server';
import type { MailTrip } from '../mail-trip';
import { ApiEmail, parseApi } from './api-input';

const Resend = z.object({ type: z.string(), email: ApiEmail });

/** The same answer whether there is anything to send. @throws AuthError, TooManyError */
export async function resend(ctx: AccountContext, body: unknown, trip: MailTrip): Promise<void> {
  const { type, email } = parseApi(Resend, body);
  if (type === 'signup') return resendSignUp(ctx, email, trip);
  if (type === 'email_change') return resendEmailChange(ctx, email, trip);
  if (type === 'sms' || type === 'phone_change')
    throw new AuthError('phone_provider_disabled', 'Phone provider is not enabled');
  throw new AuthError('validation_failed', 'Missing or unknown type: signup or email_change');
}

/** The name and password typed at the sign-up stand with the account; the new link only verifies. */
export async function resendSignUp(ctx: AccountContext, email: string, trip: MailTrip): Promise<void> {
  const { rows } = await ctx.db.read(selectAuthUserByEmail(ctx.db.build, email));
  const user = rows[0]?.user;
  // A verified account has nothing to verify: as if there were none.
  const isDue = user && !user.confirmedAt;
  await mailToken(
    ctx,
    { purpose: 'verify', hours: VERIFY_HOURS, email, trip, isVoid: !isDue },
    (to, siteUrl, secrets) => verifyMail(to, siteUrl, user?.fullName ?? '', secrets),
  );
}

async function resendEmailChange(ctx: AccountContext, email: string, trip: MailTrip): Promise<void> {
  const { rows } = await ctx.db.read(selectAuthUserByEmail(ctx.db.build, email));
  const change = rows[0]?.user.change;
  const newEmail = change?.email ?? email;
  const owner = await ctx.db.read(selectAuthUserByEmail(ctx.db.build, newEmail));
  // As at the first asking: an account that has that address already is told so, and gets no link.
  const isTaken = change !== null && owner.rows.length > 0;
  await mailToken(
    ctx,
    {
      purpose: 'email_change',
      hours: EMAIL_CHANGE_HOURS,
      email,
      newEmail,
      trip,
      isVoid: !change,
    },
    (to, siteUrl, secrets) =>
      isTaken ? alreadyRegisteredMail(to, siteUrl) : emailChangeMail(to, siteUrl, email, secrets),
  );
}
