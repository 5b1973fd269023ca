// Short HMAC signatures for ad tickets, click links and view tokens.
import { toBase64Url } from '~/lib/bytes';
import type { AppContext } from '~/platform/context';

type SigningContext = Pick<AppContext, 'tokens'>;

/** Bytes kept of an HMAC-SHA-256: 128 bits cannot be guessed. */
const SIGNATURE_BYTES = 16;
const encoder = new TextEncoder();
const keys = new WeakMap<AppContext['tokens'], Promise<CryptoKey>>();

/** Imported once per isolate, because a page signs about a dozen texts. */
function keyOf({ tokens }: SigningContext): Promise<CryptoKey> {
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

/** 22 URL-safe characters. `purpose` prevents a signature from being valid for another kind of data. */
export async function sign(ctx: SigningContext, purpose: string, text: string): Promise<string> {
  const mac = await crypto.subtle.sign('HMAC', await keyOf(ctx), encoder.encode(`${purpose}:${text}`));
  return toBase64Url(new Uint8Array(mac, 0, SIGNATURE_BYTES));
}

const MAX_KEPT = 2_000;
/** In characters, so that what is kept takes a few megabytes at most. */
const LONGEST_KEPT = 1_000;
const kept = new WeakMap<AppContext['tokens'], Map<string, string>>();

/** Like `sign`, and keeps the signature. For texts of pages, which stay the same for an hour or longer. */
export async function signAndKeep(ctx: SigningContext, purpose: string, text: string): Promise<string> {
  if (text.length > LONGEST_KEPT) return sign(ctx, purpose, text);
  const signatures = kept.get(ctx.tokens) ?? new Map<string, string>();
  kept.set(ctx.tokens, signatures);
  const key = `${purpose}:${text}`;
  const found = signatures.get(key);
  if (found !== undefined) return found;
  const signature = await sign(ctx, purpose, text);
  if (signatures.size >= MAX_KEPT) signatures.clear();
  signatures.set(key, signature);
  return signature;
}

/** Compared in constant time. */
export async function isSigned(
  ctx: SigningContext,
  purpose: string,
  text: string,
  signature: string,
): Promise<boolean> {
  const expected = await sign(ctx, purpose, text);
  if (expected.length !== signature.length) return false;
  let difference = 0;
  for (let i = 0; i < expected.length; i += 1) difference |= expected.charCodeAt(i) ^ signature.charCodeAt(i);
  return difference === 0;
}
