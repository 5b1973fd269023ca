// The search form of a list, with the number of results. The query is in the URL. With JavaScript it applies while
// you type.
import { Form, useNavigation, useSubmit } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { countOf } from '~/lib/text';
import { FormField } from '~/ui/form-field';

const DEBOUNCE_MS = 300;

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
}

export function ListSearch({ label, name, text, placeholder, found, noun, children }: ListSearchProps) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const submit = useSubmit();
  const isNavigating = useNavigation().state !== 'idle';
  const stop = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // A search would cancel the navigation that has started.
    if (!isNavigating) return;
    clearTimeout(timer.current);
    timer.current = undefined;
  }, [isNavigating]);
  useEffect(() => {
    // Back, Forward or a link changed the URL. While someone types, the field is ahead of it.
    if (timer.current) return;
    const field = form.current?.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field !== document.activeElement) field.value = text;
  }, [name, text]);
  const applyDebounced = () => {
    stop();
    timer.current = setTimeout(() => {
      timer.current = undefined;
      submit(form.current, { replace: true, preventScrollReset: true });
    }, DEBOUNCE_MS);
  };
  return (
    <Form className="filters" method="get" role="search" ref={form} onSubmit={stop}>
      <FormField
        label={label}
        name={name}
        type="search"
        autoComplete="off"
        maxLength={200}
        placeholder={placeholder}
        defaultValue={text}
        onInput={applyDebounced}
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
