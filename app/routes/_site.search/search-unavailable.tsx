// Shown while the database is unavailable, or after too many searches. Keeps the query.
import { Link, useLocation } from '@remix-run/react';
import { EmptyState } from '~/ui/empty-state';
import { SearchFrame } from './search-frame';

interface SearchUnavailableProps {
  title: string;
  /** When to try again. */
  when: string;
}

export function SearchUnavailable({ title, when }: SearchUnavailableProps) {
  const { pathname, search } = useLocation();
  return (
    <SearchFrame text={new URLSearchParams(search).get('q') ?? ''}>
      <div role="alert">
        <EmptyState title={title} text={`Your search is still here. Try again ${when}.`}>
          <Link className="button" to={`${pathname}${search}`} replace>
            Try Again
          </Link>
        </EmptyState>
      </div>
    </SearchFrame>
  );
}
