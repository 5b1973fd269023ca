// Reports the search that the page shows, and the articles that are opened from it. Loaded after the page.
import { reportFinishedSearch, reportSearch } from '~/features/search/ui/report-search';

/** Higher ones open a menu, or go back and forward. */
const MIDDLE_BUTTON = 1;
const ARTICLE_LINK = '.search-page a[href^="/article/"]';

/**
 * Returns a function that stops listening.
 * @param total null for a search with filters, or for exactly what was typed: it says nothing about what the magazine has for these
 * words, so only the opened articles are reported
 */
export function reportPage(query: string, total: number | null): () => void {
  if (total !== null) reportFinishedSearch(query, total);
  const reportOpened = ({ target, button }: MouseEvent) => {
    const link = target instanceof Element && target.closest(ARTICLE_LINK);
    if (link instanceof HTMLAnchorElement && button <= MIDDLE_BUTTON)
      reportSearch({ query, opened: link.pathname.slice('/article/'.length) });
  };
  // The middle button, which opens a new tab, sends `auxclick`.
  const events = ['click', 'auxclick'] as const;
  for (const event of events) document.addEventListener(event, reportOpened);
  return () => {
    for (const event of events) document.removeEventListener(event, reportOpened);
  };
}
