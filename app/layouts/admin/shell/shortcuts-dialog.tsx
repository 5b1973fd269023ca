// The list of keyboard shortcuts. Loaded when the browser is idle.
import { useEffect, useId, useRef, useState } from 'react';
import { CheckboxField } from '~/ui/form-field';
import { Icon } from '~/ui/icon';
import { BLOCKS } from '~/ui/rich-text/blocks/block-names';
import type { CommandDialogProps } from './command-dialog';
import { hasShortcutHelp, setShortcutHelp } from './shortcut-help';
import { useMay } from './use-may';

/** `Mod` is Ctrl, on Macs Cmd. */
type Shortcut = readonly [name: string, ...keys: string[]];

const EVERYWHERE: readonly Shortcut[] = [
  ['Commands', 'Mod', 'K'],
  ['Keyboard shortcuts', '?'],
];

const EDITORS: readonly Shortcut[] = [
  ['Save', 'Mod', 'S'],
  ['Focus mode, in articles; Escape leaves it', 'Mod', 'Shift', 'Enter'],
];

const TEXT: readonly Shortcut[] = [
  ['Add or change a link', 'Mod', 'K'],
  ['Add or change a footnote', 'Mod', 'Alt', 'F'],
  ['Bold', 'Mod', 'B'],
  ['Italic', 'Mod', 'I'],
  ['Underline', 'Mod', 'U'],
  ['Find (press again for browser search)', 'Mod', 'F'],
  ['Find and replace', 'Mod', 'Shift', 'H'],
  ['Link to an article', '[['],
  ['Undo', 'Mod', 'Z'],
  ['Redo', 'Mod', 'Shift', 'Z'],
  ['Line break', 'Shift', 'Enter'],
  ['Indent a list item', 'Mod', ']'],
  ['Outdent a list item', 'Mod', '['],
  ['Choose a block, in an empty line', '/'],
  ['Table, in an empty line', '| A | B |', 'Enter'],
  ['Add a table row', 'Mod', 'Enter'],
  ['Table tools', 'Alt', 'F10'],
];

const blocksTyped = (asWholeLine: boolean): Shortcut[] =>
  BLOCKS.flatMap(({ id, name, shortcut, isWholeLine = false }): Shortcut[] =>
    // A footnote can start anywhere. A space within a row of cells is text.
    shortcut && isWholeLine === asWholeLine && id !== 'footnote' && id !== 'table' ? [[name, shortcut]] : [],
  );

export function ShortcutsDialog({ isMac, onClose }: CommandDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const may = useMay();
  const [hasHelp] = useState(hasShortcutHelp);
  const groups: [title: string, shortcuts: readonly Shortcut[]][] = [['Everywhere', EVERYWHERE]];
  if (may('own articles') || may('pages'))
    groups.push(
      ['Article and page editors', EDITORS],
      ['In the text', TEXT],
      ['At the start of a line, then Space', blocksTyped(false)],
      ['In an empty line, then Space or Enter', blocksTyped(true)],
    );
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  // Closing the dialog returns the focus, so it comes before the dialog is removed.
  const close = () => {
    dialog.current?.close();
    onClose();
  };
  const keyName = (key: string) => (key === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : key);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog
    <dialog
      className="dialog dialog--wide"
      ref={dialog}
      aria-labelledby={`${id}title`}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={({ target }) => {
        if (target === dialog.current) close();
      }}
    >
      <div className="dialog__frame">
        <div className="dialog__head">
          <h2 className="headline headline--4" id={`${id}title`}>
            Keyboard Shortcuts
          </h2>
          <button className="button button--icon" type="button" onClick={close}>
            <Icon name="close" />
            <span className="sr-only">Close</span>
          </button>
        </div>
        <div className="shortcuts">
          {groups.map(([title, shortcuts]) => (
            <section key={title} aria-label={title}>
              <h3 className="shortcuts__group">{title}</h3>
              <dl>
                {shortcuts.map(([name, ...keys]) => (
                  <div className="shortcuts__row" key={name}>
                    <dt>{name}</dt>
                    <dd>
                      {keys.map((key) => (
                        <kbd className="keycap" key={key}>
                          {keyName(key)}
                        </kbd>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <CheckboxField
          label="Open this list with ?"
          name="shortcut-help"
          hint="If this is off, the command palette still opens it. Applies to this browser."
          defaultChecked={hasHelp}
          onChange={({ currentTarget }) => setShortcutHelp(currentTarget.checked)}
        />
      </div>
    </dialog>
  );
}
