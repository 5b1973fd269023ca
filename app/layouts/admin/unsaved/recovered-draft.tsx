// Offers to restore or discard an unsaved draft from this browser.
import { RelativeTime } from '../list/relative-time';

interface RecoveredDraftProps {
  title: string;
  /** ISO 8601. */
  savedAt: string;
  onRestore(): void;
  onDiscard(): void;
}

export function RecoveredDraft({ title, savedAt, onRestore, onDiscard }: RecoveredDraftProps) {
  return (
    <div className="editor__offer">
      <p>
        This browser has an unsaved draft: <strong>{title || 'Untitled'}</strong>,{' '}
        <RelativeTime at={savedAt} />.
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
