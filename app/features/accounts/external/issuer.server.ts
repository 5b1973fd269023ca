// Talking to an OpenID Connect issuer outside: what it offers, codes for tokens, and who its tokens speak of.
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import type { AuthProvider } from '~/platform/context';
import type { AccountContext } from '../account-context';
import { AuthError } from '../auth-error';
import { NAME_LIMIT, toNameLine } from '../person-name';

type World = Pick<AccountContext, 'partners' | 'clock'>;

const TIMEOUT_MS = 8_000;
/** Key sets and descriptions are asked for again after so long. */
const KEPT_MS = 600_000;

const Description = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});
type Description = z.infer<typeof Description>;
const TokenAnswer = z.object({ id_token: z.string(), access_token: z.string().optional() });

/** Who somebody is, as an issuer says it. */
export interface OutsidePerson {
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  fullName: string;
  data: Record<string, unknown>;
}

interface Kept {
  until: number;
  description: Description;
  keys: ReturnType<typeof createRemoteJWKSet>;
}
const kept = new Map<string, Kept>();

/** @throws AuthError 502 or 504 when the issuer does not answer, or answers nonsense */
export async function describeIssuer(world: World, provider: AuthProvider): Promise<Kept> {
  const found = kept.get(provider.issuer);
  const now = world.clock.now().getTime();
  if (found && found.until > now) return found;
  const address = `${provider.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const description = await askIssuer(world, address, {}, Description);
  const keys = createRemoteJWKSet(new URL(description.jwks_uri), {
    cacheMaxAge: KEPT_MS,
    timeoutDuration: TIMEOUT_MS,
    [customFetch]: (url, init) => reach(world, url, init as RequestInit),
  });
  const made = { until: now + KEPT_MS, description, keys };
  kept.set(provider.issuer, made);
  return made;
}

async function reach({ partners }: World, address: string, init: RequestInit): Promise<Response> {
  try {
    return await partners.fetch(address, init);
  } catch (error) {
    const isSlow = error instanceof Error && error.name === 'TimeoutError';
    if (isSlow) throw new AuthError('gateway_timeout', 'The provider takes too long to answer');
    throw new AuthError('bad_gateway', 'The provider cannot be reached');
  }
}

async function askIssuer<T>(
  world: World,
  address: string,
  init: RequestInit,
  schema: z.ZodType<T>,
): Promise<T> {
  const answer = await reach(world, address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (answer.status >= 400 && answer.status < 500)
    throw new AuthError('bad_oauth_callback', 'The provider refused the code');
  const parsed = schema.safeParse(await answer.json().catch(() => null));
  if (!answer.ok || !parsed.success) throw new AuthError('bad_gateway', 'The provider answered nonsense');
  return parsed.data;
}

/** @throws AuthError */
export async function exchangeProviderCode(
  world: World,
  provider: AuthProvider,
  code: { code: string; redirectUri: string; verifier: string; nonce: string },
): Promise<OutsidePerson> {
  const { description } = await describeIssuer(world, provider);
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
  const answer = await askIssuer(world, description.token_endpoint, init, TokenAnswer);
  const claims = await verifyIdToken(world, provider, answer.id_token);
  if (claims.nonce !== code.nonce) throw new AuthError('bad_oauth_callback', 'The nonce does not fit');
  return toPerson(provider, await withUserInfo(world, description, claims, answer.access_token));
}

/** Some issuers tell the address only when they are asked for it. */
async function withUserInfo(
  world: World,
  { userinfo_endpoint: address }: Description,
  claims: JWTPayload,
  accessToken: string | undefined,
): Promise<JWTPayload> {
  if (claims.email || !address || !accessToken) return claims;
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' };
  const told = await askIssuer(world, address, { headers }, z.record(z.string(), z.unknown()));
  return told.sub === claims.sub ? { ...told, ...claims } : claims;
}

/** The claims of a token that this issuer signed for one of our clients. @throws AuthError */
export async function verifyIdToken(
  world: World,
  provider: AuthProvider,
  idToken: string,
): Promise<JWTPayload> {
  const { description, keys } = await describeIssuer(world, provider);
  try {
    const { payload } = await jwtVerify(idToken, keys, {
      audience: [provider.clientId, ...provider.audiences],
      requiredClaims: ['sub', 'exp', 'iat'],
      currentDate: world.clock.now(),
      clockTolerance: 60,
    });
    // Microsoft's issuer for everyone names the tenant in each token.
    const expected = description.issuer.replace('{tenantid}', String(payload.tid ?? ''));
    if (payload.iss === expected) return payload;
  } catch (error) {
    if (isAboutKeys(error)) throw new AuthError('bad_gateway', 'The provider answered nonsense');
    if (error instanceof AuthError || !(error instanceof errors.JOSEError)) throw error;
  }
  throw new AuthError('bad_id_token', 'Bad ID token');
}

/** The issuer's keys could not be read: that says nothing about the token. */
function isAboutKeys(error: unknown): boolean {
  const isPlain = error instanceof errors.JOSEError && error.code === errors.JOSEError.code;
  return isPlain || error instanceof errors.JWKSInvalid;
}

export function toPerson(provider: AuthProvider, claims: JWTPayload): OutsidePerson {
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === 'string' && !value.includes('\0') ? value.slice(0, 500) : null;
  };
  const email = z.email().max(254).safeParse(text('email')).data ?? null;
  const domain = email?.split('@')[1]?.toLowerCase() ?? '';
  const { domains } = provider;
  // A company's issuer speaks for its own domains and for no others; anybody else has to say that it asked.
  const isEmailVerified = domains.length > 0 ? domains.includes(domain) : claims.email_verified === true;
  const fullName = toNameLine(text('name') ?? '').slice(0, NAME_LIMIT);
  const subject = text('sub') ?? '';
  const data = { sub: subject, iss: claims.iss, email, email_verified: isEmailVerified, full_name: fullName };
  const picture = text('picture');
  return { subject, email, isEmailVerified, fullName, data: { ...data, ...(picture && { picture }) } };
}
