import { Link } from '@remix-run/react';
import { type SearchQuery, searchAddress } from '~/features/search/search-query';

const NO_FILTERS = { category: null, author: null, year: null };

export const hasSearchFilters = ({ category, author, year }: SearchQuery): boolean =>
  Boolean(category || author || year);

export function ClearFilters({ query, className }: { query: SearchQuery; className: string }) {
  return (
    <Link className={className} to={searchAddress(query, NO_FILTERS)} preventScrollReset>
      Clear filters
    </Link>
  );
}
