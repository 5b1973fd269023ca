// Which of the paths that nobody finds are worth an editor's look.

const LONGEST_PATH = 300;
const LONGEST_REFERRER = 300;

/** Names with an ending are files, of which only old pages interest; the rest is looking for holes. */
const FILE = /\.(?!html?$)[^/.]*$/i;
const SCANNED =
  /^\/(wp-|cgi-bin|vendor\/|phpmyadmin|api\/|cdn-cgi\/)|\/\.|\.php|[<>"'{}$|;*]|%(00|0a|0d|3c|3e|22|27|2e|7b)/i;

/** False for files, for what is too long to be an address, and for paths that only machines ask for. */
export function isWorthKeeping(path: string): boolean {
  return path.length <= LONGEST_PATH && !FILE.test(path) && !SCANNED.test(path);
}

/** Origin and path of a referring page: its query is nobody's business. Null for none, or one that is no address. */
export function toReferrer(header: string | null): string | null {
  if (!header || !URL.canParse(header)) return null;
  const { origin, pathname, protocol } = new URL(header);
  return /^https?:$/.test(protocol) ? (origin + pathname).slice(0, LONGEST_REFERRER) : null;
}
