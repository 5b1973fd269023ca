// Encrypts text for cookies (AES-GCM), with a separate key per purpose.
import { fromBase64Url, toBase64Url } from '~/lib/bytes';

const IV_BYTES = 12;

export interface SealedBox {
  seal(text: string): Promise<string>;
  /** Null for text that this key did not encrypt, or that was changed. */
  open(sealed: string): Promise<string | null>;
}

export function createSealedBox(secret: string, purpose: string): SealedBox {
  let made: Promise<CryptoKey> | undefined;
  const key = () => {
    made ??= deriveKey(secret, purpose);
    return made;
  };
  return {
    async seal(text) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const sealed = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv },
        await key(),
        new TextEncoder().encode(text),
      );
      return toBase64Url(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
    },
    async open(sealed) {
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

async function deriveKey(secret: string, purpose: string): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), 'HKDF', false, [
    'deriveKey',
  ]);
  const parameters = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: new TextEncoder().encode(purpose),
  };
  return crypto.subtle.deriveKey(parameters, base, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
}
