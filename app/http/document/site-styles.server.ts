// The CSS that every document inlines, and its hash for the content security policy.
import css from '~/styles/site/site.css?inline';
import { sha256 } from './csp-hashes';

export const siteStyles = new TextEncoder().encode(css);
let hash: Promise<string> | undefined;

/** SHA-256 in base64, computed once per isolate. */
export function hashSiteStyles(): Promise<string> {
  hash ??= sha256(css);
  return hash;
}
