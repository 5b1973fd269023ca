// A labelled field with its hint and the reason why it was refused.
import { type InputHTMLAttributes, useId } from 'react';

interface FormFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string;
  error?: string;
}

export function FormField({ label, hint, error, ...input }: FormFieldProps) {
  const id = useId();
  const described = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        className="field__input"
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
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
