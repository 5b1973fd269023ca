// Opens the search with `/`, Ctrl+K or Cmd+K, unless the focus is in a text field.
import { useEffect } from 'react';

const TYPING = 'input, textarea, select, [contenteditable], [contenteditable] *, dialog[open] *';

export function useSearchShortcut(onSearch: () => void) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const commandK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;
      const slash =
        event.key === '/' &&
        !(event.ctrlKey || event.metaKey || event.altKey) &&
        !(event.target instanceof Element && event.target.matches(`:is(${TYPING}):not([readonly])`));
      if (!commandK && !slash) return;
      event.preventDefault();
      onSearch();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [onSearch]);
}
