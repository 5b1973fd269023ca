// The dialog that chooses the article or call to action that a block shows. Loaded when it is first opened.
import type Quill from 'quill';
import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { DYNAMIC_BLOCKS, toDynamicFigure } from '~/lib/html/dynamic-blocks';
import { writeHtml } from '~/lib/html/html-tree';
import { SHORTEST_SEARCH, useFound } from '../../use-found';
import type { FindLinks, LinkChoice } from '../tools/typed-link';
import { insertAtomic } from './insert-block';

/** The blocks that show something chosen by the editor. */
export type TargetKind = 'article' | 'cta';

export interface TargetDialogProps {
  quill: Quill;
  kind: TargetKind;
  find: FindLinks;
  onClose(): void;
}

const TEXTS = {
  article: {
    label: 'Title of the article',
    hint: 'Type at least two characters.',
    none: 'No articles match',
    failed: 'Articles can’t be searched right now.',
    shortest: SHORTEST_SEARCH,
  },
  cta: {
    label: 'Title of the call to action',
    hint: '',
    none: 'No active calls to action match',
    failed: 'Calls to action can’t be loaded right now.',
    shortest: 0,
  },
} as const;

const stop = (event: SyntheticEvent) => event.stopPropagation();

export function TargetDialog({ quill, kind, find, onClose }: TargetDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const id = useId();
  const { label, hint, none, failed, shortest } = TEXTS[kind];
  const { found, isLoading, hasFailed } = useFound(text, find, shortest);
  useEffect(() => dialog.current?.showModal(), []);

  // Before anything else, because the text box cannot receive focus earlier.
  const close = () => {
    dialog.current?.close();
    onClose();
    quill.blur();
    quill.focus();
  };
  const choose = (choice: LinkChoice) => {
    close();
    quill.history.cutoff();
    insertAtomic(quill, writeHtml([toDynamicFigure(kind, choice)]));
    quill.history.cutoff();
  };
  /** Arrow keys move between the field and the results. Enter in the field adds the only result, or moves to the first. */
  const press = (event: KeyboardEvent<HTMLDialogElement>) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const places = [...event.currentTarget.querySelectorAll<HTMLElement>('input, .target-list__choice')];
    const at = places.findIndex((place) => place === event.target);
    const isEnter = event.key === 'Enter' && at === 0;
    const step = event.key === 'ArrowDown' || isEnter ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || at < 0) return;
    event.preventDefault();
    if (isEnter && found.length === 1 && found[0]) choose(found[0]);
    else places[at + step]?.focus();
  };
  const status = () => {
    if (isLoading) return 'Loading...';
    if (hasFailed) return failed;
    if (found.length > 0) return `${found.length} found`;
    if (text.trim().length < shortest) return hint;
    return text.trim() ? `${none} “${text.trim()}”.` : 'There are no active calls to action.';
  };
  return createPortal(
    // These events must not reach the editor and its form.
    <dialog
      className="dialog"
      ref={dialog}
      aria-labelledby={`${id}title`}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onInput={stop}
      onChange={stop}
      onClick={stop}
      onKeyDown={press}
    >
      <div className="dialog__frame">
        <h2 className="headline headline--4" id={`${id}title`}>
          Add {DYNAMIC_BLOCKS[kind].toLowerCase()}
        </h2>
        <div className="field">
          <label className="field__label" htmlFor={`${id}text`}>
            {label}
          </label>
          <input
            className="field__input"
            id={`${id}text`}
            type="search"
            value={text}
            onChange={({ target }) => setText(target.value)}
            aria-describedby={`${id}status`}
            autoComplete="off"
          />
          <p className="field__hint" id={`${id}status`} role="status">
            {status()}
          </p>
        </div>
        {found.length > 0 && (
          <ul className="target-list">
            {found.map((choice) => (
              <li key={choice.id}>
                <button type="button" className="target-list__choice" onClick={() => choose(choice)}>
                  {choice.title}
                  {choice.note && <small> {choice.note}</small>}
                </button>
              </li>
            ))}
          </ul>
        )}
        <div className="dialog__foot">
          <button type="button" className="button button--quiet" onClick={close}>
            Cancel
          </button>
        </div>
      </div>
    </dialog>,
    document.body,
  );
}
