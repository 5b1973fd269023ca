// The title and the search field, which keeps the query.
import { Form } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { SEARCH_QUERY_LIMIT } from '~/features/search/search-query';
import { Icon } from '~/ui/icon';

export function SearchFrame({ text, children }: { text: string; children: ReactNode }) {
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(text);
  // Text that is typed while the results load stays.
  useEffect(() => {
    const { current } = input;
    const isTyped = current === document.activeElement && current?.value.trim() !== shown.current;
    if (current && text !== shown.current && !isTyped) current.value = text;
    shown.current = text;
  }, [text]);
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
            ref={input}
            name="q"
            type="search"
            defaultValue={text}
            placeholder="Intake, pricing, remote paralegals…"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={SEARCH_QUERY_LIMIT}
          />
          <button className="button button--large" type="submit">
            <Icon name="search" size={18} />
            Search
          </button>
        </Form>
      </search>
      {children}
    </div>
  );
}
