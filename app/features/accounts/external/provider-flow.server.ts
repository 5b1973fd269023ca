// Signing in through a provider: away to it, and back with what it says.
import { z } from 'zod';
import { toBase64Url } from '~/lib/base64url';
import type { AuthProvider } from '~/platform/context';
import type { AccountContext } from '../account-context';
import { Challenged, parseApi } from '../api/api-input';
import { withCode, withFailure, withTokens } from '../api/verify.server';
import { AuthError } from '../auth-error';
import { countOrRefuse } from '../count-or-refuse.server';
import { toAllowedAddress } from '../mail-trip';
import { departureRules } from '../throttle';
import { bindFlow, deleteEndedFlows, insertFlow, type Linking, spendFlow } from './flows-repo.server';
import { describeIssuer, exchangeProviderCode } from './issuer.server';
import { keyOf, methodOf } from './provider-key';
import { takeIn, takeInForCode, type Vouched } from './take-in.server';

const CALLBACK_PATH = '/auth/v1/callback';
const ENTRY_PATH = '/auth/v1/authorize';
/** Of our own verifiers (specification, section 9). */
const VERIFIER_LENGTH = 56;

const Sso = z.object({
  domain: z.string().max(253).nullish(),
  provider_id: z.string().max(80).nullish(),
  redirect_to: z.string().nullish(),
  skip_http_redirect: z.boolean().nullish(),
});

/** @throws AuthError for a provider that nobody configured */
export function getProvider({ config }: AccountContext, id: string | null): AuthProvider {
  const found = config.authProviders.find((provider) => provider.id === id && provider.domains.length === 0);
  if (!found) throw new AuthError('provider_disabled', 'Unsupported provider: provider is not enabled');
  return found;
}

interface Departure {
  provider: AuthProvider;
  redirectTo: string | null;
  codeChallenge: string | null;
  /** Somebody signed in who adds this way to their account. */
  link: Linking | null;
  /** What the browser keeps that leaves now; null where a program asks for an address that a browser is to enter. */
  binding: string | null;
}

/**
 * Where the person goes to be asked: the provider, or an address of ours that binds the browser which enters it and leads on.
 * @throws TooManyError, AuthError
 */
export async function depart(ctx: AccountContext, departure: Departure): Promise<string> {
  const { provider, codeChallenge, link, binding } = departure;
  await countOrRefuse(ctx, departureRules(ctx.request.address));
  const state = ctx.tokens.random();
  // Asked even where nobody leaves yet: a provider that is away is said at once.
  const address = await addressAt(ctx, provider, state);
  const { build } = ctx.db;
  await ctx.db.write(
    insertFlow(build, {
      hash: await ctx.tokens.hash(state),
      provider: keyOf(provider),
      redirectTo: toAllowedAddress(ctx, departure.redirectTo) ?? `${ctx.config.siteUrl}/`,
      codeChallenge,
      link,
      bindingHash: binding && (await ctx.tokens.hash(binding)),
    }),
    deleteEndedFlows(build),
  );
  return binding ? address : `${ctx.config.siteUrl}${ENTRY_PATH}?${new URLSearchParams({ flow: state })}`;
}

/** Leads a browser on that entered such an address. The first that does is the one that may come back. */
export async function enter(ctx: AccountContext, state: string, binding: string): Promise<string> {
  const [hash, bindingHash] = await Promise.all([ctx.tokens.hash(state), ctx.tokens.hash(binding)]);
  const [{ rows }] = await ctx.db.write(bindFlow(ctx.db.build, hash, bindingHash));
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

/** As clients ask for it: `provider`, `redirect_to` and perhaps a challenge in the address. */
export function departByQuery(
  ctx: AccountContext,
  query: URLSearchParams,
  { link = null, binding }: { link?: Linking | null; binding: string | null },
): Promise<string> {
  return depart(ctx, {
    provider: getProvider(ctx, query.get('provider')),
    redirectTo: query.get('redirect_to'),
    codeChallenge: parseApi(Challenged, Object.fromEntries(query)),
    link,
    binding,
  });
}

/** Single sign-on: the issuer that speaks for an address's domain. @throws AuthError */
export async function departBySso(ctx: AccountContext, body: unknown) {
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
  const url = await depart(ctx, { provider, redirectTo, codeChallenge, link: null, binding: null });
  return { url, isRedirect: asked.skip_http_redirect !== true };
}

/**
 * Where the person goes on, with a code, tokens, or why it failed.
 * @param binding what this browser keeps: the answer to a flow that another began says nothing to it
 */
export async function arrive(
  ctx: AccountContext,
  query: URLSearchParams,
  binding: string | null,
): Promise<string> {
  const state = query.get('state') ?? '';
  const [hash, bindingHash] = await Promise.all([ctx.tokens.hash(state), ctx.tokens.hash(binding ?? '')]);
  const [{ rows }] = await ctx.db.write(spendFlow(ctx.db.build, hash, bindingHash));
  const flow = rows[0];
  if (!flow) return toUnknown(ctx);
  try {
    const { linkUserId: userId, linkSessionId: sessionId } = flow;
    const link = userId && sessionId ? { userId, sessionId } : null;
    const vouched = { ...(await hear(ctx, flow.provider, state, query)), link };
    if (flow.codeChallenge)
      return withCode(flow.redirectTo, await takeInForCode(ctx, vouched, flow.codeChallenge));
    return withTokens(flow.redirectTo, await takeIn(ctx, vouched, bindingHash), 'signup');
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
  const found = config.authProviders.find((candidate) => keyOf(candidate) === key);
  if (!found) throw new AuthError('provider_disabled', 'Unsupported provider: provider is not enabled');
  return found;
}

async function hear(
  ctx: AccountContext,
  key: string,
  state: string,
  query: URLSearchParams,
): Promise<Omit<Vouched, 'link'>> {
  const provider = findByKey(ctx, key);
  const code = query.get('code');
  if (!code) {
    const said = (query.get('error_description') ?? query.get('error') ?? '').slice(0, 200);
    throw new AuthError('bad_oauth_callback', said || 'The provider sent no code');
  }
  const redirectUri = ctx.config.siteUrl + CALLBACK_PATH;
  const secrets = await secretsOf(ctx, state);
  const person = await exchangeProviderCode(ctx, provider, { code, redirectUri, ...secrets });
  const { subject: providerId } = person;
  return { ...person, provider: key, providerName: provider.name, providerId, method: methodOf(key) };
}

/** Worked out from the state, so that nothing secret has to be kept. */
async function secretsOf({ tokens }: AccountContext, state: string) {
  const [verifier, nonce] = await Promise.all([
    tokens.keyedHash(`provider-verifier:${state}`),
    tokens.keyedHash(`provider-nonce:${state}`),
  ]);
  return { verifier: verifier.slice(0, VERIFIER_LENGTH), nonce: nonce.slice(0, VERIFIER_LENGTH) };
}
