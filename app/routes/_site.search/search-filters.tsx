// Filters and sorting of the search results. The form applies a chosen value immediately, or with its button where scripts don't run.
import { Form, Link, useNavigate, useNavigation } from '@remix-run/react';
import { type SearchQuery, searchAddress, toSearchQuery } from '~/features/search/search-query';
import type { SearchFacets } from '~/features/search/search-view';
import { useSiteLayout } from '~/http/document/use-site-layout';
import { SelectField } from '~/ui/form-field';

interface SearchFiltersProps {
  query: SearchQuery;
  facets: SearchFacets;
  /** Without results, only the filters are shown. */
  hasResults: boolean;
}

interface Choice {
  value: string;
  name: string;
  count: number;
}

const NO_FILTERS = { category: null, author: null, year: null };

export const isFiltered = ({ category, author, year }: SearchQuery): boolean =>
  Boolean(category || author || year);

export function ClearFilters({ query, className }: { query: SearchQuery; className: string }) {
  return (
    <Link className={className} to={searchAddress(query, NO_FILTERS)} preventScrollReset>
      Clear filters
    </Link>
  );
}

export function SearchFilters({ query, facets, hasResults }: SearchFiltersProps) {
  const shown = usePendingQuery() ?? query;
  const navigate = useNavigate();
  const categories = useSiteLayout()?.categories ?? [];
  const apply = (change: Partial<SearchQuery>) =>
    navigate(searchAddress(shown, change), { preventScrollReset: true });
  const categoryName = categories.find(({ slug }) => slug === shown.category)?.name;
  return (
    <div className="search-filters">
      <Form className="search-filters__form" action="/search" method="get" aria-label="Filters">
        <input type="hidden" name="q" value={query.text} />
        {query.sort === 'date' && <input type="hidden" name="sort" value="date" />}
        {query.isExact && <input type="hidden" name="exact" value="1" />}
        <Filter
          label="Category"
          name="category"
          all="All categories"
          choices={facets.categories.map(({ slug, ...rest }) => ({ value: slug, ...rest }))}
          chosen={shown.category}
          nameOfChosen={categoryName}
          onChoose={(category) => apply({ category })}
        />
        <Filter
          label="Author"
          name="author"
          all="All authors"
          choices={facets.authors.map(({ slug, ...rest }) => ({ value: slug, ...rest }))}
          chosen={shown.author}
          onChoose={(author) => apply({ author })}
        />
        <Filter
          label="Year"
          name="year"
          all="All years"
          choices={facets.years.map(({ year, count }) => ({ value: `${year}`, name: `${year}`, count }))}
          chosen={shown.year === null ? null : `${shown.year}`}
          onChoose={(year) => apply({ year: year === null ? null : Number(year) })}
        />
        <button className="button button--quiet needs-no-js" type="submit">
          Apply
        </button>
      </Form>
      {hasResults && isFiltered(query) && (
        <ClearFilters query={query} className="link search-filters__clear" />
      )}
      {hasResults && <SortLinks query={query} />}
    </div>
  );
}

/** The search that is loading, so that a chosen value stays selected meanwhile. */
function usePendingQuery(): SearchQuery | null {
  const { location } = useNavigation();
  return location?.pathname === '/search' ? toSearchQuery(new URLSearchParams(location.search)) : null;
}

interface FilterProps {
  label: string;
  name: string;
  /** The label of the choice that filters nothing. */
  all: string;
  choices: readonly Choice[];
  chosen: string | null;
  /** For a chosen value without results; defaults to the value. */
  nameOfChosen?: string | undefined;
  onChoose: (value: string | null) => void;
}

function Filter({ label, name, all, choices, chosen, nameOfChosen, onChoose }: FilterProps) {
  const isOffered = chosen === null || choices.some(({ value }) => value === chosen);
  const offered = isOffered
    ? choices
    : [...choices, { value: chosen, name: nameOfChosen ?? chosen, count: 0 }];
  return (
    <SelectField
      label={label}
      name={name}
      value={chosen ?? ''}
      onChange={(event) => onChoose(event.target.value || null)}
    >
      <option value="">{all}</option>
      {offered.map(({ value, name, count }) => (
        <option key={value} value={value}>
          {name} ({count.toLocaleString('en-US')})
        </option>
      ))}
    </SelectField>
  );
}

function SortLinks({ query }: { query: SearchQuery }) {
  const link = (sort: SearchQuery['sort'], name: string) => (
    <li>
      <Link
        className="search-filters__sort"
        to={searchAddress(query, { sort })}
        aria-current={query.sort === sort ? 'true' : undefined}
        preventScrollReset
      >
        {name}
      </Link>
    </li>
  );
  return (
    <nav className="search-filters__sorts" aria-label="Sort by">
      <span aria-hidden="true">Sort by</span>
      <ul className="search-filters__choices">
        {link('relevance', 'Relevance')}
        {link('date', 'Date')}
      </ul>
    </nav>
  );
}
