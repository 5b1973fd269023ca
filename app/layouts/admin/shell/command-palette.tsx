// The command palette: a dialog that finds screens, actions and articles. Loaded when the browser is idle.
import { useLocation, useNavigate } from '@remix-run/react';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { statusLabel } from '~/features/articles/list/article-list-view';
import { useFound } from '~/ui/use-found';
import { AdminIcon } from './admin-icon';
import { type AdminCommand, findCommands, listCommands, listScreenCommands } from './admin-sections';
import { findOwnChoices } from './article-choices';
import type { CommandDialogProps } from './command-dialog';
import { useMay } from './use-may';

export function CommandPalette({ onClose, onShortcuts }: CommandDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const may = useMay();
  const { pathname } = useLocation();
  const [commands] = useState(() => [...listScreenCommands(pathname), ...listCommands(may)]);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { found: articles, isLoading, hasFailed } = useFound(may('own articles') ? text : '', findOwnChoices);
  const found = useMemo(
    () => [
      ...findCommands(commands, text),
      ...articles.map(
        ({ id, title, status }): AdminCommand => ({
          label: title,
          to: `/admin/articles/${id}/edit`,
          icon: 'articles',
          note: statusLabel(status),
        }),
      ),
    ],
    [commands, text, articles],
  );
  const index = Math.min(active, found.length - 1);
  const chosen = found[index];
  const optionId = chosen && `${id}${index}`;

  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    if (optionId) document.getElementById(optionId)?.scrollIntoView({ block: 'nearest' });
  }, [optionId]);

  // Closing the dialog returns the focus, so it comes before the dialog is removed.
  const close = () => {
    dialog.current?.close();
    onClose();
  };
  const choose = ({ to, label }: AdminCommand) => {
    close();
    if (typeof to === 'string') return navigate(to);
    // The screen may have been rendered again since the palette opened.
    const element = to.isConnected ? to : document.querySelector<HTMLElement>(`[data-command="${label}"]`);
    element?.click();
  };
  const moves: Record<string, number> = {
    ArrowDown: (index + 1) % found.length,
    ArrowUp: (index + found.length - 1) % found.length,
    Home: 0,
    End: found.length - 1,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (nativeEvent.isComposing || ctrlKey || metaKey || altKey || shiftKey) return;
    const next = moves[key];
    if (key === 'Enter' && chosen) choose(chosen);
    else if (next !== undefined && chosen) setActive(next);
    else return;
    event.preventDefault();
  };
  const closeBeside = ({ target }: MouseEvent) => {
    if (target === dialog.current) close();
  };
  const isSearching = isLoading && !chosen;
  const status = isSearching ? 'Searching...' : chosen ? `${found.length} found` : 'No matches';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog
    <dialog
      className="dialog palette"
      ref={dialog}
      aria-label="Commands"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={closeBeside}
    >
      <input
        className="field__input palette__field"
        type="text"
        role="combobox"
        aria-label={
          may('own articles') ? 'Find a screen, an action or an article' : 'Find a screen or an action'
        }
        aria-autocomplete="list"
        aria-expanded={Boolean(chosen)}
        aria-controls={chosen && `${id}list`}
        aria-activedescendant={optionId}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder={may('own articles') ? 'Screen, action or article title' : 'Screen or action'}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      {chosen && (
        <div className="palette__list" id={`${id}list`} role="listbox" aria-label="Commands" tabIndex={-1}>
          {found.map((command, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
            <div
              className="palette__option"
              role="option"
              id={`${id}${at}`}
              aria-selected={at === index}
              key={typeof command.to === 'string' ? command.to : command.label}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setActive(at)}
              onClick={() => choose(command)}
            >
              <AdminIcon name={command.icon} />
              <span className="palette__label">{command.label}</span>
              <span className="palette__note">{command.note}</span>
            </div>
          ))}
        </div>
      )}
      <p className={chosen ? 'sr-only' : 'palette__none'} role="status">
        {status}
      </p>
      {hasFailed && <p className="palette__none">Articles can’t be searched right now.</p>}
      <button
        className="button button--quiet palette__shortcuts"
        type="button"
        onClick={() => {
          close();
          onShortcuts();
        }}
      >
        Keyboard Shortcuts <kbd className="keycap">?</kbd>
      </button>
    </dialog>
  );
}
