// The search of a list that is filtered while you type. Without scripts, the form loads the filtered list.
import { Form } from '@remix-run/react';
import { countOf } from '~/lib/text';
import { FormField } from '~/ui/form-field';

interface LiveFilterProps {
  label: string;
  text: string;
  onText(text: string): void;
  /** The numbers of rows that match and of all rows. */
  shown: number;
  total: number;
  /** The noun for a row, in the singular. */
  noun: string;
}

export function LiveFilter({ label, text, onText, shown, total, noun }: LiveFilterProps) {
  return (
    <Form className="filters tags__filters" method="get" role="search">
      <FormField
        label={label}
        name="q"
        type="search"
        autoComplete="off"
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <p className="filters__found" role="status">
        {text ? `${shown} of ${total}` : countOf(total, noun)}
      </p>
    </Form>
  );
}
