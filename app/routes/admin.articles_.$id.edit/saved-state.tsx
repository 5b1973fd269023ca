// Whether everything is saved, in a few quiet words beside the button.

import { Moment } from '../admin/moment';
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
      <Words state={state} savedAt={savedAt} signInPath={signInPath} />
    </p>
  );
}

function Words({ state, savedAt, signInPath }: SavedStateLineProps) {
  switch (state.kind) {
    case 'saved':
      return savedAt ? (
        <>
          Saved <Moment at={savedAt} />
        </>
      ) : null;
    case 'unsaved':
      return <>Unsaved changes</>;
    case 'copied':
      return (
        <>
          Draft kept <Moment at={state.at} />
        </>
      );
    case 'away':
      return <>No connection: kept in this browser</>;
    case 'here':
      return <>Kept in this browser</>;
    case 'signed-out':
      return (
        <>
          Signed out: kept in this browser.{' '}
          <a className="link" href={signInPath} target="_blank" rel="noopener">
            Sign in
          </a>
        </>
      );
  }
}
