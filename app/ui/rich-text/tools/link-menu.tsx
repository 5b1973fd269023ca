// The list of articles to link to, opened by "[[". Loaded when the browser is idle.
import type Quill from 'quill';
import { useEffect, useId, useRef, useState } from 'react';
import { SHORTEST_SEARCH, useFound } from '../../use-found';
import { type FindLinks, insertTypedLink, type LinkChoice, readTypedLink } from './typed-link';
import { useTypedList } from './typed-list';

export interface LinkMenuProps {
  quill: Quill;
  findLinks: FindLinks;
  /** Where to show it, in pixels from the editor's corner. */
  left: number;
  top: number;
  onClose(): void;
}

export function LinkMenu({ quill, findLinks, left, top, onClose }: LinkMenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { found, isLoading, hasFailed } = useFound(text, findLinks);
  const chosen = found[Math.min(active, found.length - 1)];
  const optionId = chosen && id + chosen.id;

  const choose = (choice: LinkChoice) => {
    onClose();
    insertTypedLink(quill, choice);
  };
  const press = (key: string): boolean => {
    if (key === 'Escape') onClose();
    else if (isLoading) return key === 'Enter' || key === 'Tab';
    else if (!chosen) return false;
    else if (key === 'Enter' || key === 'Tab') choose(chosen);
    else if (key === 'ArrowDown') setActive((active + 1) % found.length);
    else if (key === 'ArrowUp') setActive((active + found.length - 1) % found.length);
    else return false;
    return true;
  };
  const read = () => {
    const typed = readTypedLink(quill);
    if (typed === null) onClose();
    else if (typed !== text) {
      setText(typed);
      setActive(0);
    }
  };
  useTypedList({ quill, isTyped: true, listId: `${id}list`, optionId, press, read });
  useEffect(() => {
    menu.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const status = () => {
    if (text.trim().length < SHORTEST_SEARCH) return 'Type the title of an article.';
    if (isLoading) return 'Searching...';
    if (hasFailed) return 'Articles can’t be searched right now.';
    return chosen ? `${found.length} found` : `No articles match “${text.trim()}”.`;
  };
  return (
    <div className="block-menu" ref={menu} style={{ insetInlineStart: left, insetBlockStart: top }}>
      {chosen && (
        <div className="block-menu__list" id={`${id}list`} role="listbox" aria-label="Articles">
          {found.map((choice) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text box handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text box
            <div
              className="block-menu__option"
              role="option"
              id={id + choice.id}
              aria-selected={choice === chosen}
              key={choice.id}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setActive(found.indexOf(choice))}
              onClick={() => choose(choice)}
            >
              {choice.title}
              {choice.note && <small>{choice.note}</small>}
            </div>
          ))}
        </div>
      )}
      <p className={chosen ? 'block-menu__count' : 'block-menu__none'} role="status">
        {status()}
      </p>
    </div>
  );
}
