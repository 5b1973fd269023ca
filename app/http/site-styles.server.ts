// The text of the styles that every document brings, and its hash for the policy.
import css from '~/styles/site.css?inline';
import { sha256 } from './csp-hashes';

export const siteStyles = new TextEncoder().encode(css);
let hash: Promise<string> | undefined;

/** SHA-256, base64. Worked out once: the text is the build's. */
export function hashSiteStyles(): Promise<string> {
  hash ??= sha256(css);
  return hash;
}
