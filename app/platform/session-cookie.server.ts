// The cookie of a signed-in browser: both tokens, sealed, out of reach of scripts. The authentication API takes the same
// tokens for clients of its own, and asks those less often who they are than our pages do: so whoever sits at somebody's
// keyboard must not be able to read them out of the browser.
import { createCookie } from '@remix-run/cloudflare';
import { fromBase64Url, toBase64Url } from '~/lib/base64url';
import type { SessionCookie, TokenPair } from './context';

/** As long as a session may live. */
const MAX_AGE_SECONDS = 30 * 24 * 3600;
/** For our own scripts: whether asking /api/me is worth a request. It proves nothing. */
const HINT = 'member';
const IV_BYTES = 12;

export function createSessionCookie(secret: string, isHttps: boolean): SessionCookie {
  const cookie = createCookie(isHttps ? '__Host-session' : 'session', {
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps,
    path: '/',
  });
  const box = createBox(secret);
  const hint = (value: string, maxAge: number) =>
    `${HINT}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  return {
    async read(header) {
      const sealed: unknown = await cookie.parse(header);
      return typeof sealed === 'string' ? toPair(await box.open(sealed)) : null;
    },
    async write({ access, refresh }) {
      const sealed = await box.seal(JSON.stringify({ access, refresh }));
      return [await cookie.serialize(sealed, { maxAge: MAX_AGE_SECONDS }), hint('1', MAX_AGE_SECONDS)];
    },
    async clear() {
      return [await cookie.serialize('', { maxAge: 0, expires: new Date(0) }), hint('', 0)];
    },
  };
}

/** Null for what is not ours. */
function toPair(text: string | null): TokenPair | null {
  if (text === null) return null;
  const { access, refresh } = JSON.parse(text) as TokenPair;
  return { access, refresh };
}

function createBox(secret: string) {
  let made: Promise<CryptoKey> | undefined;
  const key = () => {
    made ??= deriveKey(secret);
    return made;
  };
  return {
    async seal(text: string): Promise<string> {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const sealed = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv },
        await key(),
        new TextEncoder().encode(text),
      );
      return toBase64Url(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
    },
    /** Null for what this key did not seal, or what was changed since. */
    async open(sealed: string): Promise<string | null> {
      const bytes = fromBase64Url(sealed);
      if (bytes.length <= IV_BYTES) return null;
      const iv = bytes.slice(0, IV_BYTES);
      try {
        const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await key(), bytes.slice(IV_BYTES));
        return new TextDecoder().decode(text);
      } catch {
        return null;
      }
    },
  };
}

async function deriveKey(secret: string): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), 'HKDF', false, [
    'deriveKey',
  ]);
  const how = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: new TextEncoder().encode('session-cookie'),
  };
  return crypto.subtle.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
