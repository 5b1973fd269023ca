// Several of a few, each with a box to tick.
import { useId } from 'react';

interface CheckboxListProps {
  legend: string;
  name: string;
  choices: { value: string; label: string; note?: string }[];
  chosen: readonly string[];
  hint?: string;
  error?: string;
}

export function CheckboxList({ legend, name, choices, chosen, hint, error }: CheckboxListProps) {
  const id = useId();
  const described = error || hint ? `${id}words` : undefined;
  // What was chosen and is no choice any more stays chosen: it is for whoever saves to leave it out.
  const lost = chosen.filter((value) => !choices.some((choice) => choice.value === value));
  return (
    <fieldset className="checkbox-list" aria-describedby={described}>
      <legend className="field__label">{legend}</legend>
      {choices.length + lost.length > 0 && (
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
          {lost.map((value) => (
            <li key={value}>
              <label className="checkbox-list__choice">
                <input
                  type="checkbox"
                  name={name}
                  value={value}
                  defaultChecked
                  aria-invalid={error ? true : undefined}
                />
                <span>As chosen before</span>
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
