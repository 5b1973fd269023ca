// Exchanges authorization codes and refresh tokens for session tokens.
import { z } from 'zod';
import { auditLine } from '~/features/audit/audit.server';
import { toBase64Url } from '~/lib/bytes';
import { ConstraintError } from '~/lib/errors';
import type { Statement } from '~/platform/context';
import type { AccountContext } from '../account-context';
import { AuthError, IDENTITY_TAKEN } from '../auth-error';
import { notifyOwner } from '../emails/notify-owner.server';
import { type OpenedSession, prepareSession } from '../sessions/open-session.server';
import { revokeReplaced, signedIn } from '../sessions/sessions-repo.server';
import { refresh } from '../sessions/viewer.server';
import {
  deleteEndedCodes,
  insertIdentityOfCode,
  methodOfCode,
  ownerOfCode,
  type PendingLink,
  selectCode,
  spendCode,
  wasSpentNow,
} from '../sign-in/auth-codes-repo.server';
import { parseApi } from './api-input';

const Exchange = z.object({
  auth_code: z.string('An auth code is required').max(200),
  code_verifier: z.string('A code verifier is required').max(200),
});
const Refresh = z.object({ refresh_token: z.string('A refresh token is required').min(1).max(200) });

/** PKCE code verifier (RFC 7636, section 4.1). */
const VERIFIER = /^[\w.~-]{43,128}$/;

/**
 * @param replaced the browser's current session, which ends even if it belongs to another user
 * @throws AuthError
 */
export async function exchangeCode(
  ctx: AccountContext,
  body: unknown,
  replaced: string | null = null,
): Promise<OpenedSession> {
  const { auth_code, code_verifier } = parseApi(Exchange, body);
  const { db } = ctx;
  const hash = await ctx.tokens.hash(auth_code);
  const { rows } = await db.read(selectCode(db.build, hash));
  const code = rows[0];
  if (!code) throw new AuthError('flow_state_not_found', 'The auth code is invalid, was used or has expired');
  if (!VERIFIER.test(code_verifier) || !(await isAnswer(code_verifier, code.codeChallenge)))
    throw new AuthError('bad_code_verifier', 'code challenge does not match previously saved code verifier');
  const opening = await prepareSession(ctx, {
    owner: ownerOfCode(hash),
    event: signedIn,
    method: methodOfCode(hash),
  });
  const { link, userId: owner } = code;
  const { opened: made } = await refusingTakenIdentity(() =>
    db.writeBatch({
      spent: spendCode(db.build, hash),
      opened: opening.statement,
      linked: link ? linkStatements(ctx, link, owner, hash) : [],
      replaced: replaced ? [revokeReplaced(db.build, replaced, opening.refreshHash)] : [],
      endedCodes: deleteEndedCodes(db.build),
    }),
  );
  const opened = await opening.finish(made);
  if (!opened)
    throw new AuthError('flow_state_not_found', 'The auth code is invalid, was used or has expired');
  const { userId, sessionId, email } = opened.session;
  ctx.log.write({ event: 'signed_in', userId, sessionId });
  if (link) await notifyOwner(ctx, email || null, { what: 'identity-linked', provider: link.providerName });
  return opened;
}

function linkStatements(
  ctx: AccountContext,
  { provider, email }: PendingLink,
  actorId: string,
  hash: string,
): Statement<unknown>[] {
  const line = { event: 'identity_linked', actorId, subject: email, details: { provider } };
  return [insertIdentityOfCode(ctx.db.build, hash), auditLine(ctx, line, wasSpentNow(hash))];
}

/** Another account may have linked the identity since the provider confirmed it. */
async function refusingTakenIdentity<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConstraintError && error.constraint === 'identities_once')
      throw new AuthError('identity_already_exists', IDENTITY_TAKEN);
    throw error;
  }
}

async function isAnswer(verifier: string, challenge: string): Promise<boolean> {
  if (challenge.startsWith('plain:')) return challenge === `plain:${verifier}`;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return challenge === `s256:${toBase64Url(new Uint8Array(digest))}`;
}

/**
 * Reusing a token after its successor was used ends the session.
 * @throws AuthError
 */
export async function refreshByApi(ctx: AccountContext, body: unknown) {
  const { refresh_token } = parseApi(Refresh, body);
  const found = await refresh(ctx, refresh_token);
  if (!found?.tokens)
    throw new AuthError('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
  return { userId: found.viewer.userId, tokens: found.tokens };
}
