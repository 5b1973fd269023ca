// The Trash: deleted articles are kept for 30 days and then deleted permanently.
import { NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { endOfTrash } from '../article';
import { ARTICLE_GONE, authorOnly, type Writer } from '../own-articles';
import {
  erase,
  eraseOld,
  eraseOldRevisions,
  eraseRevisions,
  REVISION_BATCH_SIZE,
  restore,
  TRASH_BATCH_SIZE,
  trash,
} from '../revisions/article-changes-repo.server';
import { selectCacheStates } from './cache-state-repo.server';
import { purgeArticleCache } from './purge-article-cache.server';

type TrashContext = Pick<AppContext, 'db' | 'pageCache' | 'request'>;

const NOT_IN_TRASH = 'This article is no longer in the Trash. It was restored or permanently deleted.';
/** Limit per cron run: 4,000 articles, or 10,000 revisions. The next run continues. */
const MAX_BATCHES = 20;

/**
 * Moves articles to the Trash. Authors can only delete their own drafts.
 * @returns the ids of the moved articles, without those that were already in the Trash
 * @throws NotFoundError if none could be moved
 */
export function deleteArticles(ctx: TrashContext, actor: Writer, ids: readonly string[]): Promise<string[]> {
  return move(ctx, actor, ids, trash, ARTICLE_GONE);
}

/**
 * Restores articles from the Trash with their previous status.
 * @returns the ids of the restored articles
 * @throws NotFoundError if none was in the Trash
 */
export function restoreArticles(ctx: TrashContext, actor: Writer, ids: readonly string[]): Promise<string[]> {
  return move(ctx, actor, ids, restore, NOT_IN_TRASH);
}

/**
 * Permanently deletes articles that are in the Trash.
 * @throws NotFoundError if none was in the Trash
 */
export async function eraseArticles(
  ctx: TrashContext,
  actor: Writer,
  ids: readonly string[],
): Promise<string[]> {
  const by = changerOf(ctx, actor);
  while (await eraseBatch(ctx, eraseRevisions(ctx.db.build, ids, by)));
  return move(ctx, actor, ids, erase, ARTICLE_GONE);
}

type Erasing = ReturnType<typeof eraseRevisions>;

/** Deletes one batch of revisions. True if more may remain. */
async function eraseBatch({ db }: Pick<AppContext, 'db'>, batch: Erasing): Promise<boolean> {
  const { rows } = await db.writeOne(batch);
  return rows.some(({ total }) => total === REVISION_BATCH_SIZE);
}

function changerOf(ctx: TrashContext, actor: Writer) {
  return { userId: actor.userId, address: ctx.request.address, ownerId: authorOnly(actor) };
}

async function move(
  ctx: TrashContext,
  actor: Writer,
  ids: readonly string[],
  change: typeof trash,
  ifNone: string,
): Promise<string[]> {
  const { db } = ctx;
  const by = changerOf(ctx, actor);
  const { before, moved, after } = await db.writeBatch({
    before: selectCacheStates(db.build, ids),
    moved: change(db.build, ids, by),
    after: selectCacheStates(db.build, ids),
  });
  if (moved.rows.length === 0) throw new NotFoundError(ifNone);
  await purgeArticleCache(ctx, before, after);
  return moved.rows.map(({ id }) => id);
}

/**
 * Cron task: permanently deletes articles that have been in the Trash for more than 30 days. They are on no
 * public page, so nothing is purged.
 * @returns the number of deleted articles
 */
export async function eraseOldTrash(ctx: Pick<AppContext, 'db' | 'clock'>): Promise<number> {
  const { db, clock } = ctx;
  const by = { userId: null, address: null };
  const before = endOfTrash(clock.now());
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    if (await eraseBatch(ctx, eraseOldRevisions(db.build, before))) continue;
    const erased = await db.writeOne(eraseOld(db.build, before, by));
    total += erased.rows.length;
    if (erased.rows.length < TRASH_BATCH_SIZE) break;
  }
  return total;
}
