// The most read articles: refreshed by a cron task, shown on the home page and on articles if the settings say so.
import { cardColumns, isPublic } from 'db/public-articles';
import { reusable } from 'db/reusable';
import { articles, authors } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { mostRead } from 'db/schema/readership';
import { settings } from 'db/schema/site';
import { and, eq, sql } from 'drizzle-orm';
import { articleTag, READERSHIP_TAG } from '~/features/cache-tags/cache-tags';
import type { AppContext, Database } from '~/platform/context';
import { MOST_READ_SHOWN, READERSHIP_KEY } from './readership-settings';
import { getReadershipSettings } from './readership-settings.server';

type Build = Database['build'];

/** Cards of the most read articles; none if the settings do not show them. */
export const selectMostRead = reusable((build: Build) =>
  build
    .select(cardColumns)
    .from(mostRead)
    .innerJoin(articles, and(eq(articles.id, mostRead.articleId), isPublic))
    .leftJoin(categories, eq(categories.id, articles.categoryId))
    .leftJoin(authors, eq(authors.id, articles.authorId))
    .where(
      sql`exists (select from ${settings} s where s.key = ${READERSHIP_KEY} and (s.value ->> 'showMostRead')::boolean)`,
    )
    .orderBy(mostRead.place)
    .limit(MOST_READ_SHOWN),
);

/**
 * Ranks the articles by engaged time of the last seven days, and marks those that are popular if the settings let them be
 * computed. Purges the pages on which this changes something.
 * @returns how many articles became or ceased to be popular, plus one if the order changed
 */
export async function refreshMostRead(ctx: Pick<AppContext, 'db' | 'pageCache'>): Promise<number> {
  const { db } = ctx;
  const { popular, popularCount, showMostRead } = await getReadershipSettings(ctx);
  const count = popular === 'computed' ? popularCount : 0;
  const { rows } = await db.writeOne(
    db.build.execute<{ ids: string[]; isOther: boolean }>(sql`
      select article_ids as ids, is_other as "isOther"
      from refresh_most_read(${Math.max(MOST_READ_SHOWN, count)}::int, ${count}::int)`),
  );
  const { ids = [], isOther = false } = rows[0] ?? {};
  const tags = [...ids.map(articleTag), ...(isOther && showMostRead ? [READERSHIP_TAG] : [])];
  if (tags.length > 0) await ctx.pageCache.purge(tags);
  return ids.length + Number(isOther);
}
