// The button in the header that opens the command palette, and the keys of the admin: Ctrl+K, on Macs Cmd+K, and
// `?` for the list of keyboard shortcuts.
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '~/ui/icon';
import { useToast } from '~/ui/toast';
import { whenIdle } from '~/ui/when-idle';
import type { CommandDialogProps } from './command-dialog';
import { hasShortcutHelp } from './shortcut-help';

type CommandDialog = ComponentType<CommandDialogProps>;

const TYPING = 'input, textarea, select, [contenteditable], [contenteditable] *';

// Loaded when the browser is idle, because keys typed while a dialog loads would go elsewhere.
const loadPalette = async (): Promise<CommandDialog> => (await import('./command-palette')).CommandPalette;
const loadShortcuts = async (): Promise<CommandDialog> =>
  (await import('./shortcuts-dialog')).ShortcutsDialog;

export function CommandButton() {
  const [isMac, setMac] = useState(false);
  const [opened, setOpened] = useState<{ Dialog: CommandDialog } | null>(null);
  const toast = useToast();
  // If it fails, opening a dialog tries again.
  useEffect(() => whenIdle(() => void Promise.allSettled([loadPalette(), loadShortcuts()])), []);
  const open = useCallback(
    (load: () => Promise<CommandDialog>) => {
      load().then(
        (Dialog) => setOpened({ Dialog }),
        () =>
          toast({
            title: 'Failed to open the dialog',
            description: 'Check your connection and try again.',
            destructive: true,
          }),
      );
    },
    [toast],
  );
  useEffect(() => {
    const mac = /Mac|iP(hone|ad|od)/.test(navigator.platform);
    setMac(mac);
    const listen = (event: KeyboardEvent) => {
      const { key, altKey, shiftKey, ctrlKey, metaKey, target } = event;
      const isTyping = target instanceof Element && target.matches(TYPING);
      const isCommand = mac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
      const isPalette = key.toLowerCase() === 'k' && isCommand && !altKey && !shiftKey;
      const isShortcuts = key === '?' && !ctrlKey && !metaKey && !isTyping && hasShortcutHelp();
      // Prevented: the rich-text editor has opened its dialog for links.
      if (!(isPalette || isShortcuts) || event.defaultPrevented) return;
      event.preventDefault();
      // Another open dialog may contain unsaved text.
      if (!document.querySelector('dialog:modal')) open(isPalette ? loadPalette : loadShortcuts);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [open]);
  return (
    <>
      <button
        className="button button--quiet command-button needs-js"
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={() => open(loadPalette)}
      >
        <Icon name="search" size={18} />
        <span className="command-button__word">Commands</span>
        <span className="command-button__key keycap" aria-hidden="true">
          {isMac ? '⌘K' : 'Ctrl K'}
        </span>
      </button>
      {/* In the body, because focus mode hides the header. */}
      {opened &&
        createPortal(
          <opened.Dialog
            isMac={isMac}
            onClose={() => setOpened(null)}
            onShortcuts={() => open(loadShortcuts)}
          />,
          document.body,
        )}
    </>
  );
}
