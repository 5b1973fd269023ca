// Short signatures of what pages carry: who shows an ad where, and where its link leads.
import { toBase64Url } from '~/lib/base64url';
import type { AppContext } from '~/platform/context';

type Signing = Pick<AppContext, 'tokens'>;

/** Bytes of an HMAC-SHA-256 that are kept: 128 bits, as many as nobody tries through. */
const KEPT = 16;
const encoder = new TextEncoder();
const keys = new WeakMap<AppContext['tokens'], Promise<CryptoKey>>();

/** Imported once per isolate: a page signs a dozen texts. */
function keyOf({ tokens }: Signing): Promise<CryptoKey> {
  let key = keys.get(tokens);
  if (!key) {
    key = tokens
      .secretFor('ads')
      .then((secret) =>
        crypto.subtle.importKey('raw', secret as BufferSource, { name: 'HMAC', hash: 'SHA-256' }, false, [
          'sign',
        ]),
      );
    keys.set(tokens, key);
  }
  return key;
}

/** 22 URL-safe characters. `purpose` keeps signatures of one thing from counting for another. */
export async function sign(ctx: Signing, purpose: string, text: string): Promise<string> {
  const mac = await crypto.subtle.sign('HMAC', await keyOf(ctx), encoder.encode(`${purpose}:${text}`));
  return toBase64Url(new Uint8Array(mac, 0, KEPT));
}

/** Compared in constant time. */
export async function isSigned(
  ctx: Signing,
  purpose: string,
  text: string,
  signature: string,
): Promise<boolean> {
  const right = await sign(ctx, purpose, text);
  if (right.length !== signature.length) return false;
  let difference = 0;
  for (let i = 0; i < right.length; i += 1) difference |= right.charCodeAt(i) ^ signature.charCodeAt(i);
  return difference === 0;
}
