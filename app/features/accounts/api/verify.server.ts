// Links and digits of our mails, for clients of the authentication API.
import { z } from 'zod';
import type { AccountContext } from '../account-context';
import { LINK_DEAD } from '../account-notices';
import { AuthError } from '../auth-error';
import { digitsKey } from '../digits';
import { toAllowedAddress } from '../mail-trip';
import { type Purpose, selectByDigits } from '../one-time-tokens-repo.server';
import type { OpenedSession } from '../open-session.server';
import { findLink, spendForCode, spendHash } from '../recovery.server';
import { tryMailedDigits } from '../try-digits.server';
import { ApiEmail, parseApi } from './api-input';

/** What a client calls a mail, and which of ours that may be. */
const KINDS: Record<string, readonly Purpose[]> = {
  // An account made by a mailed code has a magic link.
  signup: ['verify', 'magiclink'],
  email: ['magiclink', 'verify'],
  magiclink: ['magiclink', 'verify'],
  recovery: ['recovery'],
  invite: ['invite'],
  email_change: ['email_change'],
};
const NAMES: Record<Exclude<Purpose, 'email_undo'>, string> = {
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
    if (!link || !kinds.includes(link.purpose)) throw dead();
    return spendHash(ctx, await ctx.tokens.hash(asked.token_hash));
  }
  if (!asked.token) throw new AuthError('validation_failed', 'Verify requires a token or a token hash');
  const { email } = parseApi(z.object({ email: ApiEmail }), { email: asked.email });
  const otpHash = await ctx.tokens.keyedHash(digitsKey(email, asked.token));
  const hash = await tryMailedDigits(ctx, email, async () => {
    const { rows } = await ctx.db.read(selectByDigits(ctx.db.build, otpHash, kinds));
    return rows[0]?.hash ?? null;
  });
  if (!hash) throw dead();
  return spendHash(ctx, hash);
}

function dead(): AuthError {
  return new AuthError('otp_expired', 'Token has expired or is invalid');
}

/**
 * Where a followed link leads, tokens or a code in the address. A dead one leads there too, and says so.
 * @param binding what this browser keeps: the tokens are for it
 */
export async function followLink(
  ctx: AccountContext,
  token: string,
  redirectTo: string | null,
  binding: string,
): Promise<{ location: string; isSignedIn: boolean }> {
  const fallback = toAllowedAddress(ctx, redirectTo) ?? `${ctx.config.siteUrl}/`;
  const without = (location: string) => ({ location, isSignedIn: false });
  const link = await findLink(ctx, token);
  // A change of address is undone by the button of our own page, and by no address that a scanner may open.
  if (!link || link.purpose === 'email_undo')
    return without(withFailure(fallback, new AuthError('otp_expired', LINK_DEAD)));
  const target = link.redirectTo ?? fallback;
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

/** Tokens travel in the hash, which no server and no referrer sees. */
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
