// The search form of a list, with the number of results. The query is in the URL.
import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { countOf } from '~/lib/text';
import { FormField } from '~/ui/form-field';

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
  return (
    <Form className="filters" method="get" role="search">
      <FormField
        label={label}
        name={name}
        type="search"
        autoComplete="off"
        maxLength={200}
        placeholder={placeholder}
        defaultValue={text}
        // The key resets the field on back navigation; the prefix keeps it distinct from the keys of other
        // fields.
        key={`text-${text}`}
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
