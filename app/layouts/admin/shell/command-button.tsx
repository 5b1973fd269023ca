// The button in the header that opens the command palette, and its keys: Ctrl+K, on Macs Cmd+K.
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { Icon } from '~/ui/icon';
import { useToast } from '~/ui/toast';
import type { CommandPaletteProps } from './command-palette';

export function CommandButton() {
  const [isOpen, setOpen] = useState(false);
  const [isMac, setMac] = useState(false);
  // Loaded when it is first opened.
  const [loaded, setLoaded] = useState<{ Palette: ComponentType<CommandPaletteProps> } | null>(null);
  const toast = useToast();
  const open = useCallback(() => {
    setOpen(true);
    import('./command-palette').then(
      ({ CommandPalette }) => setLoaded({ Palette: CommandPalette }),
      () => {
        setOpen(false);
        toast({ title: 'Failed to open commands', description: 'Check your connection.', destructive: true });
      },
    );
  }, [toast]);
  useEffect(() => {
    const mac = /Mac|iP(hone|ad|od)/.test(navigator.platform);
    setMac(mac);
    const listen = (event: KeyboardEvent) => {
      const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
      const isShortcut = mac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
      if (key.toLowerCase() !== 'k' || !isShortcut || altKey || shiftKey) return;
      // The rich-text editor has added a link.
      if (event.defaultPrevented) return;
      event.preventDefault();
      // Another open dialog may contain unsaved text.
      if (!document.querySelector('dialog:modal')) open();
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
        onClick={open}
      >
        <Icon name="search" size={18} />
        <span className="command-button__word">Commands</span>
        <span className="command-button__key" aria-hidden="true">
          {isMac ? '⌘K' : 'Ctrl K'}
        </span>
      </button>
      {isOpen && loaded && <loaded.Palette onClose={() => setOpen(false)} />}
    </>
  );
}
