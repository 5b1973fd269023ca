// Publishes scheduled drafts that are due.
import type { AppContext } from '~/platform/context';
import { selectCacheStates } from './cache-state-repo.server';
import { DUE_BATCH_SIZE, publishDue } from './publish-due-repo.server';
import { purgeArticleCache } from './purge-article-cache.server';

/**
 * Publishes every draft whose scheduled time has passed, exactly once even with concurrent runs, and purges
 * the pages that now show it.
 * @returns the number of published articles
 */
export async function publishDueArticles(ctx: AppContext): Promise<number> {
  const { db } = ctx;
  let total = 0;
  for (;;) {
    const published = await db.writeOne(publishDue(db.build, ctx.clock.now()));
    const ids = published.rows.map(({ id }) => id);
    if (ids.length > 0) await purgeArticleCache(ctx, [], await db.read(selectCacheStates(db.build, ids)));
    total += ids.length;
    if (ids.length < DUE_BATCH_SIZE) return total;
  }
}
