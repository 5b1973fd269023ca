// Props of the fields of a form that shows a stored row, or a refused form with the typed values.
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { typedText } from './typed-text';

/**
 * @param row the stored values by field name; null for a new row
 * @returns `text`, the initial value of a field; `field`, the props of a text field or a list; `box`, the props of a checkbox
 */
export function fieldProps<Row extends object>(refused: RefusedForm | null, row: Row | null) {
  type Name = keyof Row & string;
  const text = (name: Name) => typedText(refused, name) ?? String(row?.[name] ?? '');
  return {
    text,
    field: (name: Name) => ({ name, defaultValue: text(name), error: refused?.issues[name] }),
    /** @param isOn for a new row */
    box: (name: Name, isOn = false) => ({
      name,
      defaultChecked: refused ? typedText(refused, name) === 'on' : Boolean(row ? row[name] : isOn),
    }),
  };
}
