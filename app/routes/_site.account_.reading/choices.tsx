// A row of radio buttons in a fieldset.

export interface ReadingOption<T extends string> {
  value: T;
  label: string;
}

interface ChoicesProps<T extends string> {
  legend: string;
  name: string;
  choices: readonly ReadingOption<T>[];
  /** If null, no button is checked. */
  chosen: T | null;
  error?: string | undefined;
  onChoose?: (value: T) => void;
}

export function Choices<T extends string>(props: ChoicesProps<T>) {
  const { legend, name, choices, chosen, error, onChoose } = props;
  return (
    <fieldset className="choices" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="field__label">{legend}</legend>
      <div className={`choices__row choices__row--${choices.length}`}>
        {choices.map(({ value, label }) => (
          <label className="choices__choice" data-choice={value} key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === chosen}
              onChange={() => onChoose?.(value)}
            />
            {label}
          </label>
        ))}
      </div>
      {error && (
        <p className="field__error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
