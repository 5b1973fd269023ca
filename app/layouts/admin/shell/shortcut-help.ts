// Whether `?` opens the list of keyboard shortcuts, remembered in this browser. A shortcut of one character must
// have a way to turn it off (WCAG 2.2, 2.1.4 Character Key Shortcuts): speech input may trigger it.
const KEY = 'shortcut-help';

export function hasShortcutHelp(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    // localStorage is blocked.
    return true;
  }
}

export function setShortcutHelp(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // localStorage is blocked.
  }
}
