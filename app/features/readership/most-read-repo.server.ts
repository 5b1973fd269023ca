// SQL for the most read articles.
import { cardColumns, cardsOf } from 'db/public-articles';
import { reusable } from 'db/reusable';
import { sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import { MOST_READ_SHOWN, type ReadershipSettings } from './readership-settings';

/** Cards of the most read articles; none if the settings do not show them. */
export const selectMostRead = reusable((build: Build) =>
  build.select(cardColumns).from(cardsOf(sql`shown_most_read(${MOST_READ_SHOWN})`)),
);

/** Ranks the articles again, and marks those that are popular if they are computed (db/functions/readership.sql). */
export function rankMostRead(build: Build, settings: Pick<ReadershipSettings, 'popular' | 'popularCount'>) {
  // The number of popular articles, including those that editors chose.
  const popular = settings.popular === 'computed' ? settings.popularCount : 0;
  const most = Math.max(MOST_READ_SHOWN, popular);
  return build.execute<{ ids: string[]; isOther: boolean }>(sql`
    select article_ids as ids, is_other as "isOther" from refresh_most_read(${most}::int, ${popular}::int)`);
}
