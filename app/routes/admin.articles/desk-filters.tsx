// Search and filters: a form that asks for another address. With JavaScript it asks while one types.
import { Form, useNavigate } from '@remix-run/react';
import { type FormEvent, useEffect, useRef } from 'react';
import { ARTICLE_STATUSES } from '~/features/articles/article-status';
import {
  DESK_PATH,
  type DeskQuery,
  deskAddress,
  deskFields,
  toDeskQuery,
} from '~/features/articles/desk-query';
import { type DeskView, statusLabel } from '~/features/articles/desk-view';
import { FormField, SelectField } from '~/ui/form-field';

const DEBOUNCE_MS = 300;
const ASKED = ['search', 'status', 'categoryId', 'page'];

interface DeskFiltersProps {
  query: DeskQuery;
  categories: DeskView['categories'];
}

export function DeskFilters({ query, categories }: DeskFiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const navigate = useNavigate();
  const others = deskFields(query).filter(([name]) => !ASKED.includes(name));
  useEffect(() => () => clearTimeout(timer.current), []);
  useFollowAddress(form.current, query);

  const ask = () => {
    clearTimeout(timer.current);
    if (!form.current) return;
    const params = new URLSearchParams(new FormData(form.current) as unknown as URLSearchParams);
    navigate(deskAddress(toDeskQuery(params)), { replace: true, preventScrollReset: true });
  };
  const askSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(ask, DEBOUNCE_MS);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask();
  };

  return (
    <Form
      className="filters desk-filters"
      method="get"
      action={DESK_PATH}
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
        onInput={askSoon}
      />
      {query.view === 'articles' && (
        <>
          <SelectField label="Status" name="status" defaultValue={query.status} onChange={ask}>
            <option value="all">All Status</option>
            {ARTICLE_STATUSES.map((status) => (
              <option key={status} value={status}>
                {statusLabel(status)}
              </option>
            ))}
          </SelectField>
          <SelectField label="Category" name="categoryId" defaultValue={query.categoryId} onChange={ask}>
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

/** Back, Forward and Clear filters change the address; the fields follow, unless somebody is typing there. */
function useFollowAddress(form: HTMLFormElement | null, { search, status, categoryId }: DeskQuery): void {
  useEffect(() => {
    for (const [name, value] of Object.entries({ search, status, categoryId })) {
      const field = form?.elements.namedItem(name);
      const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      if (isField && field !== document.activeElement) field.value = value;
    }
  }, [form, search, status, categoryId]);
}
