// Searching published articles.
import { type ArticleCard, toArticleCard } from '~/features/articles/article-view';
import { ALL_ARTICLES_TAG, articleTag } from '~/features/articles/page-tags';
import { getSiteSettings } from '~/features/settings/settings.server';
import type { AppContext } from '~/platform/context';
import { SEARCH_RESULTS, searchState, toSearchQuery } from './search-query';
import { selectMatches } from './search-repo.server';

type SearchContext = Pick<AppContext, 'db' | 'config' | 'page'>;

export interface FoundArticle extends ArticleCard {
  /** Clean HTML; only where asked for. */
  content: string | null;
}

/**
 * Up to 20 published articles that contain the text, newest first; none for fewer than 2 characters.
 * `withContent` adds the articles' text, which a list of cards does not need.
 */
export async function searchArticles(
  ctx: SearchContext,
  text: string,
  { withContent = false } = {},
): Promise<FoundArticle[]> {
  const query = toSearchQuery(text);
  ctx.page.tag(ALL_ARTICLES_TAG);
  if (searchState(query) !== 'done') return [];
  const { db } = ctx;
  const [settings, found] = await Promise.all([
    getSiteSettings(ctx),
    db.readOptional('search', selectMatches(db.build, query, SEARCH_RESULTS, withContent), null),
  ]);
  const view = { timeZone: settings.timeZone, blockedImageHosts: ctx.config.blockedImageHosts };
  return (found?.rows ?? []).map((row) => {
    ctx.page.tag(articleTag(row.id));
    const card = toArticleCard({ ...row, publishDate: new Date(row.publishDate) }, view);
    return { ...card, content: row.content };
  });
}
