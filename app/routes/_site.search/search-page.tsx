// The search page: results with filters and pages, each with a shareable URL.
import { Link } from '@remix-run/react';
import { useEffect } from 'react';
import { searchAddress } from '~/features/search/search-query';
import type { FoundCard, MatchKind, SearchPageData } from '~/features/search/search-view';
import { EmptyState } from '~/ui/empty-state';
import { Pagination } from '~/ui/pagination';
import { hasSearchFilters } from './clear-filters';
import { FoundList } from './found-list';
import { NoResults, PopularCategories } from './no-results';
import { SearchFilters } from './search-filters';
import { SearchFrame } from './search-frame';

export function SearchPage({ data }: { data: SearchPageData }) {
  const { query, state, found, total, corrected, facets } = data;
  const reportedText = state === 'done' ? query.text : '';
  const reportedTotal = hasSearchFilters(query) || query.isExact ? null : total;
  useEffect(() => {
    if (!reportedText) return;
    const stop = import('./report-page').then(({ reportPage }) => reportPage(reportedText, reportedTotal));
    return () => void stop.then((end) => end());
  }, [reportedText, reportedTotal]);
  return (
    <SearchFrame text={query.text}>
      <p className="search-page__state" role="status">
        {state === 'short' && 'Type at least 2 characters to search'}
        {state === 'done' && total === 0 && <span className="sr-only">No articles found</span>}
        {total > 0 && (
          <>
            {data.totalLabel} for <q>{corrected ?? query.text}</q>
          </>
        )}
      </p>
      {corrected && (
        <p className="search-page__corrected">
          Showing results for <strong>{corrected}</strong>.{' '}
          <Link className="link" to={searchAddress(query, { isExact: true })}>
            Search instead for {query.text}
          </Link>
        </p>
      )}
      {state !== 'done' && <PopularCategories />}
      {facets && (total > 0 || hasSearchFilters(query)) && (
        <SearchFilters query={query} facets={facets} hasResults={total > 0} />
      )}
      {state === 'done' && total === 0 && <NoResults query={query} closest={found} />}
      {total > 0 && <Results data={data} />}
    </SearchFrame>
  );
}

function Results({ data: { query, found, pageCount } }: { data: SearchPageData }) {
  // By date, the kinds are mixed.
  const groups = query.sort === 'date' && found.length > 0 ? [found] : groupByKind(found);
  return (
    <>
      {found.length === 0 && (
        <EmptyState title="No more articles" text={`These results end on page ${pageCount}.`}>
          <Link className="button button--quiet" to={searchAddress(query)}>
            Back to the First Page
          </Link>
        </EmptyState>
      )}
      {groups.map((articles, index) => (
        <div key={articles[0]?.slug}>
          {index > 0 && <h2 className="search-page__divider">{dividerOf(articles[0]?.kind, query.text)}</h2>}
          <FoundList articles={articles} level={index > 0 ? 3 : 2} isFirst={index === 0} />
        </div>
      ))}
      <Pagination
        page={query.page}
        pageCount={pageCount}
        hrefFor={(page) => searchAddress(query, { page })}
      />
    </>
  );
}

/** Neighbors of one kind together: the search returns one kind after another. */
function groupByKind(found: readonly FoundCard[]): FoundCard[][] {
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  return kinds.map((kind) => found.filter((card) => card.kind === kind));
}

function dividerOf(kind: MatchKind | undefined, text: string): string {
  return kind === 'some' ? 'Articles with some of these words' : `Articles that contain “${text}”`;
}
