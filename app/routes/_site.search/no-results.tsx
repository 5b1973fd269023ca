// Shown when a search found nothing: what to try, the closest articles and popular categories.
import { Link } from '@remix-run/react';
import type { SearchQuery } from '~/features/search/search-query';
import type { FoundCard } from '~/features/search/search-view';
import { useSiteLayout } from '~/http/document/use-site-layout';
import { EmptyState } from '~/ui/empty-state';
import { ClearFilters, hasSearchFilters } from './clear-filters';
import { FoundList } from './found-list';

const POPULAR = 8;

interface NoResultsProps {
  query: SearchQuery;
  closest: readonly FoundCard[];
}

export function NoResults({ query, closest }: NoResultsProps) {
  const text = hasSearchFilters(query)
    ? `No articles match “${query.text}” with these filters.`
    : `No articles match “${query.text}”. Try fewer words, or check the spelling.`;
  return (
    <>
      <EmptyState title="No articles found" text={text}>
        {hasSearchFilters(query) && <ClearFilters query={query} className="button button--quiet" />}
      </EmptyState>
      {closest.length > 0 && (
        <section>
          <h2 className="search-page__divider">Similar articles</h2>
          <FoundList articles={closest} level={3} />
        </section>
      )}
      <PopularCategories />
    </>
  );
}

/** Links to the categories with the most articles. */
export function PopularCategories() {
  const categories = useSiteLayout()?.categories.filter(({ articleCount }) => articleCount > 0) ?? [];
  if (categories.length === 0) return null;
  const popular = [...categories].sort((a, b) => b.articleCount - a.articleCount).slice(0, POPULAR);
  return (
    <section className="search-page__categories">
      <h2 className="search-page__divider">Popular categories</h2>
      <ul className="tag-list">
        {popular.map(({ slug, name, articleCount }) => (
          <li key={slug}>
            <Link className="tag-list__tag" to={`/category/${slug}`}>
              {name} ({articleCount})
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
