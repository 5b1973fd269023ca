// Signing up, and being let in by mail, for clients of the authentication API.
import { z } from 'zod';
import { MAGIC_LINK_HOURS } from '../account';
import type { AccountContext } from '../account-context';
import { magicLinkMail } from '../account-mails';
import { AuthError } from '../auth-error';
import { mailToken } from '../mail-token.server';
import { type MailTrip, toAllowedAddress } from '../mail-trip';
import { requestReset } from '../recovery.server';
import { makeAccount } from '../sign-up.server';
import { selectUserByEmail } from '../users-repo.server';
import { ApiEmail, Challenged, Metadata, NewPassword, parseApi, refuseWeak, splitName } from './api-input';
import { type AuthUser, makeUpUser } from './auth-user';
import { resendSignUp } from './resend.server';

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
 * @returns the account that waits for its address to be verified; one made up for an address that has an account
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
  refuseWeak(password);
  const { fullName = '', rest: metadata } = splitName(data);
  const trip = toTrip(ctx, body, redirectTo);
  const id = await makeAccount(ctx, { fullName, email, password, metadata, trip });
  return makeUpUser(id ?? crypto.randomUUID(), email, fullName, metadata, ctx.clock.now().toISOString());
}

/** A link and digits to sign in with, for whoever has an account or may get one. The same answer for everyone. */
export async function sendOtp(ctx: AccountContext, body: unknown, redirectTo: string | null): Promise<void> {
  refuseOtherContact(body);
  const { email, create_user, data } = parseApi(Otp, body);
  const trip = toTrip(ctx, body, redirectTo);
  const [user] = await ctx.db.read(selectUserByEmail(ctx.db.build, email));
  if (!user && create_user) {
    const { fullName = '', rest: metadata } = splitName(data);
    await makeAccount(ctx, { fullName, email, password: null, metadata, trip });
    return;
  }
  if (user && !user.emailVerifiedAt) return resendSignUp(ctx, email, trip);
  await mailToken(ctx, { purpose: 'magiclink', hours: MAGIC_LINK_HOURS, email, trip }, magicLinkMail);
}

export async function recoverByApi(
  ctx: AccountContext,
  body: unknown,
  redirectTo: string | null,
): Promise<void> {
  const { email } = parseApi(Recover, body);
  await requestReset(ctx, { email }, toTrip(ctx, body, redirectTo));
}
