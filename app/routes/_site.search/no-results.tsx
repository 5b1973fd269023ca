// Shown when a search found nothing: what to try, the closest articles and popular categories.
import { Link } from '@remix-run/react';
import type { PageCard } from '~/features/articles/public/article-view';
import { ArticleList } from '~/features/articles/ui/article-list';
import type { Highlight } from '~/features/search/highlight';
import type { SearchQuery } from '~/features/search/search-query';
import { Highlighted } from '~/features/search/ui/highlighted';
import { useSiteLayout } from '~/http/document/use-site-layout';
import { EmptyState } from '~/ui/empty-state';
import { ClearFilters, isFiltered } from './search-filters';

const POPULAR = 8;

interface NoResultsProps {
  query: SearchQuery;
  closest: readonly PageCard[];
  highlight: Highlight;
}

export function NoResults({ query, closest, highlight }: NoResultsProps) {
  const text = isFiltered(query)
    ? `No articles match “${query.text}” with these filters.`
    : `No articles match “${query.text}”. Try fewer words, or check the spelling.`;
  return (
    <>
      <EmptyState title="No articles found" text={text}>
        {isFiltered(query) && <ClearFilters query={query} className="button button--quiet" />}
      </EmptyState>
      {closest.length > 0 && (
        <section>
          <h2 className="search-page__divider">These come close</h2>
          <ArticleList
            articles={closest}
            level={3}
            show={(shown) => <Highlighted text={shown} highlight={highlight} />}
          />
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
              {name} ({articleCount.toLocaleString('en-US')})
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
