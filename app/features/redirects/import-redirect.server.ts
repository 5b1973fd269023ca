// Creates redirects from the URLs that imported content had on its previous site.
import type { AppContext, Statement } from '~/platform/context';
import { toSlugAddress } from './former-address';
import { insertRedirectTo } from './manage-redirects-repo.server';
import { isOwnAddress, toFromPath } from './redirect-address';

const MAX_PATH_LENGTH = 1_000;

/**
 * The statement that redirects `path` to the target, for the transaction that creates the target. Null if
 * `path` is invalid or belongs to a built-in page.
 */
export function redirectFrom(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  path: string,
  target: { kind: 'articles' | 'pages'; id: string },
  actorId: string | null,
): Statement<unknown> | null {
  const fromPath = toFromPath(path, config.siteUrl);
  if (fromPath === null || fromPath.length > MAX_PATH_LENGTH || isOwnAddress(fromPath)) return null;
  return insertRedirectTo(db.build, fromPath, target, actorId, toSlugAddress(fromPath));
}
