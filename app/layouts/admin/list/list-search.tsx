// The search form of a list, with the number of results. The query is in the URL. With JavaScript it applies while
// you type.
import { Form, useSubmit } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { countOf } from '~/lib/text';
import { FormField } from '~/ui/form-field';
import { useDebouncedSearch } from './use-debounced-search';

interface ListSearchProps {
  label: string;
  /** The query parameter. */
  name: string;
  /** The current query. */
  text: string;
  placeholder?: string;
  /** Null if the list is empty until a search. */
  found: number | null;
  /** The singular of an item. */
  noun: string;
  /** Further fields. */
  children?: ReactNode;
  /** The current texts of further text fields by name. */
  furtherTexts?: Record<string, string>;
}

export function ListSearch({
  label,
  name,
  text,
  placeholder,
  found,
  noun,
  children,
  furtherTexts = {},
}: ListSearchProps) {
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const { searchSoon, cancel, isWaiting } = useDebouncedSearch(() => {
    submit(form.current, { replace: true, preventScrollReset: true });
  });
  const texts = JSON.stringify({ ...furtherTexts, [name]: text });
  useEffect(() => {
    // Back, Forward or a link changed the URL. While someone types, the field is ahead of it.
    if (isWaiting()) return;
    for (const [fieldName, current] of Object.entries<string>(JSON.parse(texts))) {
      const field = form.current?.elements.namedItem(fieldName);
      if (field instanceof HTMLInputElement && field !== document.activeElement) field.value = current;
    }
  }, [texts, isWaiting]);
  return (
    <Form className="filters" method="get" role="search" ref={form} onSubmit={cancel}>
      <FormField
        label={label}
        name={name}
        type="search"
        autoComplete="off"
        maxLength={200}
        placeholder={placeholder}
        defaultValue={text}
        onInput={searchSoon}
      />
      {children}
      <button className="button button--quiet" type="submit">
        Search
      </button>
      <p className="filters__found" role="status">
        {found !== null && countOf(found, noun)}
      </p>
    </Form>
  );
}
