// The search page, which works without JavaScript and has a shareable URL.
import { Form, Link } from '@remix-run/react';
import type { SearchPageData } from '~/features/articles/public/article-pages';
import { ArticleList } from '~/features/articles/ui/article-list';
import { Highlighted } from '~/features/search/ui/highlighted';
import { useSiteLayout } from '~/http/document/use-site-layout';
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
          text={`No articles match “${query}”. Try a shorter or different search term.`}
        />
      )}
      {articles.length > 0 && (
        <ArticleList articles={articles} show={(text) => <Highlighted text={text} query={query} />} />
      )}
    </div>
  );
}

/** Category links shown before a search. */
function Sections() {
  const categories = useSiteLayout()?.categories.filter(({ articleCount }) => articleCount > 0) ?? [];
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
