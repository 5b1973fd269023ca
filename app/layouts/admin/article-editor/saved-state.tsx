// The editor's save status, shown beside the button.

import { RelativeTime } from '../list/relative-time';
import type { SavedState } from './use-unsaved';

interface SavedStateLineProps {
  state: SavedState;
  /** ISO 8601; null before the first save. */
  savedAt: string | null;
  signInPath: string;
}

export function SavedStateLine({ state, savedAt, signInPath }: SavedStateLineProps) {
  return (
    <p className={`editor__state editor__state--${state.kind}`} role="status">
      <StateText state={state} savedAt={savedAt} signInPath={signInPath} />
    </p>
  );
}

function StateText({ state, savedAt, signInPath }: SavedStateLineProps) {
  switch (state.kind) {
    case 'saved':
      return savedAt ? (
        <>
          Saved <RelativeTime at={savedAt} />
        </>
      ) : null;
    case 'unsaved':
      return <>Unsaved changes</>;
    case 'copied':
      return (
        <>
          Draft saved <RelativeTime at={state.at} />
        </>
      );
    case 'unreachable':
      return <>No connection. Saved in this browser</>;
    case 'here':
      return <>Saved in this browser</>;
    case 'signed-out':
      return (
        <>
          Signed out. Saved in this browser.{' '}
          <a className="link" href={signInPath} target="_blank" rel="noopener">
            Sign in
          </a>
        </>
      );
  }
}
