// Verifies emailed links and digits for clients of the authentication API.
import { z } from 'zod';
import type { AccountContext } from '../account-context';
import { AuthError } from '../auth-error';
import { LINK_PATH } from '../emails/account-emails';
import type { OpenedSession } from '../sessions/open-session.server';
import { MAIL_LINK_DEAD } from '../sign-in/account-notices';
import { type MailLinkTarget, toAllowedAddress } from '../sign-in/mail-link-target';
import { digitsKey } from '../sign-in/mail-token.server';
import { selectByDigits, type TokenPurpose } from '../sign-in/one-time-tokens-repo.server';
import { findLink, spendForCode, spendHash } from '../sign-in/recovery.server';
import { tryMailedDigits } from '../sign-in/try-mailed-code.server';
import { ApiEmail, parseApi } from './api-input';

/** The API's verification types, and the token purposes each accepts. */
const KINDS: Record<string, readonly TokenPurpose[]> = {
  // Accounts created with an emailed code have a magic link.
  signup: ['verify', 'magiclink'],
  email: ['magiclink', 'verify'],
  magiclink: ['magiclink', 'verify'],
  recovery: ['recovery'],
  invite: ['invite'],
  email_change: ['email_change'],
};
const NAMES: Record<Exclude<TokenPurpose, 'email_undo'>, string> = {
  verify: 'signup',
  magiclink: 'magiclink',
  recovery: 'recovery',
  invite: 'invite',
  email_change: 'email_change',
};

const Asked = z.object({
  type: z.string('Verify requires a verification type'),
  email: z.unknown().optional(),
  token: z.string().max(200).nullish(),
  token_hash: z.string().max(200).nullish(),
});

/** @throws AuthError, TooManyError */
export async function verify(ctx: AccountContext, body: unknown): Promise<OpenedSession> {
  const asked = parseApi(Asked, body);
  const kinds = Object.hasOwn(KINDS, asked.type) ? KINDS[asked.type] : undefined;
  if (asked.type === 'sms' || asked.type === 'phone_change')
    throw new AuthError('phone_provider_disabled', 'Phone provider is not enabled');
  if (!kinds) throw new AuthError('validation_failed', 'Unsupported verification type');
  if (asked.token_hash) {
    const link = await findLink(ctx, asked.token_hash);
    if (!link || !kinds.includes(link.purpose)) throw expired();
    return spendHash(ctx, await ctx.tokens.hash(asked.token_hash));
  }
  if (!asked.token) throw new AuthError('validation_failed', 'Verify requires a token or a token hash');
  const { email } = parseApi(z.object({ email: ApiEmail }), { email: asked.email });
  const otpHash = await ctx.tokens.keyedHash(digitsKey(email, asked.token));
  const hash = await tryMailedDigits(ctx, email, async () => {
    const { rows } = await ctx.db.read(selectByDigits(ctx.db.build, otpHash, kinds));
    return rows[0]?.hash ?? null;
  });
  if (!hash) throw expired();
  return spendHash(ctx, hash);
}

function expired(): AuthError {
  return new AuthError('otp_expired', 'Token has expired or is invalid');
}

/**
 * Returns where a GET of a link redirects. A valid link leads to our own page, whose button spends it,
 * because link scanners open URLs. A dead link redirects to the requested target with the error in the URL.
 */
export async function locateLink(
  ctx: AccountContext,
  token: string,
  redirectTo: string | null,
): Promise<string> {
  const link = await findLink(ctx, token);
  if (link && link.purpose !== 'email_undo') return `${LINK_PATH}?${new URLSearchParams({ token })}`;
  const target = toAllowedAddress(ctx, redirectTo) ?? `${ctx.config.siteUrl}/`;
  return withFailure(target, new AuthError('otp_expired', MAIL_LINK_DEAD));
}

/** Where the button redirects for a link that a client requested; null for a link to our own pages. */
export function targetOf({ config }: Pick<AccountContext, 'config'>, link: MailLinkTarget): string | null {
  const { redirectTo, codeChallenge } = link;
  return redirectTo ?? (codeChallenge ? `${config.siteUrl}/` : null);
}

/**
 * Spends a link that a client requested, and returns where it redirects, with tokens, a code or an error in
 * the URL. Returns null for a dead link and for one to our own pages.
 * @param binding this browser's secret, to which the tokens are bound
 */
export async function followLink(
  ctx: AccountContext,
  token: string,
  binding: string,
): Promise<{ location: string; isSignedIn: boolean } | null> {
  const without = (location: string) => ({ location, isSignedIn: false });
  const link = await findLink(ctx, token);
  const target = link && targetOf(ctx, link);
  if (!target || link.purpose === 'email_undo') return null;
  try {
    if (link.codeChallenge) return without(withCode(target, await spendForCode(ctx, token)));
    const [hash, bindingHash] = await Promise.all([ctx.tokens.hash(token), ctx.tokens.hash(binding)]);
    const spent = await spendHash(ctx, hash, null, bindingHash);
    return { location: withTokens(target, spent, NAMES[link.purpose]), isSignedIn: true };
  } catch (error) {
    if (error instanceof AuthError) return without(withFailure(target, error));
    throw error;
  }
}

export function withCode(target: string, code: string): string {
  const url = new URL(target);
  url.searchParams.set('code', code);
  return url.href;
}

/** Puts the tokens in the URL fragment, which browsers send to no server and in no referrer. */
export function withTokens(
  target: string,
  { tokens, session }: OpenedSession,
  type: string,
  more: Record<string, string> = {},
): string {
  const url = new URL(target);
  const expiresAt = (session.amr[0]?.timestamp ?? 0) + 3600;
  url.hash = new URLSearchParams({
    access_token: tokens.access,
    expires_at: String(expiresAt),
    expires_in: '3600',
    refresh_token: tokens.refresh,
    token_type: 'bearer',
    ...more,
    type,
  }).toString();
  return url.href;
}

export function withFailure(target: string, { code, message }: AuthError): string {
  const url = new URL(target);
  const failure = { error: 'access_denied', error_code: code, error_description: message };
  url.hash = new URLSearchParams(failure).toString();
  for (const [name, value] of Object.entries(failure)) url.searchParams.set(name, value);
  return url.href;
}
