// A button that looks like a search field and opens the search dialog. Without JavaScript it leads to the
// search page.
import type { FormEvent, KeyboardEvent } from 'react';
import { Icon } from '~/ui/icon';

interface SearchBoxProps {
  onOpen: () => void;
  /** Called on hover or focus, to preload the dialog's code. */
  onApproach: () => void;
}

export function SearchBox({ onOpen, onApproach }: SearchBoxProps) {
  const open = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    onOpen();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser knows <search>
    <form
      className="search-box"
      action="/search"
      role="search"
      aria-label="Site"
      onSubmit={open}
      onPointerEnter={onApproach}
    >
      <input
        className="search-box__input"
        type="search"
        readOnly
        placeholder="Search articles"
        aria-label="Search articles"
        aria-haspopup="dialog"
        onFocus={onApproach}
        onClick={onOpen}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ' ' || event.key === 'ArrowDown') open(event);
        }}
      />
      <span className="keycap needs-js" aria-hidden="true">
        /
      </span>
      <button className="search-box__button" type="submit">
        <Icon name="search" />
        <span className="sr-only">Search</span>
      </button>
    </form>
  );
}
