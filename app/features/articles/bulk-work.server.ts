// What is done to many articles at once: one transaction each, and the pages that show them are purged.
import { ConstraintError, InvalidError, NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import type { ArticleStatus } from './article-status';
import { type Changer, setCategory, setStatus } from './changes-repo.server';
import { purgeTouched } from './purge-touched.server';
import { selectStandings } from './standings-repo.server';

type BulkContext = Pick<AppContext, 'db' | 'pages' | 'request'>;
type Change = (build: AppContext['db']['build'], by: Changer) => ReturnType<typeof setStatus>;

/**
 * Publishes, archives or withdraws articles. Publishing a draft that waits for its moment publishes it now.
 * @returns how many of them there are, whether they had that status already or not
 * @throws NotFoundError when there are none
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
 * @param categoryId null takes them out of their categories
 * @throws InvalidError when there is no such category, NotFoundError when there are no such articles
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
    const message = 'There is no such category any more.';
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
  const [before, , after] = await db.write(
    selectStandings(db.build, ids),
    change(db.build, { userId, address: ctx.request.address }),
    selectStandings(db.build, ids),
  );
  const there = after.filter(({ deletedAt }) => deletedAt === null);
  if (there.length === 0) throw new NotFoundError('There are no such articles any more.');
  await purgeTouched(ctx, before, after);
  return there.length;
}
