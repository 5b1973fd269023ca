// Asks before a form with unsaved changes is left.
import { useBeforeUnload, useBlocker } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';
import { useWhenUnsent } from '~/ui/unsent-forms';

const QUESTION = 'Leave without saving? Your changes will be lost.';

/** Returns handlers for the form. `initially` is true for a form that was returned with unsaved text. */
export function useUnsavedWarning(initially: boolean): { onInput(): void; onSubmit(): void } {
  const changed = useRef(initially);
  if (initially) changed.current = true;
  useBeforeUnload(
    useCallback((event) => {
      if (changed.current) event.preventDefault();
    }, []),
  );
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      changed.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useWhenUnsent(() => {
    changed.current = true;
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(QUESTION)) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
  return {
    onInput: () => {
      changed.current = true;
    },
    onSubmit: () => {
      changed.current = false;
    },
  };
}
