// Changes many articles in one transaction and purges the cached pages that show them.
import { ConstraintError, InvalidError, NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import type { ArticleStatus } from '../article';
import { selectCacheStates } from '../publishing/cache-state-repo.server';
import { purgeArticleCache } from '../publishing/purge-article-cache.server';
import { type Changer, setCategory, setStatus } from '../revisions/article-changes-repo.server';

type BulkContext = Pick<AppContext, 'db' | 'pageCache' | 'request'>;
type Change = (build: AppContext['db']['build'], by: Changer) => ReturnType<typeof setStatus>;

/**
 * Sets the status of articles. Publishing a scheduled draft publishes it immediately.
 * @returns how many articles exist, including those that already had the status
 * @throws NotFoundError if none exists
 */
export function assignStatus(
  ctx: BulkContext,
  actor: { userId: string },
  ids: readonly string[],
  status: ArticleStatus,
): Promise<number> {
  return changeAll(ctx, actor, ids, (build, by) => setStatus(build, ids, status, by));
}

/**
 * @param categoryId null removes the category
 * @throws InvalidError if the category doesn't exist, NotFoundError if no article exists
 */
export async function assignCategory(
  ctx: BulkContext,
  actor: { userId: string },
  ids: readonly string[],
  categoryId: string | null,
): Promise<number> {
  try {
    return await changeAll(ctx, actor, ids, (build, by) => setCategory(build, ids, categoryId, by));
  } catch (error) {
    if (!(error instanceof ConstraintError) || error.kind !== 'reference') throw error;
    const message = 'This category no longer exists.';
    throw InvalidError.at('categoryId', message);
  }
}

async function changeAll(
  ctx: BulkContext,
  { userId }: { userId: string },
  ids: readonly string[],
  change: Change,
): Promise<number> {
  const { db } = ctx;
  const { before, after } = await db.writeBatch({
    before: selectCacheStates(db.build, ids),
    changed: change(db.build, { userId, address: ctx.request.address }),
    after: selectCacheStates(db.build, ids),
  });
  const existing = after.filter(({ deletedAt }) => deletedAt === null);
  if (existing.length === 0) throw new NotFoundError('These articles no longer exist.');
  await purgeArticleCache(ctx, before, after);
  return existing.length;
}
