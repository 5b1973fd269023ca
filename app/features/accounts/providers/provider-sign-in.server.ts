// Provider sign-in on our own pages. The browser keeps a PKCE verifier, so that a callback URL works only in
// the browser that started the sign-in.
import { toBase64Url } from '~/lib/bytes';
import type { TokenPair } from '~/platform/context';
import type { Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { exchangeCode } from '../api/tokens-by-api.server';
import { getTokenViewer } from '../sessions/viewer.server';
import { beginProviderFlow, getProvider } from './provider-flow.server';

/**
 * @param backTo URL of our page that receives the code
 * @param binding the browser's secret for the flow
 * @returns the provider's URL, and the verifier that the browser keeps until the callback
 * @throws AuthError for a provider that is not enabled or unreachable
 */
export async function startProviderSignIn(
  ctx: AccountContext,
  id: string,
  backTo: string,
  binding: string,
): Promise<{ location: string; verifier: string }> {
  const provider = getProvider(ctx, id);
  const verifier = ctx.tokens.random();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const codeChallenge = `s256:${toBase64Url(new Uint8Array(digest))}`;
  const location = await beginProviderFlow(ctx, {
    provider,
    redirectTo: backTo,
    codeChallenge,
    link: null,
    binding,
  });
  return { location, verifier };
}

/**
 * Completes the sign-in. Ends the browser's current session, even if it belongs to another user.
 * @throws AuthError
 */
export async function finishProviderSignIn(
  ctx: AccountContext,
  { code, verifier }: { code: string; verifier: string },
  current: Viewer | null,
): Promise<{ viewer: Viewer; tokens: TokenPair }> {
  const exchange = { auth_code: code, code_verifier: verifier };
  const { tokens } = await exchangeCode(ctx, exchange, current?.sessionId);
  return { viewer: await getTokenViewer(ctx, tokens.access), tokens };
}
