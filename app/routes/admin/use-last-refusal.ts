// A refused form that is sent again and never arrives is answered with nothing (`unsent-forms.tsx`). It stays the refused
// form that it was: another one in its place would begin with what is stored.
import { useRef } from 'react';

/** @param state of what the form is about: a refusal goes when that has changed */
export function useLastRefusal<T>(refused: T | null, state: string): T | null {
  const last = useRef<{ refused: T; state: string } | null>(null);
  if (refused) last.current = { refused, state };
  else if (last.current?.state !== state) last.current = null;
  return refused ?? last.current?.refused ?? null;
}
