// Which cached pages a change of an article touches. Every feature that writes articles purges what this names.
import { CHROME_TAG } from '~/features/site/chrome-tag';
import {
  ALL_ARTICLES_TAG,
  articleTag,
  authorTag,
  categoryTag,
  SEARCH_TAG,
  SITEMAP_TAG,
  tagTag,
} from './page-tags';

/** What decides where an article shows. */
export interface ArticleStanding {
  id: string;
  isPublic: boolean;
  isFeatured: boolean;
  isPopular: boolean;
  /** Milliseconds since 1970. */
  publishDate: number;
  categorySlug: string | null;
  authorSlug: string | null;
  tagSlugs: readonly string[];
}

/**
 * Tags of the pages to purge. `before` is null for a new article, `after` for one that is gone for good. A change of
 * words touches the pages that show the article, searches and
 * sitemaps; a change of standing touches lists too, because
 * articles that are not on them may come up; the footer's counts touch every page.
 */
export function touchedPages(before: ArticleStanding | null, after: ArticleStanding | null): string[] {
  const shown = [before, after].filter((standing) => standing?.isPublic) as ArticleStanding[];
  const [first] = shown;
  if (!first) return [];
  const tags = new Set([articleTag(first.id), SEARCH_TAG, SITEMAP_TAG]);
  if (shown.length === 2 && before && after && sameStanding(before, after)) return [...tags];
  tags.add(ALL_ARTICLES_TAG);
  for (const standing of shown) {
    if (standing.categorySlug) tags.add(categoryTag(standing.categorySlug));
    if (standing.authorSlug) tags.add(authorTag(standing.authorSlug));
    for (const tag of standing.tagSlugs) tags.add(tagTag(tag));
  }
  if (shown.length === 1 || before?.categorySlug !== after?.categorySlug) tags.add(CHROME_TAG);
  return [...tags];
}

function sameStanding(a: ArticleStanding, b: ArticleStanding): boolean {
  return (
    a.isFeatured === b.isFeatured &&
    a.isPopular === b.isPopular &&
    a.publishDate === b.publishDate &&
    a.categorySlug === b.categorySlug &&
    a.authorSlug === b.authorSlug &&
    [...a.tagSlugs].sort().join() === [...b.tagSlugs].sort().join()
  );
}
