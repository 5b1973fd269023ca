// Shown while the database is unavailable, or after too many searches. Keeps the query.
import { Link, useLocation } from '@remix-run/react';
import { EmptyState } from '~/ui/empty-state';
import { SearchFrame } from './search-frame';

export function SearchUnavailable({ title }: { title: string }) {
  const { pathname, search } = useLocation();
  return (
    <SearchFrame text={new URLSearchParams(search).get('q') ?? ''}>
      <div role="alert">
        <EmptyState title={title} text="Your search is still here. Try again in a moment.">
          <Link className="button" to={`${pathname}${search}`} replace>
            Try Again
          </Link>
        </EmptyState>
      </div>
    </SearchFrame>
  );
}
