// Counts and removes the demo data.
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { WHOLE_SITE } from '~/features/cache-tags/cache-tags';
import { deleteUnusedFiles } from '~/features/media/media-library.server';
import type { AppContext } from '~/platform/context';
import { countDemoRows, lockDemo, removeDemoRows, selectDemoMedia, selectHasDemo } from './demo-repo.server';

/** Demo rows by table name, without tables that have none, and how many of them stay because they were edited. */
export async function listDemoRows({
  db,
}: Pick<AppContext, 'db'>): Promise<{ kind: string; count: number; edited: number }[]> {
  const { rows } = await db.read(countDemoRows(db.build));
  return rows.filter(({ count }) => count > 0);
}

/** Whether the demo has not been removed yet. */
export async function hasDemo({ db }: Pick<AppContext, 'db'>): Promise<boolean> {
  return (await db.read(selectHasDemo(db.build))).rows[0]?.found ?? false;
}

/**
 * Removes the demo in one transaction and empties the page cache. Edited rows stay in the tables that record
 * edits. Files that cannot be deleted are logged; nothing refers to them.
 */
export async function removeDemo(
  ctx: Pick<AppContext, 'db' | 'request' | 'files' | 'log' | 'pageCache'>,
  actor: Actor,
): Promise<void> {
  const { db } = ctx;
  const { rows } = await db.read(selectDemoMedia(db.build));
  await db.write(
    lockDemo(db.build),
    ...removeDemoRows(db.build, actor.userId),
    auditLine(ctx, { event: 'demo_removed', actorId: actor.userId }),
  );
  await ctx.pageCache.purge(WHOLE_SITE);
  try {
    await deleteUnusedFiles(
      ctx,
      rows.map(({ key }) => key),
    );
  } catch (error) {
    ctx.log.write({ event: 'failure', where: 'demo images', reason: String(error) });
  }
}
