// Searches by day, and the terms with what was found and opened.
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { SearchPlot } from '~/features/search/reports/search-chart';
import {
  emptyShare,
  nextTermSort,
  SEARCH_RANGES,
  type SearchReport,
  type SearchReportQuery,
  type SearchTermRow,
  searchReportAddress,
  TERMS_PER_PAGE,
  type TermSort,
} from '~/features/search/reports/search-report';
import { PageHead } from '~/layouts/admin/list/page-head';
import { SearchTabs } from '~/layouts/admin/search/search-tabs';
import { useMay } from '~/layouts/admin/shell/use-may';
import { withQuery } from '~/lib/query-string';
import { countOf } from '~/lib/text';
import { ACTIONS, type Column, DataTable, TableRow } from '~/ui/data-table';
import { EmptyState } from '~/ui/empty-state';
import { Pagination } from '~/ui/pagination';
import { RowLink } from '~/ui/row-link';

const EXPORT = '/admin/search/export';

export function SearchTermsPage({ report }: { report: SearchReport }) {
  const { query, terms, total, days } = report;
  const searches = days.reduce((sum, day) => sum + day.searches, 0);
  return (
    <>
      <PageHead
        title="Search"
        text="What readers search for. Counted without personal data, and listed once three readers have searched for it on one day. Searches in browsers without JavaScript are not counted."
      >
        {total > 0 && (
          <a className="button" href={searchReportAddress(query, {}, EXPORT)}>
            Export CSV
          </a>
        )}
      </PageHead>
      <SearchTabs current="terms" />
      <nav className="chips" aria-label="Time range">
        {SEARCH_RANGES.map((range) => (
          <Chip key={range} query={query} change={{ days: range }} isCurrent={range === query.days}>
            {range} days
          </Chip>
        ))}
      </nav>
      {searches === 0 ? (
        <EmptyState
          title="No searches in this period"
          text="Searches by readers are counted here within seconds."
        />
      ) : (
        <div className="ad-report">
          <section className="dashboard__card" aria-labelledby="by-day">
            <h2 className="dashboard__label" id="by-day">
              {countOf(searches, 'search', 'searches')}
            </h2>
            <SearchPlot days={days} />
          </section>
          <section className="ad-report__part" aria-labelledby="terms">
            <h2 className="ad-report__title" id="terms">
              Terms
            </h2>
            <nav className="chips" aria-label="Terms">
              <Chip query={query} change={{ isEmptyOnly: false }} isCurrent={!query.isEmptyOnly}>
                All
              </Chip>
              <Chip
                query={query}
                change={{ isEmptyOnly: true, sort: 'empty', order: 'desc' }}
                isCurrent={query.isEmptyOnly}
              >
                Without results
              </Chip>
            </nav>
            {terms.length > 0 ? <Terms query={query} terms={terms} /> : <NoTerms query={query} />}
            <Pagination
              page={query.page}
              pageCount={Math.ceil(total / TERMS_PER_PAGE)}
              hrefFor={(page) => searchReportAddress(query, { page })}
            />
          </section>
        </div>
      )}
    </>
  );
}

interface ChipProps {
  query: SearchReportQuery;
  change: Partial<SearchReportQuery>;
  isCurrent: boolean;
  children: ReactNode;
}

function Chip({ query, change, isCurrent, children }: ChipProps) {
  return (
    <Link
      className="chip"
      to={searchReportAddress(query, change)}
      aria-current={isCurrent ? 'true' : undefined}
      preventScrollReset
    >
      {children}
    </Link>
  );
}

function NoTerms({ query }: { query: SearchReportQuery }) {
  if (query.page > 1)
    return (
      <EmptyState title="No more terms">
        <Link className="button button--quiet" to={searchReportAddress(query)}>
          Show the First Page
        </Link>
      </EmptyState>
    );
  return query.isEmptyOnly ? (
    <EmptyState
      title="No terms without results"
      text="Every listed term found results in most of its searches."
    />
  ) : (
    <EmptyState
      title="No terms to show yet"
      text="To protect readers, a term is listed once three of them have searched for it on the same day."
    />
  );
}

function Terms({ query, terms }: { query: SearchReportQuery; terms: readonly SearchTermRow[] }) {
  const head = (sort: TermSort, label: string, className?: string): Column => ({
    label,
    ...(className && { className }),
    isLabeled: true,
    sort: {
      to: searchReportAddress(query, nextTermSort(query, sort)),
      direction: query.sort === sort ? query.order : null,
    },
  });
  return (
    <DataTable
      caption="Search terms"
      columns={[
        head('query', 'Query'),
        head('searches', 'Searches', 'table__number'),
        head('empty', 'Found Nothing', 'table__number'),
        'Most Opened',
        ACTIONS,
      ]}
    >
      {terms.map((term) => (
        <Term key={term.query} term={term} />
      ))}
    </DataTable>
  );
}

function Term({ term }: { term: SearchTermRow }) {
  const { query, searches, empty, opened } = term;
  const mayRedirect = useMay()('redirects');
  return (
    <TableRow>
      <td className="search-terms__query">
        <strong>{query}</strong>
      </td>
      <td>{searches.toLocaleString('en-US')}</td>
      <td>
        {empty.toLocaleString('en-US')}
        {empty > 0 && <span className="ad-report__note"> {emptyShare(term)}</span>}
      </td>
      <td className="search-terms__opened">
        {opened ? (
          <div>
            <a href={`/article/${opened.slug}`}>{opened.title}</a>
            <span className="ad-report__note"> {countOf(opened.opens, 'time')}</span>
          </div>
        ) : (
          <span className="table__none">None</span>
        )}
      </td>
      <td className="search-terms__actions">
        <div className="row-actions">
          <RowLink to={withQuery('/search', { q: query })} about={`for ${query}`}>
            Search
          </RowLink>
          {empty * 2 >= searches && empty > 0 && (
            <RowLink
              to={withQuery('/admin/search/synonyms', { new: '', from: query })}
              about={`for ${query}`}
            >
              Add Synonym
            </RowLink>
          )}
          {mayRedirect && empty * 2 >= searches && empty > 0 && (
            <RowLink
              to={withQuery('/admin/redirects', { new: '', from: withQuery('/search', { q: query }) })}
              about={`for ${query}`}
            >
              Add Redirect
            </RowLink>
          )}
        </div>
      </td>
    </TableRow>
  );
}
