// Sends a confirmation email again.
import { z } from 'zod';
import { listRules } from '~/features/rate-limit/throttle';
import { countTry, deleteEndedTries } from '~/features/rate-limit/throttle-repo.server';
import { callerKey } from '~/lib/caller-key';
import { parseInput } from '~/lib/parse-input';
import { EMAIL_CHANGE_HOURS, VERIFY_HOURS } from '../account';
import type { AccountContext } from '../account-context';
import { AuthError } from '../auth-error';
import { alreadyRegisteredMail, emailChangeMail, verifyMail } from '../emails/account-emails';
import { selectAuthUserByEmail } from '../people/auth-users-repo.server';
import { lockPersonByEmail } from '../people/users-repo.server';
import { Email } from '../profile/account-input';
import { refuseTries, rulesFor } from '../sign-in/known-places.server';
import { getSignInHistory, isAdmitted, selectSignInHistory } from '../sign-in/known-places-repo.server';
import { type MailLinkTarget, OWN_LINK_TARGET } from '../sign-in/mail-link-target';
import { mailToken, makeMailSecrets } from '../sign-in/mail-token.server';
import { isChangingEmail, mailTokenStatements } from '../sign-in/one-time-tokens-repo.server';
import { extendSignUp, selectIsTaken, selectResent, signUpOf } from '../sign-in/sign-ups-repo.server';
import { ApiEmail, parseApi } from './api-input';

const Resend = z.object({ type: z.string(), email: ApiEmail });

/**
 * Resolves the same way whether or not there is an email to send.
 * @throws AuthError, TooManyError
 */
export async function resend(ctx: AccountContext, body: unknown, target: MailLinkTarget): Promise<void> {
  const { type, email } = parseApi(Resend, body);
  if (type === 'signup') return resendSignUp(ctx, { email, signUpId: null }, target);
  if (type === 'email_change') return resendEmailChange(ctx, email, target);
  if (type === 'sms' || type === 'phone_change')
    throw new AuthError('phone_provider_disabled', 'Phone provider is not enabled');
  throw new AuthError('validation_failed', 'Missing or unknown type: signup or email_change');
}

/**
 * Emails another confirmation link. The link belongs to the sign-up whose password was typed, else to one
 * from the caller's network. Without either, the link sets no password, because a stranger may have made the
 * sign-up for this address.
 * @param signUpId from a refused sign-in (`UnconfirmedError`), if there was one
 * @throws TooManyError
 */
export async function resendSignUp(
  ctx: AccountContext,
  { email, signUpId }: { email: string; signUpId: string | null },
  target: MailLinkTarget,
): Promise<void> {
  const { db } = ctx;
  const { siteUrl } = ctx.config;
  const rules = await rulesFor(ctx, 'reset', email);
  const isDue = isAdmitted(email, rules, 1);
  const { secrets, hashes } = await makeMailSecrets(ctx, email);
  const resend = { email, signUpId, caller: callerKey(ctx.request.address) };
  const link = { ...hashes, purpose: 'verify', hours: VERIFY_HOURS, email, target } as const;
  const { tries, histories, found } = await db.writeBatch({
    tries: countTry(db.build, listRules(rules)),
    histories: selectSignInHistory(db.build, email, rules, 1),
    ...mailTokenStatements(db.build, { ...link, signUp: signUpOf(resend), isForUnconfirmed: true }, isDue),
    prolonged: extendSignUp(db.build, resend, isDue),
    endedTries: deleteEndedTries(db.build),
    found: selectResent(db.build, resend, isDue),
  });
  const user = found.rows[0];
  if (user && !user.isConfirmed)
    await ctx.mail.send(verifyMail(user.email, siteUrl, user.fullName ?? '', secrets));
  else if (user && user.fullName !== null) await ctx.mail.send(alreadyRegisteredMail(user.email, siteUrl));
  else await ctx.mail.pretend();
  refuseTries(rules, tries.rows, getSignInHistory(histories));
}

const ResendForm = z.object({ email: Email, signUpId: z.uuid().nullable().catch(null) });

/**
 * `resendSignUp` for the sign-in page.
 * @throws InvalidError, TooManyError
 */
export async function resendFromPage(ctx: AccountContext, input: unknown): Promise<void> {
  await resendSignUp(ctx, parseInput(ResendForm, input), OWN_LINK_TARGET);
}

async function resendEmailChange(ctx: AccountContext, email: string, target: MailLinkTarget): Promise<void> {
  const { build } = ctx.db;
  const { rows } = await ctx.db.read(selectAuthUserByEmail(build, email));
  const newEmail = rows[0]?.user.change?.email ?? email;
  const owner = await ctx.db.read(selectIsTaken(build, newEmail));
  // As with the first request, a registered address gets a notice instead of a link.
  const isTaken = owner.rows[0]?.isTaken ?? true;
  await mailToken(
    ctx,
    {
      purpose: 'email_change',
      hours: EMAIL_CHANGE_HOURS,
      email,
      newEmail,
      target,
      // A new password or second factor may have invalidated the change since it was read.
      guard: { locks: [lockPersonByEmail(build, email)], condition: isChangingEmail(email, newEmail) },
    },
    (to, siteUrl, secrets) =>
      isTaken ? alreadyRegisteredMail(to, siteUrl) : emailChangeMail(to, siteUrl, email, secrets),
  );
}
