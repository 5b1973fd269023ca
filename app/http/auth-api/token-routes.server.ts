// Authentication API routes that issue tokens or lead to the page of an email link.

import { z } from 'zod';
import { parseApi } from '~/features/accounts/api/api-input';
import { refuseOtherContact } from '~/features/accounts/api/sign-up-by-api.server';
import { exchangeCode, refreshByApi } from '~/features/accounts/api/tokens-by-api.server';
import { locateLink, verify } from '~/features/accounts/api/verify.server';
import { AuthError } from '~/features/accounts/auth-error';
import { signInByIdToken } from '~/features/accounts/providers/id-token.server';
import { refuseWeakSession, requireConfirmed } from '~/features/accounts/sessions/require-confirmed.server';
import { signIn } from '~/features/accounts/sign-in/sign-in.server';
import type { AuthCall, AuthRoute } from './auth-call';
import { answerSession, redirectUncached } from './auth-responses.server';
import { requirePerson } from './callers.server';

const Credentials = z.object({ email: z.string(), password: z.string('A password is required') });

async function signInByPassword({ ctx, body }: AuthCall) {
  refuseOtherContact(body);
  const { viewer, tokens } = await signIn(ctx, parseApi(Credentials, body));
  return answerSession(ctx, viewer.userId, tokens);
}

const GRANTS: Record<string, (call: AuthCall) => Promise<unknown>> = {
  password: signInByPassword,
  async refresh_token({ ctx, body }) {
    const { userId, tokens } = await refreshByApi(ctx, body);
    return answerSession(ctx, userId, tokens);
  },
  async pkce({ ctx, body }) {
    const { session, tokens } = await exchangeCode(ctx, body);
    return answerSession(ctx, session.userId, tokens);
  },
  async id_token({ ctx, body, token }) {
    const findPerson = async () => {
      const viewer = await requirePerson(ctx, token);
      refuseWeakSession(viewer);
      // Null, because `nonce` in this request belongs to the provider. A session without a recent confirmation
      // must sign in again.
      await requireConfirmed(ctx, viewer, null);
      return viewer;
    };
    const { session, tokens } = await signInByIdToken(ctx, body, findPerson);
    return answerSession(ctx, session.userId, tokens);
  },
  async web3({ ctx, body }) {
    // Loaded on demand: elliptic curves and wallet message parsers are large.
    const { signInByWallet } = await import('~/features/accounts/providers/wallet.server');
    const { session, tokens } = await signInByWallet(ctx, body);
    return answerSession(ctx, session.userId, tokens);
  },
};

export const TOKEN_ROUTES: readonly AuthRoute[] = [
  {
    method: 'POST',
    path: 'token',
    needs: 'key',
    answer(call) {
      const name = call.url.searchParams.get('grant_type') ?? '';
      const grant = Object.hasOwn(GRANTS, name) ? GRANTS[name] : undefined;
      if (!grant) throw new AuthError('unsupported_grant_type', 'unsupported_grant_type');
      return grant(call);
    },
  },
  {
    method: 'POST',
    path: 'verify',
    needs: 'key',
    async answer({ ctx, body }) {
      const { session, tokens } = await verify(ctx, body);
      return answerSession(ctx, session.userId, tokens);
    },
  },
  {
    method: 'GET',
    path: 'verify',
    needs: 'nothing',
    async answer({ ctx, url }) {
      const token = url.searchParams.get('token') ?? url.searchParams.get('token_hash') ?? '';
      const redirectTo = url.searchParams.get('redirect_to');
      return redirectUncached(await locateLink(ctx, token.slice(0, 200), redirectTo));
    },
  },
];
