// The Trash: deleted articles wait there for 30 days, then they go for good.
import { NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { erase, eraseOld, OLD_TRASH_AT_ONCE, restore, trash } from './changes-repo.server';
import { authorOnly, type Writer } from './own-articles';
import { purgeTouched } from './purge-touched.server';
import { selectStandings } from './standings-repo.server';
import { endOfTrash } from './trash-time';

type TrashContext = Pick<AppContext, 'db' | 'pages' | 'request'>;

const GONE = 'There is no such article any more.';
const NOT_IN_TRASH = 'It is not in the Trash any more: restored already, or deleted for good.';
/** A cron trigger's share: 4,000 articles. The next one goes on. */
const MOST_ROUNDS = 20;

/**
 * Moves articles into the Trash; of an author's those that are theirs and drafts.
 * @returns the ids of those that went; who asks twice gets them once
 * @throws NotFoundError when none of them was there to delete
 */
export function deleteArticles(ctx: TrashContext, actor: Writer, ids: readonly string[]): Promise<string[]> {
  return move(ctx, actor, ids, trash, GONE);
}

/**
 * Takes articles out of the Trash, with the status they had.
 * @returns the ids of those that came back
 * @throws NotFoundError when none of them was in the Trash
 */
export function restoreArticles(ctx: TrashContext, actor: Writer, ids: readonly string[]): Promise<string[]> {
  return move(ctx, actor, ids, restore, NOT_IN_TRASH);
}

/**
 * Deletes articles for good. They must be in the Trash.
 * @throws NotFoundError when none of them was there
 */
export function eraseArticles(ctx: TrashContext, actor: Writer, ids: readonly string[]): Promise<string[]> {
  return move(ctx, actor, ids, erase, GONE);
}

async function move(
  ctx: TrashContext,
  actor: Writer,
  ids: readonly string[],
  change: typeof trash,
  ifNone: string,
): Promise<string[]> {
  const { db } = ctx;
  const by = { userId: actor.userId, address: ctx.request.address, ownerId: authorOnly(actor) };
  const [before, moved, after] = await db.write(
    selectStandings(db.build, ids),
    change(db.build, ids, by),
    selectStandings(db.build, ids),
  );
  if (moved.rows.length === 0) throw new NotFoundError(ifNone);
  await purgeTouched(ctx, before, after);
  return moved.rows.map(({ id }) => id);
}

/**
 * For the clock: deletes for good what has been in the Trash for more than 30 days. No reader sees any of it, so no page
 * is purged.
 * @returns how many went
 */
export async function eraseOldTrash(ctx: Pick<AppContext, 'db' | 'clock'>): Promise<number> {
  const { db, clock } = ctx;
  const by = { userId: null, address: null };
  const before = endOfTrash(clock.now());
  let total = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const [gone] = await db.write(eraseOld(db.build, before, by));
    total += gone.rows.length;
    if (gone.rows.length < OLD_TRASH_AT_ONCE) break;
  }
  return total;
}
