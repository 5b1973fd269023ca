// Validates link targets that people type.
import { leadsElsewhere } from '../site-path';

const HERE = 'http://here.invalid';

/**
 * A path on this site with query and hash, or an absolute URL with one of the schemes (`https:`), as browsers
 * normalize it. Null for anything else.
 * @param siteUrl our own origin; its URLs become paths
 */
export function toLinkTarget(typed: string, siteUrl: string, schemes: readonly string[]): string | null {
  const text = typed.trim();
  // Browsers treat a name without a scheme as a path on this site, which is never intended.
  const isPath = text.startsWith('/');
  if (/[\s\\\p{Cc}]/u.test(text) || text.startsWith('//') || !(isPath || /^[a-z][a-z0-9+.-]*:/i.test(text)))
    return null;
  if (!URL.canParse(text, HERE)) return null;
  const url = new URL(text, HERE);
  if (isPath || url.origin === siteUrl) {
    const isHere = isPath ? url.origin === HERE : true;
    // Checked after normalization: `/..//example.com` becomes `//example.com`.
    return isHere && !leadsElsewhere(url.pathname) ? url.pathname + url.search + url.hash : null;
  }
  if (url.username !== '' || url.password !== '') return null;
  return schemes.includes(url.protocol) ? url.href : null;
}
