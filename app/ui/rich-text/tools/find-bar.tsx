// Find and replace, below the text. Loaded when the browser is idle.
import Quill from 'quill';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { opsIn } from '../html/rich-op';
import { findMatches, matchFrom, type TextMatch, textWithObjects } from './find-matches';
import { markMatches, scrollToMatch, unmarkMatches } from './mark-matches';
import { replaceMatches } from './replace-matches';

/** How the bar was opened; a new object each time. */
export interface FindStart {
  /** The selected text, or ''. */
  text: string;
  /** Quill's index of the cursor. */
  from: number;
  withReplace: boolean;
}

export interface FindBarProps {
  quill: Quill;
  start: FindStart;
  onClose(): void;
}

const LONGEST = 200;

export function FindBar({ quill, start, onClose }: FindBarProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const selectedFor = useRef<FindStart | null>(null);
  const [query, setQuery] = useState('');
  const [replacement, setReplacement] = useState('');
  const [options, setOptions] = useState({ matchCase: false, wholeWords: false });
  const [isReplacing, setReplacing] = useState(false);
  const [from, setFrom] = useState(0);
  const [replaced, setReplaced] = useState<number | null>(null);
  const [changes, setChanges] = useState(0);

  useEffect(() => {
    if (start.text) setQuery(start.text);
    setFrom(start.from);
    setReplaced(null);
    if (start.withReplace) setReplacing(true);
    field.current?.focus();
  }, [start]);
  // Selects the text once, as soon as React has filled the field. Selecting it again later would make
  // the next typed character replace it.
  useLayoutEffect(() => {
    if (selectedFor.current === start || (start.text && start.text !== query)) return;
    selectedFor.current = start;
    field.current?.select();
  }, [start, query]);
  useEffect(() => {
    const onChange = () => setChanges((count) => count + 1);
    quill.on(Quill.events.TEXT_CHANGE, onChange);
    return () => {
      quill.off(Quill.events.TEXT_CHANGE, onChange);
      unmarkMatches();
    };
  }, [quill]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: searches again when the text has changed
  const { matches, fixed } = useMemo(() => {
    const blocks = [...quill.root.querySelectorAll('.rich-block__view')].map(
      (view) => view.textContent ?? '',
    );
    return {
      matches: findMatches(textWithObjects(opsIn(quill)), query, options),
      fixed: blocks.reduce((count, text) => count + findMatches(text, query, options).length, 0),
    };
  }, [quill, query, options, changes]);
  const at = matchFrom(matches, from);
  const current = matches[at];
  useEffect(() => markMatches(quill, matches, current), [quill, matches, current]);
  const place = current?.index;
  // biome-ignore lint/correctness/useExhaustiveDependencies: not while someone types in the text
  useEffect(() => {
    if (current) scrollToMatch(quill, current);
  }, [quill, place, query, options]);

  const go = (step: number) => {
    setReplaced(null);
    const next = matches[(at + step + matches.length) % matches.length];
    if (next) setFrom(next.index);
  };
  const replace = (some: readonly TextMatch[]) => {
    const [first] = some;
    if (!first) return;
    replaceMatches(quill, some, replacement);
    setFrom(first.index + replacement.length);
    setReplaced(some.length);
    field.current?.closest('.find-bar')?.contains(document.activeElement) || field.current?.focus();
  };
  const close = () => {
    onClose();
    if (current) quill.setSelection(current.index, current.length, Quill.sources.USER);
    else quill.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  /** Enter would submit the form. */
  const onEnter = (act: (isBack: boolean) => void) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act(event.shiftKey);
  };
  const option = (name: keyof typeof options, label: string) => (
    <button
      type="button"
      className="find-bar__tool"
      aria-pressed={options[name]}
      onClick={() => setOptions({ ...options, [name]: !options[name] })}
    >
      {label}
    </button>
  );
  const also =
    fixed > 0 ? ` ${matches.length > 0 ? 'and ' : ''}${fixed} in blocks you can’t edit as text` : '';
  const found = current ? `${at + 1} of ${matches.length}` : fixed > 0 ? '' : 'No matches';
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers before 2023 do not know the search element
    <div className="find-bar" role="search" aria-label="Find and replace" onKeyDown={onKeyDown}>
      <div className="find-bar__row">
        <input
          ref={field}
          className="field__input find-bar__field"
          aria-label="Find"
          aria-describedby={`${id}count`}
          placeholder="Find"
          autoComplete="off"
          spellCheck={false}
          maxLength={LONGEST}
          value={query}
          onChange={({ target }) => {
            setQuery(target.value);
            setReplaced(null);
          }}
          onKeyDown={onEnter((isBack) => go(isBack ? -1 : 1))}
        />
        <button type="button" className="find-bar__tool" aria-label="Previous match" onClick={() => go(-1)}>
          ↑
        </button>
        <button type="button" className="find-bar__tool" aria-label="Next match" onClick={() => go(1)}>
          ↓
        </button>
        {option('matchCase', 'Match case')}
        {option('wholeWords', 'Whole words')}
        <button
          type="button"
          className="find-bar__tool"
          aria-expanded={isReplacing}
          aria-controls={`${id}replace`}
          onClick={() => setReplacing(!isReplacing)}
        >
          Replace…
        </button>
        <button type="button" className="find-bar__tool find-bar__close" aria-label="Close" onClick={close}>
          ×
        </button>
      </div>
      <div className="find-bar__row" id={`${id}replace`} hidden={!isReplacing}>
        <input
          className="field__input find-bar__field"
          aria-label="Replace with"
          placeholder="Replace with"
          autoComplete="off"
          maxLength={LONGEST}
          value={replacement}
          onChange={({ target }) => setReplacement(target.value)}
          onKeyDown={onEnter(() => current && replace([current]))}
        />
        <button
          type="button"
          className="find-bar__tool"
          onClick={() => current && replace([current])}
          aria-disabled={!current}
        >
          Replace
        </button>
        <button
          type="button"
          className="find-bar__tool"
          onClick={() => replace(matches)}
          aria-disabled={!current}
        >
          Replace All
        </button>
      </div>
      <p className="find-bar__count" id={`${id}count`} role="status">
        {replaced !== null && `Replaced ${replaced}. `}
        {query && found + also}
      </p>
    </div>
  );
}
