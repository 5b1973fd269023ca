// OpenID Connect client: issuer metadata, code exchange and ID token verification.
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { cutText } from '~/lib/text';
import type { AuthProvider } from '~/platform/context';
import type { AccountContext } from '../account-context';
import { AuthError } from '../auth-error';
import { PERSON_NAME_LIMIT, toNameLine } from '../profile/person-name';

type Runtime = Pick<AccountContext, 'trustedFetch' | 'clock'>;

const TIMEOUT_MS = 8_000;
/** How long metadata and key sets are cached. */
const CACHE_MS = 600_000;

const Description = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});
type Description = z.infer<typeof Description>;
const TokenAnswer = z.object({ id_token: z.string(), access_token: z.string().optional() });
/** Placeholder for the tenant in the issuer of Microsoft's multi-tenant endpoints. */
const TENANT = '{tenantid}';
/** The names of the multi-tenant endpoints. */
const ANY_TENANT = ['common', 'organizations'];

/** A user as described by an issuer. */
export interface ProviderUser {
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  fullName: string;
  data: Record<string, unknown>;
}

interface CachedIssuer {
  until: number;
  description: Description;
  keys: ReturnType<typeof createRemoteJWKSet>;
}
const issuers = new Map<string, CachedIssuer>();

/**
 * @throws AuthError `bad_gateway` or `gateway_timeout` if the issuer is unreachable or sends an invalid
 * response
 */
export async function describeIssuer(runtime: Runtime, provider: AuthProvider): Promise<CachedIssuer> {
  const found = issuers.get(provider.issuer);
  const now = runtime.clock.now().getTime();
  if (found && found.until > now) return found;
  const address = `${withoutSlash(provider.issuer)}/.well-known/openid-configuration`;
  const description = await askIssuer(runtime, address, {}, Description);
  if (!isConfigured(provider, description))
    throw new AuthError('bad_gateway', 'The provider sent the metadata of another issuer');
  const keys = createRemoteJWKSet(new URL(description.jwks_uri), {
    cacheMaxAge: CACHE_MS,
    timeoutDuration: TIMEOUT_MS,
    [customFetch]: (url, init) => request(runtime, url, init as RequestInit),
  });
  const made = { until: now + CACHE_MS, description, keys };
  issuers.set(provider.issuer, made);
  return made;
}

const withoutSlash = (address: string) => address.replace(/\/$/, '');

function isConfigured({ issuer }: AuthProvider, description: Description): boolean {
  const named = withoutSlash(description.issuer);
  const names = [named, ...ANY_TENANT.map((tenant) => named.replace(TENANT, tenant))];
  return names.includes(withoutSlash(issuer));
}

/**
 * Refuses a response that names another issuer (RFC 9207), because its code would be sent to this one. A
 * tenant is only known from the ID token.
 */
function refuseOtherIssuer(description: Description, named: string | null): void {
  const { issuer, authorization_response_iss_parameter_supported: isSent = false } = description;
  const isOther = named === null ? isSent : named !== issuer && !issuer.includes(TENANT);
  if (isOther) throw new AuthError('bad_oauth_callback', 'The response does not name the provider');
}

async function request({ trustedFetch }: Runtime, address: string, init: RequestInit): Promise<Response> {
  try {
    return await trustedFetch.fetch(address, init);
  } catch (error) {
    const isSlow = error instanceof Error && error.name === 'TimeoutError';
    if (isSlow) throw new AuthError('gateway_timeout', 'The provider did not respond in time');
    throw new AuthError('bad_gateway', 'The provider cannot be reached');
  }
}

