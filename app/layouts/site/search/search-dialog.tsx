// The search dialog. Loaded when first opened; a native <dialog> traps the focus and closes on Escape.
import { Form, Link, useNavigate } from '@remix-run/react';
import { type FormEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { SEARCH_QUERY_LIMIT } from '~/features/search/search-query';
import { reportFinishedSearch } from '~/features/search/ui/report-search';
import { Icon } from '~/ui/icon';
import { RecentList } from './recent-list';
import { useRecentSearches } from './recent-searches';
import { SearchAnswer } from './search-results';
import { useArticleSearch } from './use-article-search';

interface SearchDialogProps {
  open: boolean;
  onClose: () => void;
}

export function SearchDialog({ open, onClose }: SearchDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const search = useArticleSearch(typed);
  const recent = useRecentSearches();
  const navigate = useNavigate();

  useEffect(() => {
    if (open && !dialog.current?.open) {
      dialog.current?.showModal();
      input.current?.focus();
      input.current?.select();
    }
    if (!open) dialog.current?.close();
  }, [open]);

  /** Call when a link is followed: adds the query to the recent searches. */
  const choose = (searched = typed) => {
    recent.remember(searched);
    setTyped('');
    onClose();
  };
  /** Call when the dialog closes or one of its articles is opened. */
  const report = (opened?: string) => {
    const { state, query, results } = search;
    if (state === 'done') reportFinishedSearch(query, results.total, opened);
  };
  const chooseResult = (slug?: string) => {
    report(slug);
    choose();
  };
  const close = () => {
    report();
    onClose();
  };
  /** The browser's close event may arrive after the dialog was opened again. */
  const afterClosing = () => {
    if (!dialog.current?.open) close();
  };
  const fullSearch = typed.trim() ? `/search?q=${encodeURIComponent(typed.trim())}` : '/search';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    navigate(fullSearch);
    choose();
  };
  /** The removed button had the focus. */
  const afterRemoval = () => input.current?.focus();
  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) close();
  };

  /** Moves the focus between the field and all links to results with the arrow keys. */
  const walk = (event: KeyboardEvent) => {
    // Otherwise the first Escape only clears the search field.
    if (event.key === 'Escape') {
      event.preventDefault();
      return close();
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (!step || !dialog.current) return;
    const links = dialog.current.querySelectorAll<HTMLElement>('.search-dialog__body a');
    const stops = [input.current, ...links];
    const here = stops.indexOf(document.activeElement as HTMLElement & HTMLInputElement);
    event.preventDefault();
    stops[Math.min(Math.max(here + step, 0), stops.length - 1)]?.focus();
  };

  return (
    <dialog
      className="search-dialog"
      ref={dialog}
      aria-labelledby="search-dialog-title"
      onClose={afterClosing}
      onClick={closeOnBackdrop}
      onKeyDown={walk}
    >
      <div className="search-dialog__frame">
        <div className="search-dialog__head">
          <h2 className="search-dialog__title" id="search-dialog-title">
            Search Articles
          </h2>
          <button className="button button--icon" type="button" onClick={close}>
            <Icon name="close" />
            <span className="sr-only">Close</span>
          </button>
        </div>
        <Form
          className="search-dialog__form"
          action="/search"
          role="search"
          aria-label="Articles"
          onSubmit={submit}
        >
          <Icon name="search" size={22} />
          <input
            className="search-dialog__input"
            ref={input}
            type="search"
            name="q"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            placeholder="What would you like to read about?"
            aria-label="Search articles"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={SEARCH_QUERY_LIMIT}
          />
        </Form>
        <div className="search-dialog__body" aria-busy={search.state === 'pending'}>
          <SearchAnswer search={search} onChoose={(slug) => chooseResult(slug)} />
          {typed.trim() === '' && (
            <RecentList
              searches={recent.list}
              onChoose={choose}
              onRemove={(text) => {
                recent.forget(text);
                afterRemoval();
              }}
              onClear={() => {
                recent.clear();
                afterRemoval();
              }}
            />
          )}
        </div>
        <div className="search-dialog__foot">
          <p className="meta search-dialog__keys" aria-hidden="true">
            <kbd className="keycap">↑</kbd> <kbd className="keycap">↓</kbd> to move,{' '}
            <kbd className="keycap">Enter</kbd> to read, <kbd className="keycap">Esc</kbd> to close
          </p>
          <Link className="link" to={fullSearch} onClick={() => choose()}>
            Open the full search
          </Link>
        </div>
      </div>
    </dialog>
  );
}
