// How far something is: the browser's own bar, with words beside it.
import { useId } from 'react';

interface ProgressBarProps {
  /** What it is about; read aloud with the bar. */
  label: string;
  value: number;
  max: number;
  /** The words shown; `12 of 30` unless given. */
  text?: string;
  /** The bar alone shows; the words are still read aloud. */
  bare?: boolean;
}

export function ProgressBar({ label, value, max, text, bare = false }: ProgressBarProps) {
  const id = useId();
  const words = text ?? `${value.toLocaleString('en-US')} of ${max.toLocaleString('en-US')}`;
  return (
    <div className={bare ? 'progress progress--bare' : 'progress'}>
      <p className={bare ? 'sr-only' : 'progress__words'}>
        <label className="progress__label" htmlFor={id}>
          {label}
        </label>
        <span className="progress__text">{words}</span>
      </p>
      {/* An empty one would be drawn as "nobody knows how far". */}
      <progress className="progress__bar" id={id} value={max === 0 ? 1 : value} max={Math.max(1, max)}>
        {words}
      </progress>
    </div>
  );
}
