// The form that searches a list, and how many there are. Works as a link does: what was typed stands in the address.
import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { countOf } from '~/lib/count-of';
import { FormField } from '~/ui/form-field';

interface ListSearchProps {
  label: string;
  /** In the address. */
  name: string;
  /** What the list was searched for. */
  text: string;
  placeholder?: string;
  found: number;
  /** What one of them is called. */
  noun: string;
  /** More fields. */
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
        // An address that is gone back to has its own text. With a word before it, for other fields are keyed too.
        key={`text-${text}`}
      />
      {children}
      <button className="button button--quiet" type="submit">
        Search
      </button>
      <p className="filters__found" role="status">
        {countOf(found, noun)}
      </p>
    </Form>
  );
}
