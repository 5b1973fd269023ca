// Creates redirects from the URLs that imported content had on its previous site.

import { toSlug } from '~/lib/slug';
import type { AppContext, Statement } from '~/platform/context';
import { insertRedirectTo, selectInUse } from './manage-redirects-repo.server';
import { isOwnAddress, toFromPath } from './redirect-address';

/**
 * The statement that redirects `path` to the target, for the transaction that creates the target. 'invalid' if
 * `path` is not a path or belongs to a built-in page, 'used' if it has a redirect or content, 'same' if it is the
 * target's path.
 * @param target.slug as in the imported data; `toSlug` is applied here
 */
export async function redirectFrom(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  path: string,
  target: { kind: 'articles' | 'pages'; id: string; slug: string },
  actorId: string | null,
): Promise<{ statement: Statement<unknown> } | 'invalid' | 'used' | 'same'> {
  const fromPath = toFromPath(path, config.siteUrl);
  if (fromPath === null || isOwnAddress(fromPath)) return 'invalid';
  const toPath = `/${target.kind === 'articles' ? 'article' : 'page'}/${toSlug(target.slug)}`;
  const { rows } = await db.read(selectInUse(db.build, { fromPath, toPath }));
  if (rows[0]?.used) return 'used';
  if (fromPath === toPath) return 'same';
  return { statement: insertRedirectTo(db.build, fromPath, target, actorId) };
}
