// A native progress bar with a label and a text.
import { useId } from 'react';

interface ProgressBarProps {
  /** The label, read aloud with the bar. */
  label: string;
  value: number;
  max: number;
  /** The text; `12 of 30` by default. */
  text?: string;
  /** Shows only the bar; label and text are for screen readers. */
  bare?: boolean;
}

export function ProgressBar({ label, value, max, text, bare = false }: ProgressBarProps) {
  const id = useId();
  const shown = text ?? `${value.toLocaleString('en-US')} of ${max.toLocaleString('en-US')}`;
  return (
    <div className={bare ? 'progress progress--bare' : 'progress'}>
      <p className={bare ? 'sr-only' : 'progress__content'}>
        <label className="progress__label" htmlFor={id}>
          {label}
        </label>
        <span className="progress__text">{shown}</span>
      </p>
      {/* With max 0, browsers would draw an indeterminate bar. */}
      <progress className="progress__bar" id={id} value={max === 0 ? 1 : value} max={Math.max(1, max)}>
        {shown}
      </progress>
    </div>
  );
}
