// Labelled fields with their hint and the reason why they were refused.
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';

interface Words {
  label: string;
  hint?: string;
  error?: string;
}

type FormFieldProps = InputHTMLAttributes<HTMLInputElement> & Words;
type TextareaFieldProps = TextareaHTMLAttributes<HTMLTextAreaElement> & Words;
type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> & Words;

/** What ties a field to its words. */
function useWords({ hint, error }: Omit<Words, 'label'>) {
  const id = useId();
  const described = [hint && !error && `${id}hint`, error && `${id}error`].filter(Boolean).join(' ');
  return {
    className: 'field__input',
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  };
}

function Labelled({ id, label, hint, error, children }: Words & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {children}
      {hint && !error && (
        <p className="field__hint" id={`${id}hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field__error" id={`${id}error`}>
          {error}
        </p>
      )}
    </div>
  );
}

export function FormField({ label, hint, error, ...input }: FormFieldProps) {
  const words = useWords({ hint, error });
  return (
    <Labelled id={words.id} label={label} hint={hint} error={error}>
      <input {...input} {...words} />
    </Labelled>
  );
}

/** @public */
export function TextareaField({ label, hint, error, ...textarea }: TextareaFieldProps) {
  const words = useWords({ hint, error });
  return (
    <Labelled id={words.id} label={label} hint={hint} error={error}>
      <textarea rows={3} {...textarea} {...words} />
    </Labelled>
  );
}

/**
 * A native select; its options are children.
 * @public
 */
export function SelectField({ label, hint, error, children, ...select }: SelectFieldProps) {
  const words = useWords({ hint, error });
  return (
    <Labelled id={words.id} label={label} hint={hint} error={error}>
      <select {...select} {...words}>
        {children}
      </select>
    </Labelled>
  );
}

/**
 * A box to tick, its label at its right.
 * @public
 */
export function CheckboxField({ label, hint, ...input }: Omit<FormFieldProps, 'error'>) {
  const id = useId();
  return (
    <div className="field field--checkbox">
      <input {...input} type="checkbox" id={id} aria-describedby={hint ? `${id}hint` : undefined} />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="field__hint" id={`${id}hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
