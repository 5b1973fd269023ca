// Searches published articles.
import {
  type ArticleCardView,
  type PublicArticle,
  toArticleCard,
  toPublicArticle,
  type ViewSettings,
} from '~/features/articles/public/article-view';
import { articleTag, SEARCH_TAG } from '~/features/cache-tags/cache-tags';
import { blockedHostsOf, getSiteSettings } from '~/features/settings/settings.server';
import type { AppContext } from '~/platform/context';
import { SEARCH_RESULTS, searchState, toSearchQuery } from './search-query';
import { type SearchRow, selectMatches, selectMatchesWithContent } from './search-repo.server';

type SearchContext = Pick<AppContext, 'db' | 'config' | 'page'>;

/** Up to 20 published articles that contain the text, newest first; empty for fewer than 2 characters. */
export async function searchCards(ctx: SearchContext, text: string): Promise<ArticleCardView[]> {
  const { rows, view } = await search(ctx, text, false);
  return rows.map((row) => toArticleCard({ ...row, publishDate: new Date(row.publishDate) }, view));
}

/** Like `searchCards`, but in the specification's public view, with content and tags. */
export async function searchPublicArticles(ctx: SearchContext, text: string): Promise<PublicArticle[]> {
  const { rows, view } = await search(ctx, text, true);
  return rows.map((row) =>
    toPublicArticle(
      { ...row, publishDate: new Date(row.publishDate), content: row.content ?? '', tags: row.tags ?? [] },
      view,
    ),
  );
}

async function search(
  ctx: SearchContext,
  text: string,
  withContent: boolean,
): Promise<{ rows: SearchRow[]; view: ViewSettings }> {
  const query = toSearchQuery(text);
  const select = withContent ? selectMatchesWithContent : selectMatches;
  ctx.page.tag(SEARCH_TAG);
  const [settings, found] = await Promise.all([
    getSiteSettings(ctx),
    searchState(query) === 'done'
      ? ctx.db.readOptional('search', select(ctx.db.build, { query, limit: SEARCH_RESULTS }), null)
      : null,
  ]);
  const rows = found?.rows ?? [];
  for (const row of rows) ctx.page.tag(articleTag(row.id));
  return { rows, view: { timeZone: settings.timeZone, blockedImageHosts: blockedHostsOf(settings, ctx) } };
}
