// Signing up, and being let in by mail, for clients of the authentication API.
import { z } from 'zod';
import { MAGIC_LINK_HOURS } from '../account';
import type { AccountContext } from '../account-context';
import { magicLinkMail } from '../account-mails';
import { AuthError } from '../auth-error';
import { rulesFor } from '../known-places.server';
import { mailToken } from '../mail-token.server';
import { type MailTrip, toAllowedAddress } from '../mail-trip';
import { requestReset } from '../recovery.server';
import { makeAccount } from '../sign-up.server';
import { selectUserByEmail } from '../users-repo.server';
import { ApiEmail, Challenged, Metadata, NewPassword, parseApi, refuseLength, splitName } from './api-input';
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
  refuseLength(password);
  const { fullName = '', rest: metadata } = splitName(data);
  const trip = toTrip(ctx, body, redirectTo);
  const id = await makeAccount(ctx, { fullName, email, password, metadata, trip });
  const shown = id ?? (await makeUpId(ctx, email));
  return makeUpUser(shown, email, fullName, metadata, ctx.clock.now().toISOString());
}

/** Of an account that nobody is told about: it looks like any other, and is the same at every try. */
async function makeUpId({ tokens }: AccountContext, email: string): Promise<string> {
  const hash = await tokens.keyedHash(`made-up-account:${email.toLowerCase()}`);
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 3) | 8).toString(16);
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `4${hash.slice(13, 16)}`, variant + hash.slice(17, 20)];
  return [...parts, hash.slice(20, 32)].join('-');
}

/** A link and digits to sign in with, for whoever has an account or may get one. The same answer for everyone. */
export async function sendOtp(ctx: AccountContext, body: unknown, redirectTo: string | null): Promise<void> {
  refuseOtherContact(body);
  const { email, create_user, data } = parseApi(Otp, body);
  const trip = toTrip(ctx, body, redirectTo);
  const [user] = await ctx.db.read(selectUserByEmail(ctx.db.build, email));
  if (!user && create_user) {
    const { fullName = '', rest: metadata } = splitName(data);
    // Counted as the mail to a known address is: a limit of its own would tell which addresses have an account.
    const { account, address } = await rulesFor(ctx, 'reset', email);
    await makeAccount(ctx, { fullName, email, password: null, metadata, trip }, [account, address]);
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
