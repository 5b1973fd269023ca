// Validates image addresses that editors enter.
import { leadsElsewhere } from './site-path';

const HERE = 'http://here.invalid';

/**
 * True for a web URL or a path on this site. Browsers treat `/\example.com` as another host, so it is false.
 */
export function isImageAddress(address: string): boolean {
  if (!address.startsWith('/')) return /^https?:\/\//i.test(address) && URL.canParse(address);
  if (/[\\\p{Cc}]/u.test(address) || !URL.canParse(address, HERE)) return false;
  const { origin, pathname } = new URL(address, HERE);
  return origin === HERE && !leadsElsewhere(pathname);
}
