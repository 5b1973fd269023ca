// Shared by the command palette and the list of keyboard shortcuts.

export interface CommandDialogProps {
  isMac: boolean;
  onClose(): void;
  /** Replaces the dialog by the list of keyboard shortcuts. */
  onShortcuts(): void;
}
