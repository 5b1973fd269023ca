// Tokens: random ones, their successors, and access tokens (JWT, HS256).
import type { AccessClaims, Tokens } from './context';

const encoder = new TextEncoder();
const HEADER = toBase64Url(encoder.encode(JSON.stringify({ alg: 'HS256', typ: 'JWT' })));
const AUDIENCE = 'authenticated';

export function createTokens(secret: string, issuer: string): Tokens {
  let key: Promise<CryptoKey> | undefined;
  const mac = async (text: string) => {
    key ??= crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
      'verify',
    ]);
    return new Uint8Array(await crypto.subtle.sign('HMAC', await key, encoder.encode(text)));
  };
  return {
    random: () => toBase64Url(crypto.getRandomValues(new Uint8Array(32))),
    async hash(token) {
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(token)));
      return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
    // The prefix keeps this apart from signatures made with the same key.
    derive: async (token) => toBase64Url(await mac(`refresh-token-after:${token}`)),
    secretFor: (name) => mac(`secret-for:${name}`),
    async sign(claims) {
      const payload = {
        iss: issuer,
        aud: AUDIENCE,
        sub: claims.userId,
        session_id: claims.sessionId,
        email: claims.email,
        iat: claims.issuedAt,
        exp: claims.expiresAt,
      };
      const text = `${HEADER}.${toBase64Url(encoder.encode(JSON.stringify(payload)))}`;
      return `${text}.${toBase64Url(await mac(text))}`;
    },
    async read(token) {
      const [header, payload, signature, more] = token.split('.');
      // Only our own header: a token does not choose how it is checked.
      if (header !== HEADER || !payload || !signature || more !== undefined) return null;
      if (!isSame(await mac(`${header}.${payload}`), fromBase64Url(signature))) return null;
      return toClaims(JSON.parse(new TextDecoder().decode(fromBase64Url(payload))), issuer);
    },
  };
}

function toClaims(payload: Record<string, unknown>, issuer: string): AccessClaims | null {
  const { iss, aud, sub, session_id, email, iat, exp } = payload;
  if (iss !== issuer || aud !== AUDIENCE) return null;
  return {
    userId: String(sub),
    sessionId: String(session_id),
    email: String(email),
    issuedAt: Number(iat),
    expiresAt: Number(exp),
  };
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (const [i, byte] of a.entries()) difference |= byte ^ (b[i] ?? 0);
  return difference === 0;
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  } catch {
    return new Uint8Array(); // no base64: the same as a wrong signature
  }
}
