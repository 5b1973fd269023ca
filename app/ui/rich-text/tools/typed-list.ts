// Makes the text box a combobox while a list follows the text typed in it. The focus stays in the text.
import Quill from 'quill';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

interface TypedList {
  quill: Quill;
  /** False for a list with its own field. */
  isTyped: boolean;
  listId: string;
  /** Id of the selected option; undefined without options. */
  optionId: string | undefined;
  /** Whether the list handled the key. */
  press(key: string): boolean;
  /** Called when the text or the cursor has changed, and once at the start. */
  read(): void;
}

export function useTypedList({ quill, isTyped, listId, optionId, press, read }: TypedList): void {
  const calls = useRef({ press, read });
  calls.current = { press, read };

  useEffect(() => {
    if (!isTyped) return;
    const { root } = quill;
    let isOpen = true;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      waiting = undefined;
      calls.current.read();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      // The key is meant for the list of all text typed before it.
      if (waiting !== undefined) {
        clearTimeout(waiting);
        flushSync(read);
      }
      if (!isOpen || !calls.current.press(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Browsers move the cursor after they report the typed text.
    const onChange = () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => flushSync(read));
    };
    read();
    root.addEventListener('keydown', onKeyDown, true);
    quill.on(Quill.events.EDITOR_CHANGE, onChange);
    return () => {
      isOpen = false;
      clearTimeout(waiting);
      root.removeEventListener('keydown', onKeyDown, true);
      quill.off(Quill.events.EDITOR_CHANGE, onChange);
    };
  }, [quill, isTyped]);

  useEffect(() => {
    if (!isTyped) return;
    const { root } = quill;
    const before = root.getAttribute('aria-multiline');
    root.setAttribute('role', 'combobox');
    root.removeAttribute('aria-multiline');
    root.setAttribute('aria-autocomplete', 'list');
    root.setAttribute('aria-haspopup', 'listbox');
    return () => {
      for (const name of ['autocomplete', 'expanded', 'haspopup', 'controls', 'activedescendant'])
        root.removeAttribute(`aria-${name}`);
      root.setAttribute('role', 'textbox');
      if (before) root.setAttribute('aria-multiline', before);
    };
  }, [quill, isTyped]);

  useEffect(() => {
    const { root } = quill;
    if (isTyped) root.setAttribute('aria-expanded', String(Boolean(optionId)));
    if (isTyped && optionId) {
      root.setAttribute('aria-controls', listId);
      root.setAttribute('aria-activedescendant', optionId);
    } else for (const name of ['controls', 'activedescendant']) root.removeAttribute(`aria-${name}`);
    if (optionId) document.getElementById(optionId)?.scrollIntoView({ block: 'nearest' });
  }, [quill, isTyped, listId, optionId]);
}
