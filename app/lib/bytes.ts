// Byte arrays in unshared memory, as web APIs require.

export type Bytes = Uint8Array<ArrayBuffer>;

export function joinBytes(parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Returns no bytes for invalid input. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
