// Signing in on our own pages through a provider outside. The browser keeps a verifier meanwhile, and what the provider's
// answer brings is a code that only this verifier opens: nobody is signed in by a link that somebody else began.
import { toBase64Url } from '~/lib/base64url';
import type { TokenPair } from '~/platform/context';
import type { Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { exchangeCode } from '../api/tokens-by-api.server';
import { getTokenViewer } from '../viewer.server';
import { depart, getProvider } from './provider-flow.server';

/**
 * @param backTo the address of our page that takes the code
 * @param binding what this browser keeps, beside the verifier
 * @returns where the provider is asked, and what this browser has to keep until then
 * @throws AuthError for a provider that is not enabled, or does not answer
 */
export async function departToProvider(
  ctx: AccountContext,
  id: string,
  backTo: string,
  binding: string,
): Promise<{ location: string; verifier: string }> {
  const provider = getProvider(ctx, id);
  const verifier = ctx.tokens.random();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const codeChallenge = `s256:${toBase64Url(new Uint8Array(digest))}`;
  const location = await depart(ctx, { provider, redirectTo: backTo, codeChallenge, link: null, binding });
  return { location, verifier };
}

/** The session that this browser had until now ends, whoever's it was. @throws AuthError */
export async function arriveFromProvider(
  ctx: AccountContext,
  { code, verifier }: { code: string; verifier: string },
  current: Viewer | null,
): Promise<{ viewer: Viewer; tokens: TokenPair }> {
  const exchange = { auth_code: code, code_verifier: verifier };
  const { tokens } = await exchangeCode(ctx, exchange, current?.sessionId);
  return { viewer: await getTokenViewer(ctx, tokens.access), tokens };
}
