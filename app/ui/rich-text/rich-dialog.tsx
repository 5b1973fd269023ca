// The editor's dialogs with one field. Not a <form>, because it is inside one.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

export interface Question {
  title: string;
  label: string;
  hint: string;
  value: string;
  /** Applies the value, or returns an error message. */
  answer(value: string): string | null;
  /** A second button, such as Remove link. */
  other?: { label: string; act(): void } | undefined;
}

export function RichDialog({ question, onClose }: { question: Question; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [value, setValue] = useState(question.value);
  const [refusal, setRefusal] = useState('');
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector('input')?.select();
  }, []);

  const save = () => {
    const reason = question.answer(value.trim());
    if (reason) setRefusal(reason);
    else onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    save();
  };
  return createPortal(
    <dialog className="dialog" ref={dialog} aria-labelledby={`${id}title`} onCancel={onClose}>
      <div className="dialog__frame">
        <h2 className="headline headline--4" id={`${id}title`}>
          {question.title}
        </h2>
        <div className="field">
          <label className="field__label" htmlFor={`${id}value`}>
            {question.label}
          </label>
          <input
            className="field__input"
            id={`${id}value`}
            value={value}
            onChange={(event) => setValue(event.target.value)}
            onKeyDown={onKeyDown}
            aria-invalid={refusal ? true : undefined}
            aria-describedby={`${id}words`}
            autoComplete="off"
          />
          <p className={refusal ? 'field__error' : 'field__hint'} id={`${id}words`}>
            {refusal || question.hint}
          </p>
        </div>
        <div className="dialog__foot">
          {question.other && (
            <button
              type="button"
              className="button button--quiet"
              onClick={() => {
                question.other?.act();
                onClose();
              }}
            >
              {question.other.label}
            </button>
          )}
          <button type="button" className="button button--quiet" onClick={onClose}>
            Cancel
          </button>
          <button type="button" className="button" onClick={save}>
            Apply
          </button>
        </div>
      </div>
    </dialog>,
    document.body,
  );
}
