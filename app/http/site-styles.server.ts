// The text of the styles that every document brings, and its hash for the policy.
import css from '~/styles/site.css?inline';
import { sha256 } from './csp-hashes';

const encoder = new TextEncoder();
const bytes = encoder.encode(css);
let hash: Promise<string> | undefined;

/** SHA-256, base64. Worked out once: the text is the build's. */
export function hashSiteStyles(): Promise<string> {
  hash ??= sha256(css);
  return hash;
}

/** What stands for the styles while a document is made, which then need not be carried through every step. */
export function styleMark(nonce: string): string {
  return `/*${nonce}*/`;
}

/** The document's bytes, the styles in the place of their mark. */
export function encodeWithStyles(html: string, mark: string): Uint8Array<ArrayBuffer> {
  const at = html.indexOf(mark);
  if (at < 0) return encoder.encode(html);
  const before = encoder.encode(html.slice(0, at));
  const after = encoder.encode(html.slice(at + mark.length));
  const whole = new Uint8Array(before.length + bytes.length + after.length);
  whole.set(before);
  whole.set(bytes, before.length);
  whole.set(after, before.length + bytes.length);
  return whole;
}
