// The light/dark switch. Follows the system until the reader chooses. The choice is stored in the account, or
// in this browser when signed out.
import { useSyncExternalStore } from 'react';
import { Icon } from '~/ui/icon';
import { THEME_KEY } from './theme-script';

const CHANGED = 'themechange';

const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)');

function isDark(): boolean {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : systemIsDark().matches;
}

function subscribe(onChange: () => void): () => void {
  const system = systemIsDark();
  window.addEventListener(CHANGED, onChange);
  system.addEventListener('change', onChange);
  return () => {
    window.removeEventListener(CHANGED, onChange);
    system.removeEventListener('change', onChange);
  };
}

/** Stores the choice in the account; in this browser when signed out or when that fails. */
async function save(theme: string) {
  const response = /\bmember=1/.test(document.cookie)
    ? await fetch('/account/theme', {
        method: 'POST',
        body: new URLSearchParams({ theme }),
        keepalive: true,
      }).catch(() => null)
    : null;
  if (!response?.ok) localStorage.setItem(THEME_KEY, theme);
}

/** Saves run one after another, so that the last choice is stored last. */
let saving = Promise.resolve();

function toggle() {
  const theme = isDark() ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  // If localStorage is blocked, the choice lasts until the page is closed.
  saving = saving.then(() => save(theme)).catch(() => {});
  window.dispatchEvent(new Event(CHANGED));
}

export function ThemeButton({ withLabel = false }: { withLabel?: boolean | undefined }) {
  const dark = useSyncExternalStore(subscribe, isDark, () => undefined);
  return (
    <button
      className={withLabel ? 'button button--quiet needs-js' : 'button button--icon needs-js'}
      type="button"
      aria-pressed={dark}
      onClick={toggle}
      title="Dark theme"
    >
      <Icon name="theme" />
      <span className={withLabel ? undefined : 'sr-only'}>Dark theme</span>
    </button>
  );
}
