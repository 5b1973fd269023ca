// The headings of the text, as links into it. Follows the text and the cursor.
import { useEffect, useState } from 'react';
import { type OutlineItem, toOutline } from '~/features/articles/editor/outline';

export interface OutlineListProps {
  /** The text box; null when the rich-text editor is unavailable. */
  textOf(): HTMLElement | null;
}

/** In milliseconds, after typing. */
const DELAY = 150;

const headingsIn = (text: HTMLElement | null) => [
  ...(text?.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6') ?? []),
];

export function OutlineList({ textOf }: OutlineListProps) {
  const [items, setItems] = useState<OutlineItem[]>([]);
  const [current, setCurrent] = useState(-1);

  const [text, setText] = useState(textOf);
  // The outline may be opened before the editor has loaded.
  useEffect(() => {
    if (text) return;
    const observer = new MutationObserver(() => setText(textOf()));
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [text, textOf]);

  useEffect(() => {
    if (!text) return;
    const read = () =>
      setItems(
        toOutline(
          headingsIn(text).map(({ tagName, textContent }) => ({
            level: Number(tagName[1]),
            text: textContent ?? '',
          })),
        ),
      );
    const follow = () => {
      const node = document.getSelection()?.anchorNode;
      if (!node || !text.contains(node)) return;
      const isBefore = (heading: HTMLElement) =>
        heading.contains(node) ||
        (heading.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      setCurrent(headingsIn(text).findLastIndex(isBefore));
    };
    read();
    follow();
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const observer = new MutationObserver(() => {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        read();
        follow();
      }, DELAY);
    });
    observer.observe(text, { childList: true, characterData: true, subtree: true });
    document.addEventListener('selectionchange', follow);
    return () => {
      clearTimeout(waiting);
      observer.disconnect();
      document.removeEventListener('selectionchange', follow);
    };
  }, [text]);

  const jump = (at: number) => {
    const heading = headingsIn(text)[at];
    if (!text || !heading) return;
    if (heading.isContentEditable) {
      text.focus({ preventScroll: true });
      document.getSelection()?.collapse(heading, 0);
    }
    heading.scrollIntoView({ block: 'start' });
  };
  if (items.length === 0)
    return (
      <p className="field__hint">No headings yet. Type ## and a space at the start of a line to add one.</p>
    );
  return (
    <nav aria-label="Outline">
      <Items items={items} current={current} onJump={jump} />
    </nav>
  );
}

interface ItemsProps {
  items: readonly OutlineItem[];
  current: number;
  onJump(at: number): void;
}

function Items({ items, current, onJump }: ItemsProps) {
  return (
    <ol className="outline__items">
      {items.map(({ at, text, hint, children }) => (
        <li key={at}>
          <button
            className="outline__item"
            type="button"
            aria-current={at === current || undefined}
            onClick={() => onJump(at)}
          >
            {text || 'Untitled heading'}
            {hint && <span className="outline__hint">{hint}</span>}
          </button>
          {children.length > 0 && <Items items={children} current={current} onJump={onJump} />}
        </li>
      ))}
    </ol>
  );
}
