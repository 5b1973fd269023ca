// Search as a page: works without JavaScript and can be linked.
import { Form, Link } from '@remix-run/react';
import type { SearchPageData } from '~/features/articles/article-pages';
import { ArticleList } from '~/features/articles/ui/article-list';
import { Highlighted } from '~/features/search/ui/highlighted';
import { useChrome } from '~/http/use-chrome';
import { EmptyState } from '~/ui/empty-state';
import { Icon } from '~/ui/icon';

export function SearchPage({ data }: { data: SearchPageData }) {
  const { query, state, articles } = data;
  return (
    <div className="search-page container">
      <h1 className="headline headline--display">Search Articles</h1>
      <search>
        <Form className="search-page__form" action="/search" method="get">
          <label className="sr-only" htmlFor="search-page-query">
            Search articles
          </label>
          <input
            className="search-page__input"
            id="search-page-query"
            key={query}
            name="q"
            type="search"
            defaultValue={query}
            placeholder="Intake, pricing, remote paralegals…"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={200}
          />
          <button className="button button--large" type="submit">
            <Icon name="search" size={18} />
            Search
          </button>
        </Form>
      </search>
      <p className="search-page__state" role="status">
        {state === 'short' && 'Type at least 2 characters to search'}
        {state === 'done' && articles.length > 0 && (
          <>
            {articles.length === 1 ? '1 article' : `${articles.length} articles`} for <q>{query}</q>
          </>
        )}
      </p>
      {(state === 'idle' || state === 'short') && <Sections />}
      {state === 'done' && articles.length === 0 && (
        <EmptyState
          title="No articles found"
          text={`Nothing in the magazine answers “${query}”. Try a shorter or a different word.`}
        />
      )}
      {articles.length > 0 && (
        <ArticleList articles={articles} show={(text) => <Highlighted text={text} query={query} />} />
      )}
    </div>
  );
}

/** Where to begin for whoever does not know what to ask. */
function Sections() {
  const categories = useChrome()?.categories.filter(({ articleCount }) => articleCount > 0) ?? [];
  if (categories.length === 0) return null;
  return (
    <ul className="tag-list">
      {categories.map(({ slug, name }) => (
        <li key={slug}>
          <Link className="tag-list__tag" to={`/category/${slug}`}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
