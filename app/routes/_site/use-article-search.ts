// Searching while the reader types: 300 ms after the last key, and only the newest question is answered.
import { useEffect, useState } from 'react';
import type { ArticleCard } from '~/features/articles/article-view';
import { SEARCH_DEBOUNCE_MS, SEARCH_MIN_LENGTH } from '~/features/search/search-query';

export interface ArticleSearch {
  state: 'short' | 'pending' | 'done';
  /** The query that `articles` answer; the one before while pending. */
  query: string;
  articles: ArticleCard[];
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

/** A failure is only logged: the reader sees that nothing was found. */
async function searchArticles(query: string, signal: AbortSignal): Promise<ArticleCard[]> {
  try {
    const response = await fetch(`/api/search?q=${encodeURIComponent(query)}&view=card`, { signal });
    if (!response.ok) throw new Error(`search answered ${response.status}`);
    const body: { articles: ArticleCard[] } = await response.json();
    return body.articles;
  } catch (error) {
    if (!signal.aborted) console.error('search failed', error);
    return [];
  }
}
