// Signs in through an external provider: redirect and callback.
import { z } from 'zod';
import { providerFlowRules } from '~/features/rate-limit/throttle';
import { countOrRefuse } from '~/features/rate-limit/throttle-calls.server';
import { toBase64Url } from '~/lib/bytes';
import { cutText } from '~/lib/text';
import type { AuthProvider } from '~/platform/context';
import type { AccountContext } from '../account-context';
import { Challenged, parseApi } from '../api/api-input';
import { withCode, withFailure, withTokens } from '../api/verify.server';
import { AuthError } from '../auth-error';
import { toAllowedAddress } from '../sign-in/mail-link-target';
import { bindFlow, deleteEndedFlows, insertFlow, type Linking, spendFlow } from './flows-repo.server';
import { describeIssuer, exchangeProviderCode } from './issuer.server';
import {
  type ConfirmedIdentity,
  linkOrCreateAccount,
  linkOrCreateAccountForCode,
} from './link-or-create-account.server';
import { methodOf, providerKeyOf } from './provider';

const CALLBACK_PATH = '/auth/v1/callback';
const ENTRY_PATH = '/auth/v1/authorize';
/** Length of our own code verifiers (specification, section 9). */
const VERIFIER_LENGTH = 56;

const Sso = z.object({
  domain: z.string().max(253).nullish(),
  provider_id: z.string().max(80).nullish(),
  redirect_to: z.string().nullish(),
  skip_http_redirect: z.boolean().nullish(),
});

/** @throws AuthError for a provider that is not configured */
export function getProvider({ config }: AccountContext, id: string | null): AuthProvider {
  const found = config.authProviders.find((provider) => provider.id === id && provider.domains.length === 0);
  if (!found) throw new AuthError('provider_disabled', 'Unsupported provider: provider is not enabled');
  return found;
}

interface NewProviderFlow {
  provider: AuthProvider;
  redirectTo: string | null;
  codeChallenge: string | null;
  /** Set if a signed-in user links the provider to their account. */
  link: Linking | null;
  /**
   * Secret of the browser that follows the redirect now; null if a client asks for a URL that a browser opens
   * later.
   */
  binding: string | null;
}

/**
 * Starts a flow.
 * @returns the provider's URL or, without a binding, a URL of ours that binds the first browser to open it
 * @throws TooManyError, AuthError
 */
export async function beginProviderFlow(ctx: AccountContext, departure: NewProviderFlow): Promise<string> {
  const { provider, codeChallenge, link, binding } = departure;
  await countOrRefuse(ctx, providerFlowRules(ctx.request.address));
  const state = ctx.tokens.random();
  // Build the provider's URL even if it is not used yet, so that an unavailable provider is reported
  // immediately.
  const address = await addressAt(ctx, provider, state);
  const { build } = ctx.db;
  await ctx.db.write(
    insertFlow(build, {
      hash: await ctx.tokens.hash(state),
      provider: providerKeyOf(provider),
      redirectTo: toAllowedAddress(ctx, departure.redirectTo) ?? `${ctx.config.siteUrl}/`,
      codeChallenge,
      link,
      bindingHash: binding && (await ctx.tokens.hash(binding)),
    }),
    deleteEndedFlows(build),
  );
  return binding ? address : `${ctx.config.siteUrl}${ENTRY_PATH}?${new URLSearchParams({ flow: state })}`;
}

/** Redirects a browser that opened our URL to the provider. Only the first such browser may return from there. */
export async function enterProviderFlow(
  ctx: AccountContext,
  state: string,
  binding: string,
): Promise<string> {
  const [hash, bindingHash] = await Promise.all([ctx.tokens.hash(state), ctx.tokens.hash(binding)]);
  const { rows } = await ctx.db.writeOne(bindFlow(ctx.db.build, hash, bindingHash));
  if (!rows[0]) return toUnknown(ctx);
  return addressAt(ctx, findByKey(ctx, rows[0].provider), state);
}

