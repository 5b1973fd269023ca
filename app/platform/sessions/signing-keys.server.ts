// The keys that sign access tokens (ES256). Each is derived from a secret, so that no key file is needed.
import { calculateJwkThumbprint } from 'jose';

export interface PublicKey {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  kid: string;
  alg: 'ES256';
  use: 'sig';
}

export interface SigningKey {
  /** The private key, for the signing library. */
  scalar: Uint8Array;
  published: PublicKey;
}

const encoder = new TextEncoder();
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;
/** PKCS #8 prefix of a P-256 private key. The optional public point is left out: importKey computes it. */
const PKCS8_HEAD = Uint8Array.from(
  '3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420'.match(/../g) ?? [],
  (byte) => Number.parseInt(byte, 16),
);

/** Deterministic: the same secret produces the same key. */
export async function deriveSigningKey(secret: string): Promise<SigningKey> {
  const base = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveBits']);
  for (let attempt = 0; ; attempt += 1) {
    const info = encoder.encode(`access-token-key:${attempt}`);
    const bits = await crypto.subtle.deriveBits(
      { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
      base,
      256,
    );
    const scalar = new Uint8Array(bits);
    const point = await findPoint(scalar);
    // About one in 4 billion numbers is outside the curve's order. Try the next one.
    if (point) return { scalar, published: await publish(point) };
  }
}

async function findPoint(scalar: Uint8Array): Promise<{ x: string; y: string } | null> {
  const pkcs8 = new Uint8Array([...PKCS8_HEAD, ...scalar]);
  try {
    const key = await crypto.subtle.importKey('pkcs8', pkcs8, CURVE, true, ['sign']);
    const { x = '', y = '' } = (await crypto.subtle.exportKey('jwk', key)) as JsonWebKey;
    return { x, y };
  } catch {
    return null;
  }
}

async function publish(point: { x: string; y: string }): Promise<PublicKey> {
  const jwk = { crv: 'P-256', kty: 'EC', ...point } as const;
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'ES256', use: 'sig' };
}
