// Purges the cached pages affected by article changes.

import {
  ALL_ARTICLES_TAG,
  articleTag,
  SEARCH_TAG,
  SITE_LAYOUT_TAG,
  SITEMAP_TAG,
} from '~/features/cache-tags/cache-tags';
import type { AppContext } from '~/platform/context';
import { type ArticleCacheState, listChangedTags } from './article-cache-tags';
import type { CacheStateRow } from './cache-state-repo.server';

/**
 * A change of more articles affects nearly every page, so tags for all pages are purged instead of one tag
 * per article.
 */
const MAX_ARTICLE_TAGS = 300;

/**
 * Purges the pages that show any of these articles, after a change that affects no lists. Sends one purge
 * request.
 */
export async function purgeArticleText(
  ctx: Pick<AppContext, 'pageCache'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const shown = ids.length > MAX_ARTICLE_TAGS ? [SITE_LAYOUT_TAG, ALL_ARTICLES_TAG] : ids.map(articleTag);
  await ctx.pageCache.purge([...shown, SEARCH_TAG, SITEMAP_TAG]);
}

/**
 * Purges the pages affected by a change.
 * @param before rows from `selectCacheStates` before the change; new articles are
 * missing
 * @param after rows from `selectCacheStates` after it; permanently deleted articles are missing
 */
export async function purgeArticleCache(
  ctx: Pick<AppContext, 'pageCache'>,
  before: readonly CacheStateRow[],
  after: readonly CacheStateRow[],
): Promise<void> {
  const were = new Map(before.map((row) => [row.id, toCacheState(row)]));
  const are = new Map(after.map((row) => [row.id, toCacheState(row)]));
  const tags = new Set<string>();
  for (const id of new Set([...were.keys(), ...are.keys()])) {
    for (const tag of listChangedTags(were.get(id) ?? null, are.get(id) ?? null)) tags.add(tag);
  }
  if (tags.size > 0) await ctx.pageCache.purge([...tags]);
}

function toCacheState({ status, deletedAt, publishDate, ...row }: CacheStateRow): ArticleCacheState {
  return {
    ...row,
    isPublic: status === 'published' && deletedAt === null,
    publishDate: publishDate.getTime(),
  };
}
