// The menu of blocks: opened by "/" in an empty line, where the text box keeps the focus, or by a button, where
// the menu has its own field. Loaded when the browser is idle.
import Quill from 'quill';
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTypedList } from '../tools/typed-list';
import { type BlockHost, type BlockKind, findBlocks } from './block-kinds';
import { readSlash } from './slash';

export interface BlockMenuProps extends BlockHost {
  /** Whether "/" opened it. */
  isTyped: boolean;
  /** Where to show it, in pixels from the editor's corner. */
  left: number;
  top: number;
  onClose(): void;
}

export function BlockMenu(props: BlockMenuProps) {
  const { quill, isTyped, left, top, onClose, pickImage, openTargets } = props;
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const menu = useRef<HTMLDivElement>(null);
  const blocks = useMemo(() => findBlocks(text, { pickImage, openTargets }), [text, pickImage, openTargets]);
  const groups = [...new Set(blocks.map(({ group }) => group))];
  const chosen = blocks[Math.min(active, blocks.length - 1)];
  const optionId = chosen && `${id}${chosen.id}`;

  const choose = (block: BlockKind) => {
    onClose();
    quill.focus();
    quill.history.cutoff();
    if (isTyped) removeSlash(quill);
    block.insert(props);
    quill.history.cutoff();
  };
  /** Whether the menu handled the key. */
  const press = (key: string): boolean => {
    if (key === 'Escape') onClose();
    else if ((key === 'Enter' || key === 'Tab') && chosen) choose(chosen);
    else if (key === 'ArrowDown') setActive((active + 1) % Math.max(blocks.length, 1));
    else if (key === 'ArrowUp') setActive((active + blocks.length - 1) % Math.max(blocks.length, 1));
    else return false;
    return true;
  };
  const read = () => {
    const typed = readSlash(quill);
    if (typed === null) onClose();
    else if (typed !== text) {
      setText(typed);
      setActive(0);
    }
  };
  useTypedList({ quill, isTyped, listId: `${id}list`, optionId, press, read });
  useEffect(() => {
    menu.current?.querySelector('input')?.focus({ preventScroll: true });
    menu.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const onFieldKey = (event: ReactKeyboardEvent) => {
    if (event.nativeEvent.isComposing || !press(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') quill.focus();
  };
  return (
    <div className="block-menu" ref={menu} style={{ insetInlineStart: left, insetBlockStart: top }}>
      {!isTyped && (
        <input
          className="field__input block-menu__field"
          role="combobox"
          aria-label="Find a block"
          aria-autocomplete="list"
          aria-expanded={Boolean(chosen)}
          aria-controls={chosen && `${id}list`}
          aria-activedescendant={optionId}
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setActive(0);
          }}
          onKeyDown={onFieldKey}
          onBlur={onClose}
        />
      )}
      {chosen && (
        <div className="block-menu__list" id={`${id}list`} role="listbox" aria-label="Blocks">
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
            <div role="group" aria-labelledby={`${id}${group}`} key={group}>
              <div className="block-menu__group" id={`${id}${group}`} role="presentation">
                {group}
              </div>
              {blocks
                .filter((block) => block.group === group)
                .map((block) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field or text box handles the keys
                  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field or text box
                  <div
                    className="block-menu__option"
                    role="option"
                    id={`${id}${block.id}`}
                    aria-selected={block === chosen}
                    key={block.id}
                    onMouseDown={(event) => event.preventDefault()}
                    onMouseMove={() => setActive(blocks.indexOf(block))}
                    onClick={() => choose(block)}
                  >
                    {block.name}
                    {block.shortcut && <kbd>{block.shortcut}</kbd>}
                  </div>
                ))}
            </div>
          ))}
        </div>
      )}
      <p className={chosen ? 'block-menu__count' : 'block-menu__none'} role="status">
        {chosen ? `${blocks.length} found` : `No blocks match “${text}”.`}
      </p>
    </div>
  );
}

/** Removes the text that was typed to find a block. */
function removeSlash(quill: Quill): void {
  const typed = readSlash(quill);
  const { index } = quill.getSelection(true);
  if (typed !== null) quill.deleteText(index - typed.length - 1, typed.length + 1, Quill.sources.USER);
}
