// Which inline scripts a rendered page may run.

/**
 * Takes the nonce off every script that bears it and gives the SHA-256 hashes (base64) of those scripts. Only what we
 * rendered knows the nonce, so a script smuggled into an article's text gets no hash, and the policy stops it.
 */
export async function hashOwnScripts(
  html: string,
  nonce: string,
): Promise<{ html: string; hashes: string[] }> {
  const mark = ` nonce="${nonce}"`;
  const pieces = html.split(mark);
  const texts = new Set<string>();
  for (const piece of pieces.slice(1)) {
    const opening = piece.indexOf('>');
    const end = piece.indexOf('</script>', opening);
    if (opening < 0 || end < 0 || /\ssrc=/.test(piece.slice(0, opening))) continue;
    texts.add(piece.slice(opening + 1, end));
  }
  return { html: pieces.join(''), hashes: await Promise.all([...texts].map(sha256)) };
}

/** Base64, as a policy wants it. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
