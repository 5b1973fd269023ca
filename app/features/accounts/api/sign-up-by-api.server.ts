// Signing up, and being let in by mail, for clients of the authentication API.
import { z } from 'zod';
import { auditLine } from '~/features/audit/audit.server';
import { MAGIC_LINK_HOURS } from '../account';
import type { AccountContext } from '../account-context';
import { magicLinkMail } from '../account-mails';
import { AuthError } from '../auth-error';
import { refuseTries, rulesFor } from '../known-places.server';
import { getStanding, isAdmitted, selectStanding } from '../known-places-repo.server';
import { mailToken, makeMailSecrets } from '../mail-token.server';
import { type MailTrip, toAllowedAddress } from '../mail-trip';
import { mailTokenStatements } from '../one-time-tokens-repo.server';
import { requestReset } from '../recovery.server';
import { accountIdOf, storeSignUp } from '../sign-up.server';
import { insertSignUp } from '../sign-ups-repo.server';
import { listRules } from '../throttle';
import { countTry, deleteEndedTries } from '../throttle-repo.server';
import { insertUnconfirmedUser, wasJustMade } from '../users-repo.server';
import { ApiEmail, Challenged, Metadata, NewPassword, parseApi, refuseLength, splitName } from './api-input';
import { type AuthUser, makeUpUser } from './auth-user';

const Contact = z.object({ email: z.unknown().optional(), phone: z.unknown().optional() });
const SignUp = z.object({ email: ApiEmail, password: NewPassword, data: Metadata.nullish() });
const Otp = z.object({
  email: ApiEmail,
  create_user: z.boolean().default(true),
  data: Metadata.nullish(),
});
const Recover = z.object({ email: ApiEmail });

/** Where the mail's link leads: without an allowed address to this site's own pages, or its front page. */
export function toTrip(ctx: AccountContext, body: unknown, redirectTo: string | null): MailTrip {
  const codeChallenge = parseApi(Challenged, body);
  const allowed = toAllowedAddress(ctx, redirectTo);
  return { codeChallenge, redirectTo: allowed ?? (codeChallenge ? `${ctx.config.siteUrl}/` : null) };
}

/** @throws AuthError for ways that this magazine does not offer */
export function refuseOtherContact(body: unknown): void {
  const { email, phone } = parseApi(Contact, body);
  if (phone) throw new AuthError('phone_provider_disabled', 'Phone provider is not enabled');
  if (email === undefined || email === null || email === '')
    throw new AuthError('validation_failed', 'An email address is required');
}

/**
 * @returns the account that waits for its address to be confirmed, as it would look for any address
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
  const trip = toTrip(ctx, body, redirectTo);
  await storeSignUp(ctx, { fullName, email, password, metadata, trip });
  return makeUpUser(await accountIdOf(ctx, email), email, fullName, metadata, ctx.clock.now().toISOString());
}

/**
 * A link and digits to sign in with, for an account that is there or may be made. The same answer and the same statements for
 * every address.
 */
export async function sendOtp(ctx: AccountContext, body: unknown, redirectTo: string | null): Promise<void> {
  refuseOtherContact(body);
  const { email, create_user: mayCreate, data } = parseApi(Otp, body);
  const trip = toTrip(ctx, body, redirectTo);
  const link = { purpose: 'magiclink', hours: MAGIC_LINK_HOURS, email, trip } as const;
  if (!mayCreate) return mailToken(ctx, link, magicLinkMail);
  const { fullName = '', rest: metadata } = splitName(data);
  const { db } = ctx;
  const rules = await rulesFor(ctx, 'reset', email);
  const isDue = isAdmitted(email, rules, 1);
  const signUp = { id: crypto.randomUUID(), email, passwordHash: null, fullName, metadata, caller: null };
  const { secrets, hashes } = await makeMailSecrets(ctx, email);
  const [tries, standings, , , , made] = await db.write(
    countTry(db.build, listRules(rules)),
    selectStanding(db.build, email, rules, 1),
    insertUnconfirmedUser(db.build, await accountIdOf(ctx, email), email, isDue),
    insertSignUp(db.build, signUp, isDue),
    ...mailTokenStatements(db.build, { ...link, ...hashes, signUp: signUp.id }, isDue),
    auditLine(ctx, { event: 'signed_up', subject: email.toLowerCase() }, wasJustMade(email)),
    deleteEndedTries(db.build),
  );
  const user = made.rows[0];
  if (user) await ctx.mail.send(magicLinkMail(user.email, ctx.config.siteUrl, secrets));
  else await ctx.mail.pretend();
  refuseTries(rules, tries.rows, getStanding(standings));
}

export async function recoverByApi(
  ctx: AccountContext,
  body: unknown,
  redirectTo: string | null,
): Promise<void> {
  const { email } = parseApi(Recover, body);
  await requestReset(ctx, { email }, toTrip(ctx, body, redirectTo));
}
