// A fieldset of checkboxes.
import { useId } from 'react';

interface Choice {
  value: string;
  label: string;
  note?: string;
}

interface CheckboxListProps {
  legend: string;
  name: string;
  choices: Choice[];
  chosen: readonly string[];
  hint?: string | undefined;
  error?: string | undefined;
}

export function CheckboxList({ legend, name, choices, chosen, hint, error }: CheckboxListProps) {
  const id = useId();
  const described = error || hint ? `${id}text` : undefined;
  // Keep selected values that are no longer available, so that the editor decides whether to remove them.
  const unavailable = chosen
    .filter((value) => !choices.some((choice) => choice.value === value))
    .map((value): Choice => ({ value, label: 'Previously selected (no longer available)' }));
  const offered = [...choices, ...unavailable];
  return (
    <fieldset className="checkbox-list" aria-describedby={described}>
      <legend className="field__label">{legend}</legend>
      {offered.length > 0 && (
        <ul className="checkbox-list__choices">
          {offered.map(({ value, label, note }) => (
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