async function addressAt(ctx: AccountContext, provider: AuthProvider, state: string): Promise<string> {
  const { description } = await describeIssuer(ctx, provider);
  const { verifier, nonce } = await secretsOf(ctx, state);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const url = new URL(description.authorization_endpoint);
  const query = {
    client_id: provider.clientId,
    redirect_uri: ctx.config.siteUrl + CALLBACK_PATH,
    response_type: 'code',
    scope: provider.scopes,
    state,
    nonce,
    code_challenge: toBase64Url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** Starts a flow from the query parameters `provider`, `redirect_to` and `code_challenge`. */
export function beginProviderFlowByQuery(
  ctx: AccountContext,
  query: URLSearchParams,
  { link = null, binding }: { link?: Linking | null; binding: string | null },
): Promise<string> {
  return beginProviderFlow(ctx, {
    provider: getProvider(ctx, query.get('provider')),
    redirectTo: query.get('redirect_to'),
    codeChallenge: parseApi(Challenged, Object.fromEntries(query)),
    link,
    binding,
  });
}

/**
 * Starts single sign-on with the issuer for a domain.
 * @throws AuthError
 */
export async function beginSsoFlow(ctx: AccountContext, body: unknown) {
  const asked = parseApi(Sso, body);
  const domain = asked.domain?.trim().toLowerCase();
  if (!domain && !asked.provider_id)
    throw new AuthError('validation_failed', 'A domain or a provider_id is required');
  const provider = ctx.config.authProviders.find(
    ({ id, domains }) => domains.length > 0 && (domain ? domains.includes(domain) : id === asked.provider_id),
  );
  if (!provider)
    throw new AuthError(
      'sso_provider_not_found',
      'No SSO provider assigned for this domain: provider is not enabled',
    );
  const codeChallenge = parseApi(Challenged, body);
  const redirectTo = asked.redirect_to ?? null;
  const url = await beginProviderFlow(ctx, {
    provider,
    redirectTo,
    codeChallenge,
    link: null,
    binding: null,
  });
  return { url, isRedirect: asked.skip_http_redirect !== true };
}

/**
 * Handles the callback.
 * @param binding this browser's secret: a flow that another browser started is refused
 * @returns where to redirect, with a code, tokens or an error
 */
export async function finishProviderFlow(
  ctx: AccountContext,
  query: URLSearchParams,
  binding: string | null,
): Promise<string> {
  const state = query.get('state') ?? '';
  const [hash, bindingHash] = await Promise.all([ctx.tokens.hash(state), ctx.tokens.hash(binding ?? '')]);
  const { rows } = await ctx.db.writeOne(spendFlow(ctx.db.build, hash, bindingHash));
  const flow = rows[0];
  if (!flow) return toUnknown(ctx);
  try {
    const { linkUserId: userId, linkSessionId: sessionId } = flow;
    const link = userId && sessionId ? { userId, sessionId } : null;
    const vouched = { ...(await readCallback(ctx, flow.provider, state, query)), link };
    if (flow.codeChallenge)
      return withCode(flow.redirectTo, await linkOrCreateAccountForCode(ctx, vouched, flow.codeChallenge));
    return withTokens(flow.redirectTo, await linkOrCreateAccount(ctx, vouched, bindingHash), 'signup');
  } catch (error) {
    if (error instanceof AuthError) return withFailure(flow.redirectTo, error);
    throw error;
  }
}

function toUnknown({ config }: AccountContext): string {
  const unknown = new AuthError('bad_oauth_state', 'OAuth state is invalid, was used or has expired');
  return withFailure(`${config.siteUrl}/`, unknown);
}

function findByKey({ config }: AccountContext, key: string): AuthProvider {
  const found = config.authProviders.find((candidate) => providerKeyOf(candidate) === key);
  if (!found) throw new AuthError('provider_disabled', 'Unsupported provider: provider is not enabled');
  return found;
}

async function readCallback(
  ctx: AccountContext,
  key: string,
  state: string,
  query: URLSearchParams,
): Promise<Omit<ConfirmedIdentity, 'link'>> {
  const provider = findByKey(ctx, key);
  const code = query.get('code');
  if (!code) {
    const detail = cutText(query.get('error_description') ?? query.get('error') ?? '', 0, 200);
    throw new AuthError('bad_oauth_callback', detail || 'The provider sent no code');
  }
  const redirectUri = ctx.config.siteUrl + CALLBACK_PATH;
  const secrets = await secretsOf(ctx, state);
  const response = { code, issuer: query.get('iss'), redirectUri, ...secrets };
  const person = await exchangeProviderCode(ctx, provider, response);
  const { subject: providerId } = person;
  return { ...person, provider: key, providerName: provider.name, providerId, method: methodOf(key) };
}

/** Derived from the state, so that no secret has to be stored. */
async function secretsOf({ tokens }: AccountContext, state: string) {
  const [verifier, nonce] = await Promise.all([
    tokens.keyedHash(`provider-verifier:${state}`),
    tokens.keyedHash(`provider-nonce:${state}`),
  ]);
  return { verifier: verifier.slice(0, VERIFIER_LENGTH), nonce: nonce.slice(0, VERIFIER_LENGTH) };
}
