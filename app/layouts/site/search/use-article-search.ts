// Searches while the reader types: 300 ms after the last input. Only the newest query's answer is used.
import { useEffect, useState } from 'react';
import { SEARCH_DEBOUNCE_MS, SEARCH_MIN_LENGTH } from '~/features/search/search-query';
import { type DialogResults, NO_RESULTS } from '~/features/search/search-view';

export interface ArticleSearch {
  state: 'short' | 'pending' | 'done' | 'failed';
  /** The query of `results`; the previous one while a search is pending. */
  query: string;
  results: DialogResults;
}

const NOTHING: ArticleSearch = { state: 'short', query: '', results: { ...NO_RESULTS, named: [] } };

export function useArticleSearch(typed: string): ArticleSearch {
  const wanted = typed.trim();
  const [answer, setAnswer] = useState(NOTHING);

  useEffect(() => {
    if (wanted.length < SEARCH_MIN_LENGTH) return setAnswer(NOTHING);
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const found = await searchArticles(wanted, abort.signal);
      if (!abort.signal.aborted) setAnswer(found);
    }, SEARCH_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [wanted]);

  if (wanted.length < SEARCH_MIN_LENGTH) return NOTHING;
  return answer.query === wanted ? answer : { ...answer, state: 'pending' };
}

/** Errors are only logged; the reader sees an empty result. */
async function searchArticles(query: string, signal: AbortSignal): Promise<ArticleSearch> {
  try {
    const response = await fetch(`/api/search?q=${encodeURIComponent(query)}&view=card&typing=1`, { signal });
    if (!response.ok) throw new Error(`search answered ${response.status}`);
    return { state: 'done', query, results: await response.json() };
  } catch (error) {
    if (!signal.aborted) console.error('search failed', error);
    return { ...NOTHING, state: 'failed', query };
  }
}
