// A conflict stays on the page until parts of both were chosen and saved, or given back as a form. That the stored article is
// asked for again meanwhile, and says something newer still, is no end of it.
import { useNavigation } from '@remix-run/react';
import { useRef } from 'react';
import { useWhenUnsent } from '~/ui/unsent-forms';
import type { RefusedArticle } from './editor-form.server';

/** A stale save, and both versions. */
export interface Conflict extends RefusedArticle {
  conflict: NonNullable<RefusedArticle['conflict']>;
}

export function useConflict(answer: RefusedArticle | null): Conflict | null {
  const held = useRef<Conflict | null>(null);
  const isTaken = useRef(false);
  const isUnsent = useRef(false);
  const { state, formData } = useNavigation();
  useWhenUnsent(() => {
    isUnsent.current = true;
  });
  if (answer) held.current = isConflict(answer) ? answer : null;
  if (formData?.get('intent') === 'merge') {
    // Only what was answered leads on to a page.
    if (state === 'loading' && !isUnsent.current) isTaken.current = true;
  } else {
    if (isTaken.current && !answer) held.current = null;
    isTaken.current = false;
    isUnsent.current = false;
  }
  return held.current;
}

const isConflict = (answer: RefusedArticle): answer is Conflict => answer.conflict !== null;
