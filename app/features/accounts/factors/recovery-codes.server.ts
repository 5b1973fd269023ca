// Recovery codes: made, and shown in the place of a second factor.
import { auditLine } from '~/features/audit/audit.server';
import type { Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { AuthError } from '../auth-error';
import { type OpenedSession, prepareReplacement } from '../open-session.server';
import { tellOwner } from '../tell-owner.server';
import { trySecondFactor } from '../try-second-factor.server';
import { refuseWeakSession } from '../weak-session';
import { RECOVERY_CODES, readRecoveryCode, toRecoveryCode } from './recovery-codes';
import { isSpentNow, replaceCodes, spendCodeStatements } from './recovery-codes-repo.server';

/** Codes are short, so their hash is keyed; and each person's, so that nobody's works for another. */
const hashOf = ({ tokens }: AccountContext, userId: string, code: string) =>
  tokens.keyedHash(`recovery-code:${userId}:${code}`);

/**
 * Ten new codes in the place of all older ones. They are given once; what is stored cannot be read back.
 * @throws AuthError without a second factor, which alone they stand in for
 */
export async function makeRecoveryCodes(ctx: AccountContext, viewer: Viewer): Promise<string[]> {
  refuseWeakSession(viewer);
  if (!viewer.hasFactor) throw new AuthError('mfa_factor_not_found', 'Set up a second factor first.');
  const { db } = ctx;
  const { userId, email } = viewer;
  const { codes, hashes } = await thinkOfCodes(ctx, userId);
  await db.write(
    ...replaceCodes(db.build, userId, hashes),
    auditLine(ctx, { event: 'recovery_codes_made', actorId: userId, subject: email }),
  );
  ctx.log.write({ event: 'user_updated', userId, what: 'recovery codes' });
  await tellOwner(ctx, email, { what: 'codes-made' });
  return codes;
}

/** Ten codes that nobody has yet, and what is to be stored of them. */
export async function thinkOfCodes(ctx: AccountContext, userId: string) {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    toRecoveryCode(crypto.getRandomValues(new Uint8Array(10))),
  );
  return { codes, hashes: await Promise.all(codes.map((code) => hashOf(ctx, userId, code))) };
}

/** A session with aal2 takes the place of the viewer's, as by a factor. A code counts once. @throws AuthError, TooManyError */
export async function showRecoveryCode(
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
    const isSpent = isSpentNow(hash);
    const shown = { method: 'recovery_code', aal: 'aal2', condition: isSpent } as const;
    const replacement = await prepareReplacement(ctx, viewer, shown);
    const [, , made] = await db.write(
      ...spendCodeStatements(db.build, { userId, sessionId, hash }),
      replacement.statement,
      auditLine(ctx, { event: 'recovery_code_used', actorId: userId, subject: email }, isSpent),
    );
    return replacement.finish(made);
  });
  if (!opened) throw new AuthError('mfa_verification_failed', 'Invalid recovery code');
  ctx.log.write({ event: 'user_updated', userId, what: 'recovery code used' });
  await tellOwner(ctx, email, { what: 'recovery-code-used' });
  return opened;
}
