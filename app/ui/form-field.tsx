// Labeled form fields with a hint and an error message.
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';

interface FieldText {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

type FormFieldProps = InputHTMLAttributes<HTMLInputElement> & FieldText;
type TextareaFieldProps = TextareaHTMLAttributes<HTMLTextAreaElement> & FieldText;
type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> & FieldText;

/** The attributes that connect a field with its hint or error. */
function useFieldAttributes({ hint, error }: Omit<FieldText, 'label'>) {
  const id = useId();
  const described = [hint && !error && `${id}hint`, error && `${id}error`].filter(Boolean).join(' ');
  return {
    className: 'field__input',
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  };
}

/** The hint below a field, or its error message instead. */
export function FieldNote({ id, hint, error }: Omit<FieldText, 'label'> & { id: string }) {
  if (error) {
    return (
      <p className="field__error" id={`${id}error`}>
        {error}
      </p>
    );
  }
  return hint ? (
    <p className="field__hint" id={`${id}hint`}>
      {hint}
    </p>
  ) : null;
}

function Labeled({ id, label, hint, error, children }: FieldText & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {children}
      <FieldNote id={id} hint={hint} error={error} />
    </div>
  );
}

export function FormField({ label, hint, error, ...input }: FormFieldProps) {
  const attributes = useFieldAttributes({ hint, error });
  return (
    <Labeled id={attributes.id} label={label} hint={hint} error={error}>
      <input {...input} {...attributes} />
    </Labeled>
  );
}

/** @public */
export function TextareaField({ label, hint, error, ...textarea }: TextareaFieldProps) {
  const attributes = useFieldAttributes({ hint, error });
  return (
    <Labeled id={attributes.id} label={label} hint={hint} error={error}>
      <textarea rows={3} {...textarea} {...attributes} />
    </Labeled>
  );
}

/**
 * A native select; its options are children.
 * @public
 */
export function SelectField({ label, hint, error, children, ...select }: SelectFieldProps) {
  const attributes = useFieldAttributes({ hint, error });
  return (
    <Labeled id={attributes.id} label={label} hint={hint} error={error}>
      <select {...select} {...attributes}>
        {children}
      </select>
    </Labeled>
  );
}

/**
 * A checkbox with its label on the right.
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
