// Codes and refresh tokens, for the tokens of a session.
import { z } from 'zod';
import { toBase64Url } from '~/lib/base64url';
import type { AccountContext } from '../account-context';
import {
  deleteEndedCodes,
  methodOfCode,
  ownerOfCode,
  selectCode,
  spendCode,
} from '../auth-codes-repo.server';
import { AuthError } from '../auth-error';
import { type OpenedSession, prepareSession } from '../open-session.server';
import { signedIn } from '../sessions-repo.server';
import { refresh } from '../viewer.server';
import { parseApi } from './api-input';

const Exchange = z.object({
  auth_code: z.string('An auth code is required').max(200),
  code_verifier: z.string('A code verifier is required').max(200),
});
const Refresh = z.object({ refresh_token: z.string('A refresh token is required').min(1).max(200) });

/** RFC 7636. */
const VERIFIER = /^[\w.~-]{43,128}$/;

/** @throws AuthError */
export async function exchangeCode(ctx: AccountContext, body: unknown): Promise<OpenedSession> {
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
  const [, made] = await db.write(spendCode(db.build, hash), opening.statement, deleteEndedCodes(db.build));
  const opened = await opening.finish(made);
  if (!opened)
    throw new AuthError('flow_state_not_found', 'The auth code is invalid, was used or has expired');
  const { userId, sessionId } = opened.session;
  ctx.log.write({ event: 'signed_in', userId, sessionId });
  return opened;
}

async function isAnswer(verifier: string, challenge: string): Promise<boolean> {
  if (challenge.startsWith('plain:')) return challenge === `plain:${verifier}`;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return challenge === `s256:${toBase64Url(new Uint8Array(digest))}`;
}

/** A token that comes a second time after its successor was used ends the session. @throws AuthError */
export async function refreshByApi(ctx: AccountContext, body: unknown) {
  const { refresh_token } = parseApi(Refresh, body);
  const found = await refresh(ctx, refresh_token);
  if (!found?.tokens)
    throw new AuthError('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
  return { userId: found.viewer.userId, tokens: found.tokens };
}
