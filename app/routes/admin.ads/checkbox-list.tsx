// A fieldset of checkboxes.
import { useId } from 'react';

interface CheckboxListProps {
  legend: string;
  name: string;
  choices: { value: string; label: string; note?: string }[];
  chosen: readonly string[];
  hint?: string | undefined;
  error?: string | undefined;
}

export function CheckboxList({ legend, name, choices, chosen, hint, error }: CheckboxListProps) {
  const id = useId();
  const described = error || hint ? `${id}text` : undefined;
  // Keep selected values that are no longer available, so that the editor decides whether to remove them.
  const unavailable = chosen.filter((value) => !choices.some((choice) => choice.value === value));
  return (
    <fieldset className="checkbox-list" aria-describedby={described}>
      <legend className="field__label">{legend}</legend>
      {choices.length + unavailable.length > 0 && (
        <ul className="checkbox-list__choices">
          {choices.map(({ value, label, note }) => (
            <li key={value}>
              <label className="checkbox-list__choice">
                <input
                  type="checkbox"
                  name={name}
                  value={value}
                  defaultChecked={chosen.includes(value)}
                  aria-invalid={error ? true : undefined}
                />
                <span>{label}</span>
                {note && <span className="checkbox-list__note">{note}</span>}
              </label>
            </li>
          ))}
          {unavailable.map((value) => (
            <li key={value}>
              <label className="checkbox-list__choice">
                <input
                  type="checkbox"
                  name={name}
                  value={value}
                  defaultChecked
                  aria-invalid={error ? true : undefined}
                />
                <span>Previously selected (no longer available)</span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {error ? (
        <p className="field__error" id={described}>
          {error}
        </p>
      ) : (
        hint && (
          <p className="field__hint" id={described}>
            {hint}
          </p>
        )
      )}
    </fieldset>
  );
}
