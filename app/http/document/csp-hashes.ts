// SHA-256 hashes of inline scripts for the content security policy, in base64.

/** Caches hashes of scripts shorter than 4,000 characters: most of them are the same on every page. */
const CACHED_LENGTH = 4_000;
const CACHE_ENTRIES = 200;
const cached = new Map<string, string>();

export async function sha256(text: string): Promise<string> {
  const known = cached.get(text);
  if (known) return known;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  if (text.length < CACHED_LENGTH) {
    if (cached.size >= CACHE_ENTRIES) cached.clear();
    cached.set(text, hash);
  }
  return hash;
}

/**
 * The text of the inline script whose opening tag `piece` begins in, just after the nonce; undefined for
 * other elements.
 */
export function inlineScriptOf(piece: string): string | undefined {
  const opening = piece.indexOf('>');
  const end = piece.indexOf('</script>', opening);
  if (opening < 0 || end < 0 || /\ssrc=/.test(piece.slice(0, opening))) return undefined;
  return piece.slice(opening + 1, end);
}
