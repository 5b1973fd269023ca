// Cache tags of the pages that an article change affects. Every feature that writes articles purges these.

import {
  ALL_ARTICLES_TAG,
  articleTag,
  authorTag,
  categoryTag,
  SEARCH_TAG,
  SITE_LAYOUT_TAG,
  SITEMAP_TAG,
  tagTag,
} from '~/features/cache-tags/cache-tags';

/** The properties that decide which pages show an article. */
export interface ArticleCacheState {
  id: string;
  isPublic: boolean;
  isFeatured: boolean;
  isPopular: boolean;
  /** Milliseconds since 1970. */
  publishDate: number;
  categorySlug: string | null;
  authorSlug: string | null;
  coauthorSlugs: readonly string[];
  tagSlugs: readonly string[];
}

/**
 * Cache tags to purge. A text change affects pages that show the article, searches and sitemaps. A change of
 * the other properties also affects lists, because other articles can move up. A change of the counts in the
 * footer affects every page.
 * @param before null for a new article
 * @param after null for a permanently deleted article
 */
export function listChangedTags(before: ArticleCacheState | null, after: ArticleCacheState | null): string[] {
  const shown = [before, after].filter((state) => state !== null).filter(({ isPublic }) => isPublic);
  const [first] = shown;
  if (!first) return [];
  const tags = new Set([articleTag(first.id), SEARCH_TAG, SITEMAP_TAG]);
  if (shown.length === 2 && before && after && isSameCacheState(before, after)) return [...tags];
  tags.add(ALL_ARTICLES_TAG);
  for (const state of shown) {
    if (state.categorySlug) tags.add(categoryTag(state.categorySlug));
    if (state.authorSlug) tags.add(authorTag(state.authorSlug));
    for (const author of state.coauthorSlugs) tags.add(authorTag(author));
    for (const tag of state.tagSlugs) tags.add(tagTag(tag));
  }
  const isCountedElsewhere = before?.categorySlug !== after?.categorySlug || !hasSameTags(before, after);
  if (shown.length === 1 || isCountedElsewhere) tags.add(SITE_LAYOUT_TAG);
  return [...tags];
}

function isSameCacheState(a: ArticleCacheState, b: ArticleCacheState): boolean {
  return (
    a.isFeatured === b.isFeatured &&
    a.isPopular === b.isPopular &&
    a.publishDate === b.publishDate &&
    a.categorySlug === b.categorySlug &&
    a.authorSlug === b.authorSlug &&
    hasSame(a.coauthorSlugs, b.coauthorSlugs) &&
    hasSameTags(a, b)
  );
}

/** In any order. */
const hasSame = (a: readonly string[], b: readonly string[]) => [...a].sort().join() === [...b].sort().join();

const hasSameTags = (a: ArticleCacheState | null, b: ArticleCacheState | null) =>
  hasSame(a?.tagSlugs ?? [], b?.tagSlugs ?? []);
