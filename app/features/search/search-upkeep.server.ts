// Cron tasks of the search index. Changed articles are indexed when they are saved (db/functions/search.sql).
import { SEARCH_TAG } from '~/features/cache-tags/cache-tags';
import type { AppContext } from '~/platform/context';
import { countWords, indexRenamed } from './search-repo.server';

const ARTICLES_PER_RUN = 200;

type UpkeepContext = Pick<AppContext, 'db' | 'pageCache'>;

/** Indexes articles whose tags or category were renamed, and returns how many. */
export async function indexOutdated({ db, pageCache }: UpkeepContext): Promise<number> {
  const { rows } = await db.writeOne(indexRenamed(db.build, ARTICLES_PER_RUN));
  const done = rows[0]?.done ?? 0;
  if (done > 0) await pageCache.purge([SEARCH_TAG]);
  return done;
}

/** Counts how frequent each word is, which decides between spelling corrections. */
export async function countVocabulary({ db }: UpkeepContext): Promise<number> {
  await db.write(countWords(db.build));
  return 1;
}
