// Mails that did not arrive, sent once more.
import { z } from 'zod';
import { callerKey } from '~/lib/caller-key';
import { parseInput } from '~/lib/parse-input';
import { EMAIL_CHANGE_HOURS, VERIFY_HOURS } from '../account';
import type { AccountContext } from '../account-context';
import { Email } from '../account-input';
import { alreadyRegisteredMail, emailChangeMail, verifyMail } from '../account-mails';
import { AuthError } from '../auth-error';
import { selectAuthUserByEmail } from '../auth-users-repo.server';
import { refuseTries, rulesFor } from '../known-places.server';
import { getStanding, isAdmitted, selectStanding } from '../known-places-repo.server';
import { mailToken, makeMailSecrets } from '../mail-token.server';
import { type MailTrip, OWN_TRIP } from '../mail-trip';
import { mailTokenStatements } from '../one-time-tokens-repo.server';
import { prolongSignUp, selectResent, signUpOf } from '../sign-ups-repo.server';
import { listRules } from '../throttle';
import { countTry, deleteEndedTries } from '../throttle-repo.server';
import { ApiEmail, parseApi } from './api-input';

const Resend = z.object({ type: z.string(), email: ApiEmail });

/** The same answer whether there is anything to send. @throws AuthError, TooManyError */
export async function resend(ctx: AccountContext, body: unknown, trip: MailTrip): Promise<void> {
  const { type, email } = parseApi(Resend, body);
  if (type === 'signup') return resendSignUp(ctx, { email, signUpId: null }, trip);
  if (type === 'email_change') return resendEmailChange(ctx, email, trip);
  if (type === 'sms' || type === 'phone_change')
    throw new AuthError('phone_provider_disabled', 'Phone provider is not enabled');
  throw new AuthError('validation_failed', 'Missing or unknown type: signup or email_change');
}

/**
 * Mails another link for an address that is not confirmed yet. It belongs to the sign-up whose password was typed, else to one from
 * the caller's network; without such a sign-up it brings no password, because the sign-up of this address may be a stranger's.
 * @param signUpId of a refused sign-in (`UnconfirmedError`), where there was one
 * @throws TooManyError
 */
export async function resendSignUp(
  ctx: AccountContext,
  { email, signUpId }: { email: string; signUpId: string | null },
  trip: MailTrip,
): Promise<void> {
  const { db } = ctx;
  const { siteUrl } = ctx.config;
  const rules = await rulesFor(ctx, 'reset', email);
  const isDue = isAdmitted(email, rules, 1);
  const { secrets, hashes } = await makeMailSecrets(ctx, email);
  const resend = { email, signUpId, caller: callerKey(ctx.request.address) };
  const link = { ...hashes, purpose: 'verify', hours: VERIFY_HOURS, email, trip } as const;
  const [tries, standings, , , , , found] = await db.write(
    countTry(db.build, listRules(rules)),
    selectStanding(db.build, email, rules, 1),
    ...mailTokenStatements(db.build, { ...link, signUp: signUpOf(resend), isForUnconfirmed: true }, isDue),
    prolongSignUp(db.build, resend, isDue),
    deleteEndedTries(db.build),
    selectResent(db.build, resend, isDue),
  );
  const user = found.rows[0];
  if (user && !user.isConfirmed)
    await ctx.mail.send(verifyMail(user.email, siteUrl, user.fullName ?? '', secrets));
  else if (user && user.fullName !== null) await ctx.mail.send(alreadyRegisteredMail(user.email, siteUrl));
  else await ctx.mail.pretend();
  refuseTries(rules, tries.rows, getStanding(standings));
}

const ResendForm = z.object({ email: Email, signUpId: z.uuid().nullable().catch(null) });

/** `resendSignUp` from the sign-in page. @throws InvalidError, TooManyError */
export async function resendFromPage(ctx: AccountContext, input: unknown): Promise<void> {
  await resendSignUp(ctx, parseInput(ResendForm, input), OWN_TRIP);
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
