// Sign-up and sign-in by email, for clients of the authentication API.
import { z } from 'zod';
import { auditLine } from '~/features/audit/audit.server';
import { listRules } from '~/features/rate-limit/throttle';
import { countTry, deleteEndedTries } from '~/features/rate-limit/throttle-repo.server';
import { MAGIC_LINK_HOURS } from '../account';
import type { AccountContext } from '../account-context';
import { AuthError } from '../auth-error';
import { magicLinkMail } from '../emails/account-emails';
import { insertUnconfirmedUser, wasCreatedNow } from '../people/users-repo.server';
import { refuseTries, rulesFor } from '../sign-in/known-places.server';
import { getSignInHistory, isAdmitted, selectSignInHistory } from '../sign-in/known-places-repo.server';
import { type MailLinkTarget, toAllowedAddress } from '../sign-in/mail-link-target';
import { mailToken, makeMailSecrets } from '../sign-in/mail-token.server';
import { mailTokenStatements } from '../sign-in/one-time-tokens-repo.server';
import { requestReset } from '../sign-in/recovery.server';
import { accountIdOf, storeSignUp } from '../sign-in/sign-up.server';
import { insertSignUp } from '../sign-in/sign-ups-repo.server';
import {
  ApiEmail,
  ApiNewPassword,
  Challenged,
  Metadata,
  parseApi,
  refuseLength,
  splitName,
} from './api-input';
import { type AuthUser, placeholderUser } from './auth-user';

const Contact = z.object({ email: z.unknown().optional(), phone: z.unknown().optional() });
const SignUp = z.object({ email: ApiEmail, password: ApiNewPassword, data: Metadata.nullish() });
const Otp = z.object({
  email: ApiEmail,
  create_user: z.boolean().default(true),
  data: Metadata.nullish(),
});
const Recover = z.object({ email: ApiEmail });

/**
 * Where the emailed link leads. Without an allowed address: this site's own pages, or the home page for PKCE
 * clients.
 */
export function toMailLinkTarget(
  ctx: AccountContext,
  body: unknown,
  redirectTo: string | null,
): MailLinkTarget {
  const codeChallenge = parseApi(Challenged, body);
  const allowed = toAllowedAddress(ctx, redirectTo);
  return { codeChallenge, redirectTo: allowed ?? (codeChallenge ? `${ctx.config.siteUrl}/` : null) };
}

/** @throws AuthError for a phone number, which is not supported, or a missing email address */
export function refuseOtherContact(body: unknown): void {
  const { email, phone } = parseApi(Contact, body);
  if (phone) throw new AuthError('phone_provider_disabled', 'Phone provider is not enabled');
  if (email === undefined || email === null || email === '')
    throw new AuthError('validation_failed', 'An email address is required');
}

/**
 * @returns the unconfirmed account. The result looks the same for a registered address.
 * @throws AuthError, TooManyError
 */
export async function signUpByApi(
  ctx: AccountContext,
  body: unknown,
  redirectTo: string | null,
): Promise<AuthUser> {
  const { email: given, phone } = parseApi(Contact, body);
  if (!given && !phone) throw new AuthError('anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  refuseOtherContact(body);
  const { email, password, data } = parseApi(SignUp, body);
  refuseLength(password);
  const { fullName = '', rest: metadata } = splitName(data);
  const target = toMailLinkTarget(ctx, body, redirectTo);
  await storeSignUp(ctx, { fullName, email, password, metadata, target });
  return placeholderUser(
    await accountIdOf(ctx, email),
    email,
    fullName,
    metadata,
    ctx.clock.now().toISOString(),
  );
}

/**
 * Emails a link and digits to sign in with, and creates the account if allowed. Runs the same statements for
 * every address, so the response time does not reveal whether an account exists.
 */
export async function sendOtp(ctx: AccountContext, body: unknown, redirectTo: string | null): Promise<void> {
  refuseOtherContact(body);
  const { email, create_user: mayCreate, data } = parseApi(Otp, body);
  const target = toMailLinkTarget(ctx, body, redirectTo);
  const link = { purpose: 'magiclink', hours: MAGIC_LINK_HOURS, email, target } as const;
  if (!mayCreate) return mailToken(ctx, link, magicLinkMail);
  const { fullName = '', rest: metadata } = splitName(data);
  const { db } = ctx;
  const rules = await rulesFor(ctx, 'reset', email);
  const isDue = isAdmitted(email, rules, 1);
  const signUp = { id: crypto.randomUUID(), email, passwordHash: null, fullName, metadata, caller: null };
  const { secrets, hashes } = await makeMailSecrets(ctx, email);
  const { tries, histories, mailed } = await db.writeBatch({
    tries: countTry(db.build, listRules(rules)),
    histories: selectSignInHistory(db.build, email, rules, 1),
    user: insertUnconfirmedUser(db.build, await accountIdOf(ctx, email), email, isDue),
    signUp: insertSignUp(db.build, signUp, isDue),
    ...mailTokenStatements(db.build, { ...link, ...hashes, signUp: signUp.id }, isDue),
    audit: auditLine(ctx, { event: 'signed_up', subject: email.toLowerCase() }, wasCreatedNow(email)),
    endedTries: deleteEndedTries(db.build),
  });
  const user = mailed.rows[0];
  if (user) await ctx.mail.send(magicLinkMail(user.email, ctx.config.siteUrl, secrets));
  else await ctx.mail.pretend();
  refuseTries(rules, tries.rows, getSignInHistory(histories));
}

export async function recoverByApi(
  ctx: AccountContext,
  body: unknown,
  redirectTo: string | null,
): Promise<void> {
  const { email } = parseApi(Recover, body);
  await requestReset(ctx, { email }, toMailLinkTarget(ctx, body, redirectTo));
}
