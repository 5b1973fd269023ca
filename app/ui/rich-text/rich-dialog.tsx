// The editor's dialogs. Not a <form>, because it is inside one.
import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';

export interface Question {
  title: string;
  /** `isLong` for text of several lines. */
  fields: { label: string; hint: string; value: string; isLong?: boolean }[];
  /** Applies the values of the fields, or returns the error in one of them. */
  answer(values: string[]): { field: number; message: string } | null;
  /** Called by Cancel, but not by Escape. */
  cancel?: (() => void) | undefined;
  /** A second button, such as Remove link. */
  other?: { label: string; act(): void } | undefined;
}

interface RichDialogProps {
  question: Question;
  /** Called after the dialog closes. The text box cannot receive focus earlier. */
  onClose(): void;
}

export function RichDialog({ question, onClose }: RichDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [values, setValues] = useState(() => question.fields.map(({ value }) => value));
  const [refusal, setRefusal] = useState<ReturnType<Question['answer']>>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')?.select();
  }, []);

  // Don't wait for the `close` event: it fires in the next frame, and text typed before then would be lost.
  const close = () => {
    dialog.current?.close();
    onClose();
  };
  const save = () => {
    const reason = question.answer(values.map((value) => value.trim()));
    setRefusal(reason);
    if (!reason) close();
    else document.getElementById(`${id}${reason.field}`)?.focus();
  };
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    save();
  };
  return createPortal(
    <dialog className="dialog" ref={dialog} aria-labelledby={`${id}title`} onCancel={cancel}>
      <div className="dialog__frame">
        <h2 className="headline headline--4" id={`${id}title`}>
          {question.title}
        </h2>
        {question.fields.map(({ label, hint, isLong }, index) => {
          const Field = isLong ? 'textarea' : 'input';
          const error = refusal?.field === index ? refusal.message : '';
          return (
            <div className="field" key={label}>
              <label className="field__label" htmlFor={`${id}${index}`}>
                {label}
              </label>
              <Field
                className="field__input"
                id={`${id}${index}`}
                rows={isLong ? 4 : undefined}
                value={values[index]}
                onChange={({ target }) =>
                  setValues(values.map((other, at) => (at === index ? target.value : other)))
                }
                onKeyDown={onKeyDown}
                aria-invalid={error ? true : undefined}
                aria-describedby={`${id}${index}words`}
                autoComplete="off"
              />
              <p className={error ? 'field__error' : 'field__hint'} id={`${id}${index}words`}>
                {error || hint}
              </p>
            </div>
          );
        })}
        <DialogButtons
          onCancel={() => {
            question.cancel?.();
            close();
          }}
          onApply={save}
        >
          {question.other && (
            <button
              type="button"
              className="button button--quiet"
              onClick={() => {
                question.other?.act();
                close();
              }}
            >
              {question.other.label}
            </button>
          )}
        </DialogButtons>
      </div>
    </dialog>,
    document.body,
  );
}

interface DialogButtonsProps {
  onCancel(): void;
  onApply(): void;
  /** Other buttons, shown first. */
  children?: ReactNode;
}

/** Cancel and Apply. */
export function DialogButtons({ onCancel, onApply, children }: DialogButtonsProps) {
  return (
    <div className="dialog__foot">
      {children}
      <button type="button" className="button button--quiet" onClick={onCancel}>
        Cancel
      </button>
      <button type="button" className="button" onClick={onApply}>
        Apply
      </button>
    </div>
  );
}
