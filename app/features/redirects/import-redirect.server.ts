// Redirects from the addresses that things had on another site.
import type { AppContext, Statement } from '~/platform/context';
import { toSlugAddress } from './former-address';
import { insertRedirectTo } from './manage-redirects-repo.server';
import { isOwnAddress, toFromPath } from './redirect-address';

const LONGEST_PATH = 1_000;

/**
 * The statement that leads readers on from `path`, for the transaction that makes the target. Null for a path that no
 * redirect can lead on from: it is a page of the product itself.
 */
export function redirectFrom(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  path: string,
  target: { kind: 'articles' | 'pages'; id: string },
  actorId: string | null,
): Statement<unknown> | null {
  const fromPath = toFromPath(path, config.siteUrl);
  if (fromPath === null || fromPath.length > LONGEST_PATH || isOwnAddress(fromPath)) return null;
  return insertRedirectTo(db.build, fromPath, target, actorId, toSlugAddress(fromPath));
}
