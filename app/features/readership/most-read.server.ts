// The most read articles: refreshed by a cron task, shown on the home page and on articles if the settings say so.
import { articleTag, READERSHIP_TAG } from '~/features/cache-tags/cache-tags';
import type { AppContext } from '~/platform/context';
import { rankMostRead, selectMostRead } from './most-read-repo.server';
import { getReadershipSettings } from './readership-settings.server';

/** Rows of the most read articles; none if the settings do not show them or they cannot be read. */
export function listMostRead(ctx: Pick<AppContext, 'db' | 'page'>) {
  ctx.page.tag(READERSHIP_TAG);
  return ctx.db.readOptional('most read articles', selectMostRead(ctx.db.build, {}), []);
}

/**
 * Ranks the articles by engaged time of the last seven days, and marks those that are popular if the settings let them be
 * computed. Purges the pages on which this changes something.
 * @returns how many articles became or ceased to be popular, plus one if the order changed
 */
export async function refreshMostRead(ctx: Pick<AppContext, 'db' | 'pageCache'>): Promise<number> {
  const { db } = ctx;
  const settings = await getReadershipSettings(ctx);
  const { rows } = await db.writeOne(rankMostRead(db.build, settings));
  const { ids = [], isOther = false } = rows[0] ?? {};
  const tags = [...ids.map(articleTag), ...(isOther && settings.showMostRead ? [READERSHIP_TAG] : [])];
  if (tags.length > 0) await ctx.pageCache.purge(tags);
  return ids.length + Number(isOther);
}
