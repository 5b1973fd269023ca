// Keeps the conflict page open until the merge was saved or returned as a form. Revalidation alone does not
// close it, even when it finds a newer version.
import { useNavigation } from '@remix-run/react';
import { useRef } from 'react';
import type { RefusedArticle } from '~/http/admin/article-form.server';
import { useWhenUnsent } from '~/ui/unsent-forms';

/** A refused save with both versions. */
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
    // Only a submission that the server answered counts.
    if (state === 'loading' && !isUnsent.current) isTaken.current = true;
  } else {
    if (isTaken.current && !answer) held.current = null;
    isTaken.current = false;
    isUnsent.current = false;
  }
  return held.current;
}

const isConflict = (answer: RefusedArticle): answer is Conflict => answer.conflict !== null;
