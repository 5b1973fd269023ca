// Search and filters of the article list: a GET form. With JavaScript it applies while you type.
import { Form, useNavigate } from '@remix-run/react';
import { type FormEvent, useEffect, useRef } from 'react';
import { ARTICLE_STATUSES } from '~/features/articles/article';
import {
  ARTICLES_PATH,
  type ArticleListQuery,
  articleListAddress,
  articleListFields,
  toArticleListQuery,
} from '~/features/articles/list/article-list-query';
import { type ArticleListView, statusLabel } from '~/features/articles/list/article-list-view';
import { useDebouncedSearch } from '~/layouts/admin/list/use-debounced-search';
import { FormField, SelectField } from '~/ui/form-field';

const FILTER_FIELDS = ['search', 'status', 'categoryId', 'page'];

interface ListFiltersProps {
  query: ArticleListQuery;
  categories: ArticleListView['categories'];
}

export function ListFilters({ query, categories }: ListFiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const others = articleListFields(query).filter(([name]) => !FILTER_FIELDS.includes(name));

  const apply = () => {
    if (!form.current) return;
    const params = new URLSearchParams(
      [...new FormData(form.current)].map(([name, value]) => [name, String(value)]),
    );
    navigate(articleListAddress(toArticleListQuery(params)), { replace: true, preventScrollReset: true });
  };
  const { searchSoon, cancel, isWaiting } = useDebouncedSearch(apply);
  useSyncFieldsWithUrl(form.current, query, isWaiting);
  const applyNow = () => {
    cancel();
    apply();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    applyNow();
  };

  return (
    <Form
      className="filters articles-filters"
      method="get"
      action={ARTICLES_PATH}
      role="search"
      ref={form}
      onSubmit={submit}
    >
      <FormField
        label="Search"
        name="search"
        type="search"
        autoComplete="off"
        maxLength={200}
        placeholder="Title, summary or text"
        defaultValue={query.search}
        onInput={searchSoon}
      />
      {query.view === 'articles' && (
        <>
          <SelectField label="Status" name="status" defaultValue={query.status} onChange={applyNow}>
            <option value="all">All Status</option>
            {ARTICLE_STATUSES.map((status) => (
              <option key={status} value={status}>
                {statusLabel(status)}
              </option>
            ))}
          </SelectField>
          <SelectField label="Category" name="categoryId" defaultValue={query.categoryId} onChange={applyNow}>
            <option value="all">All Categories</option>
            <option value="none">No Category</option>
            {categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </>
      )}
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className="button button--quiet needs-no-js" type="submit">
        Apply
      </button>
    </Form>
  );
}

/**
 * Updates the fields when Back, Forward or Clear Filters changes the URL, except the focused one, and not while
 * typed text waits for its search.
 */
function useSyncFieldsWithUrl(
  form: HTMLFormElement | null,
  { search, status, categoryId }: ArticleListQuery,
  isWaiting: () => boolean,
): void {
  useEffect(() => {
    if (isWaiting()) return;
    for (const [name, value] of Object.entries({ search, status, categoryId })) {
      const field = form?.elements.namedItem(name);
      const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      if (isField && field !== document.activeElement) field.value = value;
    }
  }, [form, search, status, categoryId, isWaiting]);
}
