// Where a link that somebody typed may lead.
import { leadsElsewhere } from './site-path';

const HERE = 'http://here.invalid';

/**
 * A path of this site with its query and hash, or a whole address of one of the schemes (`https:`), in the spelling that
 * browsers follow. Null for anything else, and for what only looks like one of these.
 * @param siteUrl our own origin: its addresses become paths
 */
export function toLinkTarget(typed: string, siteUrl: string, schemes: readonly string[]): string | null {
  const text = typed.trim();
  // A name without a scheme would be a path of this site to a browser, and never what was meant.
  const isPath = text.startsWith('/');
  if (/[\s\\\p{Cc}]/u.test(text) || text.startsWith('//') || !(isPath || /^[a-z][a-z0-9+.-]*:/i.test(text)))
    return null;
  if (!URL.canParse(text, HERE)) return null;
  const url = new URL(text, HERE);
  if (isPath || url.origin === siteUrl) {
    const isHere = isPath ? url.origin === HERE : true;
    // Judged after the browser's own normalization: `/..//elsewhere` becomes `//elsewhere`.
    return isHere && !leadsElsewhere(url.pathname) ? url.pathname + url.search + url.hash : null;
  }
  if (url.username !== '' || url.password !== '') return null;
  return schemes.includes(url.protocol) ? url.href : null;
}
