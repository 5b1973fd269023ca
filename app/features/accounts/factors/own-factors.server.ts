// Second factors on the account pages, built on the services that the API uses.
import { encode } from 'uqr';
import { z } from 'zod';
import type { Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { AuthError } from '../auth-error';
import { challenge, enroll, verifyFactor } from './factors.server';
import { type FactorRow, selectFactor, selectListedFactors } from './factors-repo.server';
import type { AppSetup, Security } from './own-factors';
import { selectCodesLeft } from './recovery-codes-repo.server';
import { totpAddress } from './totp';

const Name = z.string().trim().max(100, 'Name is limited to 100 characters.');
const NAME_TAKEN = 'You already have a second factor with this name.';
const SETUP_EXPIRED = 'This setup has expired. Please start again.';

export async function getSecurity(ctx: AccountContext, viewer: Viewer): Promise<Security> {
  const { db } = ctx;
  const [factors, codes] = await Promise.all([
    db.read(selectListedFactors(db.build, viewer.userId)),
    db.read(selectCodesLeft(db.build, viewer.userId)),
  ]);
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
  return {
    factors: factors.rows.map(({ id, type, name, createdAt, usedAt }) => ({
      id,
      type,
      name: name || (type === 'totp' ? 'Authenticator app' : 'Passkey'),
      createdAt: iso(createdAt),
      usedAt: iso(usedAt),
    })),
    codesLeft: codes.rows[0]?.left ?? 0,
  };
}

/**
 * Starts the setup of a factor.
 * @returns the id of the unverified factor
 * @throws AuthError
 */
export async function beginFactor(
  ctx: AccountContext,
  viewer: Viewer,
  { type, name }: { type: 'totp' | 'webauthn'; name: string },
): Promise<string> {
  const parsed = Name.safeParse(name);
  if (!parsed.success) throw invalidName(parsed.error.issues[0]?.message ?? 'Please choose another name.');
  const fallback = type === 'totp' ? 'Authenticator app' : 'Passkey';
  try {
    const made = await enroll(ctx, viewer, { factor_type: type, friendly_name: parsed.data || fallback });
    return made.id;
  } catch (error) {
    const isTaken = error instanceof AuthError && error.code === 'mfa_factor_name_conflict';
    throw isTaken ? invalidName(NAME_TAKEN) : error;
  }
}

function invalidName(message: string): AuthError {
  return new AuthError('mfa_factor_name_conflict', message, [{ field: 'name', message }]);
}

/** The unfinished factor with this id, or null. */
export async function findUnfinishedFactor(
  ctx: AccountContext,
  viewer: Viewer,
  id: string,
): Promise<FactorRow | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const factor = (await ctx.db.read(selectFactor(ctx.db.build, viewer.userId, id))).rows[0];
  return factor?.status === 'unverified' ? factor : null;
}

/** The secret and QR code for an authenticator app; null once the factor is verified. */
export async function findAppSetup(
  ctx: AccountContext,
  viewer: Viewer,
  id: string,
  issuer: string,
): Promise<AppSetup | null> {
  const factor = await findUnfinishedFactor(ctx, viewer, id);
  if (!factor?.secret) return null;
  const secret = await ctx.tokens.open(factor.secret);
  const uri = totpAddress(secret, issuer, viewer.email || viewer.userId);
  const { size, data } = encode(uri, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { id: factor.id, name: factor.name, key: secret.replace(/(.{4})(?=.)/g, '$1 '), uri, size, path };
}

/**
 * Verifies the first code of an authenticator app, which activates it.
 * @returns recovery codes for a user who has none
 * @throws AuthError, TooManyError
 */
export async function finishApp(ctx: AccountContext, viewer: Viewer, id: string, code: string) {
  const factor = await findUnfinishedFactor(ctx, viewer, id);
  if (!factor?.secret) throw new AuthError('mfa_factor_not_found', SETUP_EXPIRED);
  const asked = await challenge(ctx, viewer, factor.id, {});
  return verifyFactor(ctx, viewer, factor.id, { challenge_id: asked.id, code }, true);
}
