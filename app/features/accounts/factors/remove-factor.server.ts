// Removes second factors.
import { z } from 'zod';
import { auditLine } from '~/features/audit/audit.server';
import { UnauthorizedError } from '~/lib/errors';
import { SESSION_MISSING, type Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { Nonce, parseApi, Uuid } from '../api/api-input';
import { AuthError } from '../auth-error';
import { notifyOwner } from '../emails/notify-owner.server';
import { countSecurityChange } from '../sessions/count-security-change.server';
import { refuseWeakSession, requireConfirmed } from '../sessions/require-confirmed.server';
import { getFactor, isVerified } from './factors.server';
import { type FactorRow, selectFactor, unenrollStatements } from './factors-repo.server';

/**
 * Removes a factor; a verified one only in a session at aal2.
 * @throws AuthError, TooManyError; UnauthorizedError if the session ended
 */
export async function unenroll(
  ctx: AccountContext,
  viewer: Viewer,
  factorId: string,
  body: unknown = {},
): Promise<{ id: string }> {
  const { nonce } = parseApi(Nonce, body);
  const factor = await getFactor(ctx, viewer, factorId);
  if (isVerified(factor)) refuseWeakSession(viewer);
  await requireConfirmed(ctx, viewer, nonce);
  await countSecurityChange(ctx, viewer);
  await removeFactor(ctx, viewer.userId, factor, viewer);
  return { id: factor.id };
}

/** Removes a lost factor with the service key. @throws AuthError for an unknown factor */
export async function removeFactorOf(ctx: AccountContext, userId: string, factorId: string) {
  const ids = z.tuple([Uuid, Uuid]).safeParse([userId, factorId]);
  const found = ids.success && (await ctx.db.read(selectFactor(ctx.db.build, userId, factorId))).rows[0];
  if (!found) throw new AuthError('mfa_factor_not_found', 'Factor not found');
  await removeFactor(ctx, userId, found, null);
  return { id: found.id };
}

/** @param viewer null for the service key */
async function removeFactor(
  ctx: AccountContext,
  userId: string,
  { id, type, name, status }: FactorRow,
  viewer: Viewer | null,
): Promise<void> {
  const line = { event: 'factor_removed', subject: viewer?.email ?? null, details: { type, name } };
  const { person, session, removed } = await ctx.db.writeBatch(
    unenrollStatements(
      ctx.db.build,
      { userId, factorId: id, sessionId: viewer?.sessionId ?? null },
      (isDue) => auditLine(ctx, viewer ? { ...line, actorId: userId } : line, isDue),
    ),
  );
  if (session.some(({ rows }) => rows.length === 0)) throw new UnauthorizedError(SESSION_MISSING);
  // The session cannot have ended since it was locked, so without a row a parallel call removed the factor. An unfinished
  // enrollment never protected the account, so its removal needs no notice.
  if (removed.rows.length === 0 || status !== 'verified') return;
  const news = { what: 'factor-removed', name } as const;
  await notifyOwner(ctx, person.rows[0]?.email ?? null, news, viewer ? 'person' : 'operator');
}
