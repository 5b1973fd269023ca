// Cron tasks of the search index. Changed articles are indexed when they are saved (db/functions/search.sql).
import { SEARCH_TAG } from '~/features/cache-tags/cache-tags';
import type { AppContext } from '~/platform/context';
import { countWords, indexRenamed } from './search-repo.server';

/** Long articles take a fifth of a second each. */
const BATCH_SIZE = 10;
const BATCHES_PER_RUN = 200;

type UpkeepContext = Pick<AppContext, 'db' | 'pageCache'>;

/** Indexes articles whose tags or category were renamed, and returns how many. */
export async function indexOutdated({ db, pageCache }: UpkeepContext): Promise<number> {
  let done = 0;
  for (let batch = 0; batch < BATCHES_PER_RUN; batch += 1) {
    const { rows } = await db.writeOne(indexRenamed(db.build, BATCH_SIZE));
    done += rows[0]?.done ?? 0;
    if (!rows[0]?.done) break;
  }
  if (done > 0) await pageCache.purge([SEARCH_TAG]);
  return done;
}

/** Counts how frequent each word is, which decides between spelling corrections. */
export async function countVocabulary({ db }: UpkeepContext): Promise<number> {
  await db.write(countWords(db.build));
  return 1;
}
