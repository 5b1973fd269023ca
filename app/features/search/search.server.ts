// Searches published articles. Pages, the dialog and the API use only these functions, so that another search engine could
// replace the database (docs/decisions/0003-search.md).
import {
  type ArticleCardView,
  type PublicArticle,
  toArticleCard,
  toPublicArticle,
  type ViewSettings,
} from '~/features/articles/public/article-view';
import { articleTag, SEARCH_TAG } from '~/features/cache-tags/cache-tags';
import { CTAS_TAG } from '~/features/ctas/ctas.server';
import { blockedHostsOf, getSiteSettings } from '~/features/settings/settings.server';
import { callerKey } from '~/lib/caller-key';
import { TooManyError } from '~/lib/errors';
import { toSearchTerms } from '~/lib/search-terms';
import type { AppContext } from '~/platform/context';
import { formsIn } from './highlight';
import { SEARCH_RESULTS, type SearchQuery, searchState } from './search-query';
import { type SearchRow, selectMatches, selectMatchesWithContent, selectNamed } from './search-repo.server';
import { type DialogResults, type NamedMatch, NO_RESULTS, type SearchResults } from './search-view';

export type SearchContext = Pick<AppContext, 'db' | 'config' | 'page' | 'limits' | 'request'>;
type FoundRow = Exclude<SearchRow, { id: null }>;

/**
 * A page of 20 articles; nothing for fewer than 2 characters.
 * @param withFacets also counts categories, authors and years of all matches
 * @throws UnavailableError if the database is unavailable; TooManyError
 */
export async function searchCards(
  ctx: SearchContext,
  query: SearchQuery,
  { withFacets = false } = {},
): Promise<SearchResults> {
  await limitSearches(ctx, query.text);
  return search(ctx, query, selectMatches, withFacets, toCard);
}

/** Like `searchCards`, with the categories, tags, authors and pages whose names match the text, if these can be read. */
export async function searchWithNames(ctx: SearchContext, query: SearchQuery): Promise<DialogResults> {
  await limitSearches(ctx, query.text);
  const [results, named] = await Promise.all([
    search(ctx, query, selectMatches, false, toCard),
    searchNames(ctx, query.text),
  ]);
  return { ...results, named };
}

/** Like `searchCards`, but in the specification's public view, with content and tags. */
export async function searchPublicArticles(
  ctx: SearchContext,
  query: SearchQuery,
): Promise<SearchResults<PublicArticle>> {
  await limitSearches(ctx, query.text);
  // Blocks of the content show calls to action.
  ctx.page.tag(CTAS_TAG);
  return search(ctx, query, selectMatchesWithContent, false, (row, view) =>
    toPublicArticle({ ...dated(row), content: row.content ?? '', tags: row.tags ?? [] }, view),
  );
}

/** @throws TooManyError */
async function limitSearches({ limits, request }: SearchContext, text: string): Promise<void> {
  if (searchState(text) === 'done' && !(await limits.searches.allow(callerKey(request.address))))
    throw new TooManyError('Too many searches. Please wait a minute, then try again.', 60);
}

async function searchNames(ctx: SearchContext, text: string): Promise<NamedMatch[]> {
  if (searchState(text) !== 'done') return [];
  const named = await ctx.db.readOptional('search names', selectNamed(ctx.db.build, { text }), null);
  return (named?.rows ?? []).map(({ kind, name, path }) => ({ kind, name, path }));
}

async function search<Article>(
  ctx: SearchContext,
  query: SearchQuery,
  select: typeof selectMatches,
  withFacets: boolean,
  toView: (row: FoundRow, view: ViewSettings) => Article,
): Promise<SearchResults<Article>> {
  const { text, page, sort, category, author, year, isExact, isTyping } = query;
  ctx.page.tag(SEARCH_TAG);
  if (searchState(text) !== 'done') return NO_RESULTS;
  const options = {
    skip: (page - 1) * SEARCH_RESULTS,
    take: SEARCH_RESULTS,
    ...(sort === 'date' && { sort }),
    ...(isExact && { exact: true }),
    ...(isTyping && { typing: true }),
    ...(withFacets && { facets: true }),
  };
  const statement = select(ctx.db.build, {
    text,
    terms: JSON.stringify(toSearchTerms(text)),
    options: JSON.stringify(options),
    category,
    author,
    year,
  });
  const [settings, { rows }] = await Promise.all([getSiteSettings(ctx), ctx.db.read(statement)]);
  const [first] = rows;
  if (!first) return NO_RESULTS;
  const view = { timeZone: settings.timeZone, blockedImageHosts: blockedHostsOf(settings, ctx) };
  const found = rows.filter((row): row is FoundRow => row.id !== null);
  for (const { id } of found) ctx.page.tag(articleTag(id));
  return {
    found: found.map((row) => ({ article: toView(row, view), kind: row.kind, excerpt: row.excerpt })),
    total: first.total,
    isMore: first.isMore,
    corrected: first.corrected,
    // The known words include those of drafts. Return only words that occur in the results, so that a search
    // does not reveal the others.
    forms: formsIn(
      found.map(({ title, summary, excerpt }) => [title, summary, excerpt].join(' ')).join(' '),
      first.forms,
    ),
    facets: first.facets,
  };
}

const dated = (row: FoundRow) => ({ ...row, publishDate: new Date(row.publishDate) });
const toCard = (row: FoundRow, view: ViewSettings): ArticleCardView => toArticleCard(dated(row), view);
