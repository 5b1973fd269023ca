// Signs and verifies messages according to Standard Webhooks: HMAC-SHA-256 over `id.timestamp.body`.

/** Maximum difference between the two clocks, and therefore the age of a valid signature. */
export const SIGNATURE_SECONDS = 5 * 60;

export const SIGNATURE_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

export interface SignedHeaders {
  id: string;
  /** Seconds since 1970, as digits. */
  timestamp: string;
  /** One or more `v1,BASE64`, separated by spaces. */
  signature: string;
}

const encoder = new TextEncoder();
const VERSION = 'v1,';
const SECRET_PREFIX = 'whsec_';

/** The secret in the format that Standard Webhooks libraries accept. */
export function showSecret(secret: Uint8Array): string {
  return SECRET_PREFIX + toBase64(secret);
}

/** The three headers of a signed message. */
export async function signMessage(
  secret: Uint8Array,
  id: string,
  sentAt: Date,
  body: string,
): Promise<Record<(typeof SIGNATURE_HEADERS)[number], string>> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const key = await importKey(secret, 'sign');
  const signature = await crypto.subtle.sign('HMAC', key, signed(id, timestamp, encoder.encode(body)));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': VERSION + toBase64(new Uint8Array(signature)),
  };
}

/** Returns why a signature is invalid, or null. Compares signatures in constant time. */
export async function findSignatureFault(
  secret: Uint8Array,
  { id, timestamp, signature }: SignedHeaders,
  body: Uint8Array,
  now: Date,
): Promise<'stale' | 'wrong' | null> {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now.getTime() / 1000 - seconds) <= SIGNATURE_SECONDS)) return 'stale';
  const key = await importKey(secret, 'verify');
  const message = signed(id, timestamp, body);
  for (const each of signature.split(' ').slice(0, 5)) {
    if (!each.startsWith(VERSION)) continue;
    const given = fromBase64(each.slice(VERSION.length));
    if (given && (await crypto.subtle.verify('HMAC', key, given, message))) return null;
  }
  return 'wrong';
}

function importKey(secret: Uint8Array, use: 'sign' | 'verify'): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', new Uint8Array(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    use,
  ]);
}

function signed(id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = encoder.encode(`${id}.${timestamp}.`);
  const message = new Uint8Array(head.length + body.length);
  message.set(head);
  message.set(body, head.length);
  return message;
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
