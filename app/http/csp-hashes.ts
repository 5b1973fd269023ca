// Which inline scripts a page may run: their SHA-256 hashes in base64, as a policy wants them.

/** Scripts shorter than this are mostly the same on each page. */
const KEPT_LENGTH = 4_000;
const KEPT_HASHES = 200;
const kept = new Map<string, string>();

export async function sha256(text: string): Promise<string> {
  const known = kept.get(text);
  if (known) return known;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  if (text.length < KEPT_LENGTH) {
    if (kept.size >= KEPT_HASHES) kept.clear();
    kept.set(text, hash);
  }
  return hash;
}

/** The inline script at whose opening tag a piece begins, just behind its nonce; undefined for any other element. */
export function inlineScriptOf(piece: string): string | undefined {
  const opening = piece.indexOf('>');
  const end = piece.indexOf('</script>', opening);
  if (opening < 0 || end < 0 || /\ssrc=/.test(piece.slice(0, opening))) return undefined;
  return piece.slice(opening + 1, end);
}
