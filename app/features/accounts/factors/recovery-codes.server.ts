// Generates recovery codes, and accepts them instead of a second factor.
import { auditLine } from '~/features/audit/audit.server';
import { UnauthorizedError } from '~/lib/errors';
import { SESSION_MISSING, type Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { AuthError } from '../auth-error';
import { notifyOwner } from '../emails/notify-owner.server';
import { countSecurityChange } from '../sessions/count-security-change.server';
import { type OpenedSession, prepareReplacement } from '../sessions/open-session.server';
import { refuseWeakSession } from '../sessions/require-confirmed.server';
import { trySecondFactor } from '../sign-in/try-second-factor.server';
import {
  codesWereInserted,
  codeWasSpent,
  replaceCodes,
  spendCodeStatements,
} from './recovery-codes-repo.server';

const RECOVERY_CODES = 10;
/** 32 characters without look-alikes, five bits each. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 10;

/** `k7m2p-x4q9a`: 50 bits from ten random bytes. */
function toRecoveryCode(bytes: Uint8Array): string {
  const characters = Array.from(bytes.slice(0, LENGTH), (byte) => ALPHABET.charAt(byte & 31)).join('');
  return `${characters.slice(0, LENGTH / 2)}-${characters.slice(LENGTH / 2)}`;
}

/** Normalizes a typed code. Null if it cannot be one. */
function readRecoveryCode(typed: string): string | null {
  const characters = typed.toLowerCase().replace(/[\s-]/g, '');
  const isOne =
    characters.length === LENGTH && [...characters].every((character) => ALPHABET.includes(character));
  return isOne ? `${characters.slice(0, LENGTH / 2)}-${characters.slice(LENGTH / 2)}` : null;
}

/**
 * Codes are short, so their hash is keyed. It includes the user id, so that a code works for its own account
 * only.
 */
const hashOf = ({ tokens }: AccountContext, userId: string, code: string) =>
  tokens.keyedHash(`recovery-code:${userId}:${code}`);

/**
 * Replaces all recovery codes with ten new ones. They are returned only this once, because only hashes are
 * stored.
 * @throws AuthError for a user without a second factor, TooManyError; UnauthorizedError if the session ended in the meantime
 */
export async function makeRecoveryCodes(ctx: AccountContext, viewer: Viewer): Promise<string[]> {
  refuseWeakSession(viewer);
  if (!viewer.hasFactor) throw new AuthError('mfa_factor_not_found', 'Set up a second factor first.');
  await countSecurityChange(ctx, viewer);
  const { db } = ctx;
  const { userId, email } = viewer;
  const { codes, hashes } = await generateRecoveryCodes(ctx, userId);
  const event = { event: 'recovery_codes_made', actorId: userId, subject: email };
  const { codes: stored } = await db.writeBatch({
    ...replaceCodes(db.build, viewer, hashes),
    audit: auditLine(ctx, event, codesWereInserted(hashes)),
  });
  if (stored.rows.length === 0) throw new UnauthorizedError(SESSION_MISSING);
  ctx.log.write({ event: 'user_updated', userId, what: 'recovery codes' });
  await notifyOwner(ctx, email, { what: 'codes-made' });
  return codes;
}

/** Ten new codes and the hashes to store. */
export async function generateRecoveryCodes(ctx: AccountContext, userId: string) {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    toRecoveryCode(crypto.getRandomValues(new Uint8Array(10))),
  );
  return { codes, hashes: await Promise.all(codes.map((code) => hashOf(ctx, userId, code))) };
}

/**
 * Accepts an unused recovery code and replaces the viewer's session with one at aal2.
 * @throws AuthError, TooManyError
 */
export async function verifyRecoveryCode(
  ctx: AccountContext,
  viewer: Viewer,
  typed: string,
): Promise<OpenedSession> {
  const { db } = ctx;
  const { userId, sessionId, email } = viewer;
  const code = readRecoveryCode(typed);
  const opened = await trySecondFactor(ctx, viewer, 'recovery-code', async () => {
    if (!code) return null;
    const hash = await hashOf(ctx, userId, code);
    const isSpent = codeWasSpent(hash);
    const shown = { method: 'recovery_code', aal: 'aal2', condition: isSpent } as const;
    const replacement = await prepareReplacement(ctx, viewer, shown);
    const { opened: made } = await db.writeBatch({
      ...spendCodeStatements(db.build, { userId, sessionId, hash }),
      opened: replacement.statement,
      audit: auditLine(ctx, { event: 'recovery_code_used', actorId: userId, subject: email }, isSpent),
    });
    return replacement.finish(made);
  });
  if (!opened) throw new AuthError('mfa_verification_failed', 'Invalid recovery code');
  ctx.log.write({ event: 'user_updated', userId, what: 'recovery code used' });
  await notifyOwner(ctx, email, { what: 'recovery-code-used' });
  return opened;
}
