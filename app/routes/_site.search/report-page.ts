// Reports the search that the page shows, and the articles that are opened from it. Loaded after the page.
import type { SearchQuery } from '~/features/search/search-query';
import { reportFinishedSearch, reportSearch } from '~/features/search/ui/report-search';
import { hasSearchFilters } from './clear-filters';

const RIGHT_BUTTON = 2;
const ARTICLE_LINK = '.search-page a[href^="/article/"]';

/**
 * A search with filters, or for exactly what was typed, says nothing about what the magazine has for these words, so only the opened
 * articles are reported. Returns a function that stops listening.
 */
export function reportPage(query: SearchQuery, total: number): () => void {
  if (!hasSearchFilters(query) && !query.isExact) reportFinishedSearch(query.text, total);
  const reportOpened = ({ target, button }: MouseEvent) => {
    const link = target instanceof Element && target.closest(ARTICLE_LINK);
    if (link instanceof HTMLAnchorElement && button !== RIGHT_BUTTON)
      reportSearch({ query: query.text, opened: link.pathname.slice('/article/'.length) });
  };
  // The middle button, which opens a new tab, sends `auxclick`.
  const events = ['click', 'auxclick'] as const;
  for (const event of events) document.addEventListener(event, reportOpened);
  return () => {
    for (const event of events) document.removeEventListener(event, reportOpened);
  };
}
