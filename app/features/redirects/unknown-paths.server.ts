// Records paths that readers requested but don't exist.
import { callerKey } from '~/lib/caller-key';
import { toLoggedPath } from '~/lib/logged-path';
import type { AppContext } from '~/platform/context';
import { deleteOldUnknownPaths, upsertUnknownPath } from './unknown-paths-repo.server';

const MAX_PATH_LENGTH = 300;
const MAX_REFERRER_LENGTH = 300;

/**
 * File names with an extension. HTML files are kept, because old links use them; the rest is mostly
 * vulnerability scanning.
 */
const FILE = /\.(?!html?$)[^/.]*$/i;
const SCANNED =
  /^\/(wp-|cgi-bin|vendor\/|phpmyadmin|api\/|cdn-cgi\/)|\/\.|\.php|[<>"'{}$|;*]|%(00|0a|0d|3c|3e|22|27|2e|7b)/i;

/** False for files, long paths, paths with a secret and paths that only vulnerability scanners request. */
function isWorthStoring(path: string): boolean {
  return path.length <= MAX_PATH_LENGTH && !FILE.test(path) && !SCANNED.test(path) && !isSecret(path);
}

/**
 * Origin and path of the referring page, without its query, which can contain personal data. The origin alone if
 * the path contains a secret; null if missing or invalid.
 */
function toReferrer(header: string | null): string | null {
  if (!header || !URL.canParse(header)) return null;
  const { origin, pathname, protocol } = new URL(header);
  if (!/^https?:$/.test(protocol)) return null;
  return isSecret(pathname) ? origin : (origin + pathname).slice(0, MAX_REFERRER_LENGTH);
}

const isSecret = (path: string) => path !== toLoggedPath(path);

type UnknownPathContext = Pick<AppContext, 'db' | 'limits' | 'log' | 'request' | 'waitUntil'>;

/** Logs the path and stores it after the response, within the client's rate limit. */
export function noteUnknownPath(ctx: UnknownPathContext, path: string): void {
  const referrer = toReferrer(ctx.request.referrer);
  ctx.log.write({ event: 'unknown_path', path: toLoggedPath(path), referrer });
  if (isWorthStoring(path)) ctx.waitUntil(store(ctx, path, referrer));
}

async function store(ctx: UnknownPathContext, path: string, referrer: string | null): Promise<void> {
  const { db, limits, log, request } = ctx;
  try {
    if (!(await limits.unknownPaths.allow(callerKey(request.address)))) return;
    await db.write(upsertUnknownPath(db.build, path, referrer), deleteOldUnknownPaths(db.build));
  } catch (error) {
    log.write({ event: 'inessential_failed', what: 'unknown paths', reason: String(error) });
  }
}
