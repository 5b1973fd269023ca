// A form for what is stored is drawn anew when that has changed. One that was refused stays as it is: it holds what was
// typed, and the button that was pressed has the focus.
import { useRef } from 'react';

/**
 * The key of such a form.
 * @param state of what is stored
 */
export function useKeptKey(state: string, isRefused: boolean): string {
  const key = useRef(state);
  if (!isRefused) key.current = state;
  return key.current;
}
