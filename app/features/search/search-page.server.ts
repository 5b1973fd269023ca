// What the search page shows. Matches are marked here, so that readers download no code for it.
import { toPageCard } from '~/features/articles/public/article-view';
import { type Highlight, makeHighlight } from './highlight';
import { type SearchContext, searchCards } from './search.server';
import { toShownText } from './search-excerpt';
import { SEARCH_RESULTS, type SearchQuery, searchState } from './search-query';
import { type MarkedText, type SearchPageData, totalLabel } from './search-view';

/** @throws UnavailableError if the database is unavailable; TooManyError */
export async function getSearchPage(ctx: SearchContext, query: SearchQuery): Promise<SearchPageData> {
  const results = await searchCards(ctx, query, { withFacets: true });
  const { total, corrected, facets, forms } = results;
  const found = results.found.map(({ article, kind, excerpt }) => {
    const highlight = makeHighlight(forms, kind === 'text' ? query.text : '');
    const summary = toShownText(article.summary, excerpt, highlight);
    const marked = { title: toMarked(article.title, highlight), summary: toMarked(summary, highlight) };
    return { ...toPageCard({ ...article, summary }), kind, marked };
  });
  return {
    query,
    state: searchState(query.text),
    total,
    totalLabel: totalLabel(results),
    pageCount: Math.ceil(total / SEARCH_RESULTS),
    corrected,
    facets,
    found,
  };
}

function toMarked(text: string, highlight: Highlight): MarkedText {
  const marked: MarkedText = [];
  for (const part of highlight(text)) {
    if (part.matched && marked.length === 0) marked.push('');
    marked.push(part.text);
  }
  return marked;
}
