// Addresses that pictures are shown from.
import { toSitePath } from './site-path';

/**
 * A file of this site, or a page of the web. Judged as browsers read it: `/\elsewhere` is another host to them, and so is
 * `//elsewhere` with a tab between its slashes.
 */
export function isPictureAddress(address: string): boolean {
  if (address.startsWith('/')) return toSitePath(address) !== '/';
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}
