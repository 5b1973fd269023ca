// Random tokens, derived tokens, keyed hashes, and access tokens (JWT, ES256).
import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { fromBase64Url, toBase64Url, toHex } from '~/lib/bytes';
import type { AccessClaims, Tokens } from '../context';
import { deriveSigningKey, type SigningKey } from './signing-keys.server';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const AUDIENCE = 'authenticated';
/** The client library expects this role. Permissions come from the session, never from this claim. */
const ROLE = 'authenticated';
/** Earlier than any expiry, so that expired tokens are read too: the callers check the claims. */
const BEFORE_EXPIRY = new Date(0);
const IV_BYTES = 12;

export interface TokenSecrets {
  /** Derives successors, keyed hashes and shared secrets. */
  secret: string;
  /** Secrets of the signing keys: the first signs, all are published and verify. */
  signing: readonly string[];
}

export function createTokens({ secret, signing }: TokenSecrets, issuer: string): Tokens {
  let key: Promise<CryptoKey> | undefined;
  let made: Promise<SigningKey[]> | undefined;
  let verifiers: ReturnType<typeof createLocalJWKSet> | undefined;
  const mac = async (text: string) => {
    key ??= crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
    ]);
    return new Uint8Array(await crypto.subtle.sign('HMAC', await key, encoder.encode(text)));
  };
  const keys = () => {
    made ??= Promise.all(signing.map(deriveSigningKey));
    return made;
  };
  const box = async () =>
    crypto.subtle.importKey('raw', await mac('box'), 'AES-GCM', false, ['encrypt', 'decrypt']);
  return {
    random: () => toBase64Url(crypto.getRandomValues(new Uint8Array(42))),
    digits: () => {
      // The modulo bias is about 1 in 4,300 per code, which is negligible with the limits on attempts.
      const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
      return String(number % 1_000_000).padStart(6, '0');
    },
    async hash(token) {
      return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(token))));
    },
    keyedHash: async (text) => toHex(await mac(`keyed-hash:${text}`)),
    // The prefix separates this from other uses of the same key.
    derive: async (token) => toBase64Url(await mac(`refresh-token-after:${token}`)),
    secretFor: (name) => mac(`secret-for:${name}`),
    async seal(text) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await box(), encoder.encode(text));
      return toBase64Url(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
    },
    async open(sealed) {
      const bytes = fromBase64Url(sealed);
      const iv = bytes.slice(0, IV_BYTES);
      const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await box(), bytes.slice(IV_BYTES));
      return decoder.decode(opened);
    },
    async sign(claims) {
      const [first] = await keys();
      if (!first) throw new Error('No signing key is configured');
      const header = toBase64Url(
        encoder.encode(JSON.stringify({ alg: 'ES256', typ: 'JWT', kid: first.published.kid })),
      );
      const payload = toBase64Url(encoder.encode(JSON.stringify(toPayload(claims, issuer))));
      const text = `${header}.${payload}`;
      return `${text}.${toBase64Url(await signDeterministic(text, first.scalar))}`;
    },
    async read(token) {
      verifiers ??= createLocalJWKSet({ keys: (await keys()).map(({ published }) => published) });
      // Accept ES256 only. The token may select the key, but not the algorithm.
      const rules = { algorithms: ['ES256'], issuer, audience: AUDIENCE, currentDate: BEFORE_EXPIRY };
      const verified = await jwtVerify(token, verifiers, rules).catch(() => null);
      return verified && toClaims(verified.payload);
    },
    publicKeys: async () => (await keys()).map(({ published }) => ({ ...published })),
  };
}

let curve: ReturnType<typeof loadCurve> | undefined;

async function loadCurve() {
  const { p256 } = await import('@noble/curves/nist.js');
  // Smaller precomputed tables: an isolate signs rarely, and the default ones take 100 ms to compute.
  p256.utils.precompute(4);
  return p256;
}

/**
 * Deterministic signature (RFC 6979), so that two tabs that refresh at the same time get the same pair. Web Crypto's
 * ECDSA uses a random number. The library is loaded at the first sign-in.
 */
async function signDeterministic(text: string, scalar: Uint8Array): Promise<Uint8Array> {
  curve ??= loadCurve();
  const p256 = await curve;
  return p256.sign(encoder.encode(text), scalar, { prehash: true, lowS: false }).toCompactRawBytes();
}

function toPayload(claims: AccessClaims, issuer: string): Record<string, unknown> {
  return {
    iss: issuer,
    aud: AUDIENCE,
    sub: claims.userId,
    session_id: claims.sessionId,
    email: claims.email,
    phone: '',
    role: ROLE,
    aal: claims.aal,
    amr: claims.amr,
    is_anonymous: false,
    iat: claims.issuedAt,
    exp: claims.expiresAt,
  };
}

function toClaims({ sub, session_id, email, iat, exp, aal, amr }: JWTPayload): AccessClaims {
  return {
    userId: String(sub),
    sessionId: String(session_id),
    email: String(email),
    issuedAt: Number(iat),
    expiresAt: Number(exp),
    aal: aal === 'aal2' ? 'aal2' : 'aal1',
    amr: Array.isArray(amr) ? amr : [],
  };
}
