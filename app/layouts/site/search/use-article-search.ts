// Searches while the reader types: 300 ms after the last input. Only the newest query's answer is used.
import { useEffect, useState } from 'react';
import type { ArticleCardView } from '~/features/articles/public/article-view';
import { SEARCH_DEBOUNCE_MS, SEARCH_MIN_LENGTH } from '~/features/search/search-query';

export interface ArticleSearch {
  state: 'short' | 'pending' | 'done';
  /** The query of `articles`; the previous one while a search is pending. */
  query: string;
  articles: ArticleCardView[];
}

const NOTHING = { query: '', articles: [] };

export function useArticleSearch(typed: string): ArticleSearch {
  const wanted = typed.trim();
  const [answer, setAnswer] = useState<Omit<ArticleSearch, 'state'>>(NOTHING);

  useEffect(() => {
    if (wanted.length < SEARCH_MIN_LENGTH) return setAnswer(NOTHING);
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const articles = await searchArticles(wanted, abort.signal);
      if (!abort.signal.aborted) setAnswer({ query: wanted, articles });
    }, SEARCH_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [wanted]);

  if (wanted.length < SEARCH_MIN_LENGTH) return { state: 'short', ...NOTHING };
  return { state: answer.query === wanted ? 'done' : 'pending', ...answer };
}

/** Errors are only logged; the reader sees an empty result. */
async function searchArticles(query: string, signal: AbortSignal): Promise<ArticleCardView[]> {
  try {
    const response = await fetch(`/api/search?q=${encodeURIComponent(query)}&view=card`, { signal });
    if (!response.ok) throw new Error(`search answered ${response.status}`);
    const body: { articles: ArticleCardView[] } = await response.json();
    return body.articles;
  } catch (error) {
    if (!signal.aborted) console.error('search failed', error);
    return [];
  }
}
