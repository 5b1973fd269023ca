// A conflict stays on the page until parts of both were chosen and saved, or given back as a form. That the stored article is
// asked for again meanwhile, and says something newer still, is no end of it.
import { useNavigation } from '@remix-run/react';
import { useRef } from 'react';
import type { RefusedArticle } from './editor-form.server';

/** A stale save, and both versions. */
export interface Conflict extends RefusedArticle {
  conflict: NonNullable<RefusedArticle['conflict']>;
}

/** @param version that is stored, as the page knows it now */
export function useConflict(answer: RefusedArticle | null, version: number): Conflict | null {
  const held = useRef<Conflict | null>(null);
  /** What was stored when the parts that were chosen went off. */
  const sentOver = useRef<number | null>(null);
  const { formData } = useNavigation();
  if (answer) held.current = isConflict(answer) ? answer : null;
  if (formData?.get('intent') === 'merge') sentOver.current ??= version;
  else {
    const isSaved = sentOver.current !== null && sentOver.current !== version;
    if (isSaved && !answer) held.current = null;
    sentOver.current = null;
  }
  return held.current;
}

const isConflict = (answer: RefusedArticle): answer is Conflict => answer.conflict !== null;
