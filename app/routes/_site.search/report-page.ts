// Reports the search that the page shows, and the articles that are opened from it. Loaded after the page.
import { reportFinishedSearch, reportSearch } from '~/features/search/ui/report-search';

const ARTICLE_LINK = '.search-page a[href^="/article/"]';

/** Returns a function that stops listening. */
export function reportPage(query: string, total: number): () => void {
  reportFinishedSearch(query, total);
  const reportOpened = ({ target }: MouseEvent) => {
    const link = target instanceof Element && target.closest(ARTICLE_LINK);
    if (link instanceof HTMLAnchorElement)
      reportSearch({ query, opened: link.pathname.slice('/article/'.length) });
  };
  document.addEventListener('click', reportOpened);
  return () => document.removeEventListener('click', reportOpened);
}
