// After many articles got other words at once.
import { CHROME_TAG } from '~/features/site/chrome-tag';
import type { AppContext } from '~/platform/context';
import { ALL_ARTICLES_TAG, articleTag, SEARCH_TAG, SITEMAP_TAG } from './page-tags';

/** Beyond so many nearly every page shows one of them, and naming each would take longer than making the pages anew. */
const MOST_NAMED = 300;

/** Drops the cached pages that show any of them: one purge for all, so that the rest of the cache is left in peace. */
export async function purgeWords(ctx: Pick<AppContext, 'pages'>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const shown = ids.length > MOST_NAMED ? [CHROME_TAG, ALL_ARTICLES_TAG] : ids.map(articleTag);
  await ctx.pages.purge([...shown, SEARCH_TAG, SITEMAP_TAG]);
}