async function askIssuer<T>(
  runtime: Runtime,
  address: string,
  init: RequestInit,
  schema: z.ZodType<T>,
): Promise<T> {
  const answer = await request(runtime, address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (answer.status >= 400 && answer.status < 500)
    throw new AuthError('bad_oauth_callback', 'The provider refused the code');
  const parsed = schema.safeParse(await answer.json().catch(() => null));
  if (!answer.ok || !parsed.success)
    throw new AuthError('bad_gateway', 'The provider sent an invalid response');
  return parsed.data;
}

/**
 * Exchanges an authorization code and verifies the ID token.
 * @throws AuthError
 */
export async function exchangeProviderCode(
  runtime: Runtime,
  provider: AuthProvider,
  code: { code: string; issuer: string | null; redirectUri: string; verifier: string; nonce: string },
): Promise<ProviderUser> {
  const { description } = await describeIssuer(runtime, provider);
  refuseOtherIssuer(description, code.issuer);
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: code.code,
    redirect_uri: code.redirectUri,
    code_verifier: code.verifier,
  });
  const headers = new Headers({ accept: 'application/json' });
  const methods = description.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  if (provider.clientSecret && methods.includes('client_secret_basic')) {
    const pair = [provider.clientId, provider.clientSecret].map(encodeURIComponent).join(':');
    headers.set('authorization', `Basic ${btoa(pair)}`);
  } else {
    form.set('client_id', provider.clientId);
    if (provider.clientSecret) form.set('client_secret', provider.clientSecret);
  }
  const init = { method: 'POST', headers, body: form };
  const answer = await askIssuer(runtime, description.token_endpoint, init, TokenAnswer);
  const claims = await verifyIdToken(runtime, provider, answer.id_token);
  if (claims.nonce !== code.nonce) throw new AuthError('bad_oauth_callback', 'The nonce does not match');
  return toPerson(provider, await withUserInfo(runtime, description, claims, answer.access_token));
}

/** Adds userinfo claims. Some issuers return the email address only there. */
async function withUserInfo(
  runtime: Runtime,
  { userinfo_endpoint: address }: Description,
  claims: JWTPayload,
  accessToken: string | undefined,
): Promise<JWTPayload> {
  if (claims.email || !address || !accessToken) return claims;
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' };
  const info = await askIssuer(runtime, address, { headers }, z.record(z.string(), z.unknown()));
  return info.sub === claims.sub ? { ...info, ...claims } : claims;
}

/**
 * Returns the claims of an ID token that this issuer signed for one of our client ids.
 * @throws AuthError
 */
export async function verifyIdToken(
  runtime: Runtime,
  provider: AuthProvider,
  idToken: string,
): Promise<JWTPayload> {
  const { description, keys } = await describeIssuer(runtime, provider);
  try {
    const { payload } = await jwtVerify(idToken, keys, {
      audience: [provider.clientId, ...provider.audiences],
      requiredClaims: ['sub', 'exp', 'iat'],
      currentDate: runtime.clock.now(),
      clockTolerance: 60,
    });
    const expected = description.issuer.replace(TENANT, String(payload.tid ?? ''));
    if (payload.iss === expected) return payload;
  } catch (error) {
    if (isAboutKeys(error)) throw new AuthError('bad_gateway', 'The provider sent an invalid response');
    if (error instanceof AuthError || !(error instanceof errors.JOSEError)) throw error;
  }
  throw new AuthError('bad_id_token', 'Bad ID token');
}

/** The issuer's key set was unusable, so the token could not be checked. */
function isAboutKeys(error: unknown): boolean {
  const isPlain = error instanceof errors.JOSEError && error.code === errors.JOSEError.code;
  return isPlain || error instanceof errors.JWKSInvalid;
}

export function toPerson(provider: AuthProvider, claims: JWTPayload): ProviderUser {
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === 'string' && !value.includes('\0') ? cutText(value, 0, 500) : null;
  };
  const email = z.email().max(254).safeParse(text('email')).data ?? null;
  const domain = email?.split('@')[1]?.toLowerCase() ?? '';
  const { domains } = provider;
  // A company's issuer vouches for its own domains only. Other issuers must state that they verified the
  // address.
  const isEmailVerified = domains.length > 0 ? domains.includes(domain) : claims.email_verified === true;
  const fullName = cutText(toNameLine(text('name') ?? ''), 0, PERSON_NAME_LIMIT);
  const subject = text('sub') ?? '';
  const data = { sub: subject, iss: claims.iss, email, email_verified: isEmailVerified, full_name: fullName };
  const picture = text('picture');
  return { subject, email, isEmailVerified, fullName, data: { ...data, ...(picture && { picture }) } };
}
