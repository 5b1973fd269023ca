// Words from an earlier visit that this browser kept because they were not saved: brought back or discarded.
import { Moment } from './moment';

interface KeptWordsProps {
  title: string;
  /** ISO 8601. */
  savedAt: string;
  onRestore(): void;
  onDiscard(): void;
}

export function KeptWords({ title, savedAt, onRestore, onDiscard }: KeptWordsProps) {
  return (
    <div className="editor__offer">
      <p>
        This browser kept words that were not saved: <strong>{title || 'Untitled'}</strong>,{' '}
        <Moment at={savedAt} />.
      </p>
      <button className="button" type="button" onClick={onRestore}>
        Restore
      </button>
      <button className="button button--quiet" type="button" onClick={onDiscard}>
        Discard
      </button>
    </div>
  );
}
