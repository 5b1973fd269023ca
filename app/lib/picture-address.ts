// Where a picture may be, as whoever writes names it.
import { leadsElsewhere } from './site-path';

const HERE = 'http://here.invalid';

/** A page of the web, or a file of this site as browsers follow it: to them `/\elsewhere` is another host. */
export function isPictureAddress(address: string): boolean {
  if (!address.startsWith('/')) return /^https?:\/\//i.test(address) && URL.canParse(address);
  if (/[\\\p{Cc}]/u.test(address) || !URL.canParse(address, HERE)) return false;
  const { origin, pathname } = new URL(address, HERE);
  return origin === HERE && !leadsElsewhere(pathname);
}
