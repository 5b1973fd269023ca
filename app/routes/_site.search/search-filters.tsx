// Filters and sorting of the search results. The form applies a chosen value immediately, or with its button where scripts don't run.
import { Form, Link, useNavigation, useSubmit } from '@remix-run/react';
import { type SearchQuery, searchAddress } from '~/features/search/search-query';
import type { Facet, SearchFacets } from '~/features/search/search-view';
import { useSiteLayout } from '~/http/document/use-site-layout';
import { ClearFilters, hasSearchFilters } from './clear-filters';

interface SearchFiltersProps {
  query: SearchQuery;
  facets: SearchFacets;
  /** Without results, only the filters are shown. */
  hasResults: boolean;
}

export function SearchFilters({ query, facets, hasResults }: SearchFiltersProps) {
  const submit = useSubmit();
  const categories = useSiteLayout()?.categories ?? [];
  const nameOfChosen = categories.find(({ slug }) => slug === query.category)?.name;
  return (
    <div className="search-filters">
      <Form
        className="search-filters__form"
        action="/search"
        aria-label="Filters"
        onChange={(event) => submit(event.currentTarget, { preventScrollReset: true })}
      >
        <input type="hidden" name="q" value={query.text} />
        {query.sort === 'date' && <input type="hidden" name="sort" value="date" />}
        {query.isExact && <input type="hidden" name="exact" value="1" />}
        <Filter
          label="Category"
          name="category"
          all="All categories"
          choices={facets.categories}
          chosen={query.category}
          nameOfChosen={nameOfChosen}
        />
        <Filter
          label="Author"
          name="author"
          all="All authors"
          choices={facets.authors}
          chosen={query.author}
        />
        <Filter
          label="Year"
          name="year"
          all="All years"
          choices={facets.years.map(({ year, count }) => ({ slug: `${year}`, name: `${year}`, count }))}
          chosen={query.year && `${query.year}`}
        />
        <button className="button button--quiet needs-no-js" type="submit">
          Apply
        </button>
      </Form>
      {hasResults && hasSearchFilters(query) && (
        <ClearFilters query={query} className="link search-filters__clear" />
      )}
      {hasResults && <SortLinks query={query} />}
    </div>
  );
}

interface FilterProps {
  label: string;
  name: string;
  /** The label of the choice that filters nothing. */
  all: string;
  choices: readonly Facet[];
  chosen: string | 0 | null;
  /** For a chosen value without results; defaults to the value. */
  nameOfChosen?: string | undefined;
}

function Filter({ label, name, all, choices, chosen, nameOfChosen }: FilterProps) {
  // While the page loads, the value that was just chosen.
  const pending = useNavigation().formData?.get(name);
  const isOffered = !chosen || choices.some(({ slug }) => slug === chosen);
  const offered = isOffered
    ? choices
    : [...choices, { slug: chosen, name: nameOfChosen ?? chosen, count: 0 }];
  return (
    <div className="field">
      <label className="field__label" htmlFor={`search-${name}`}>
        {label}
      </label>
      <select
        className="field__input"
        id={`search-${name}`}
        name={name}
        value={`${pending ?? (chosen || '')}`}
        // The form applies the change.
        onChange={() => {}}
      >
        <option value="">{all}</option>
        {offered.map((choice) => (
          <option key={choice.slug} value={choice.slug}>
            {choice.name} ({choice.count})
          </option>
        ))}
      </select>
    </div>
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
