// Light or dark: follows the system until the reader chooses. The choice of whoever is signed in is their account's, that of
// anybody else stays on this device.
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

/** With the account; on this device for anybody else, and when the account cannot take it. */
async function keep(theme: string) {
  const told = /\bmember=1/.test(document.cookie)
    ? await fetch('/account/theme', {
        method: 'POST',
        body: new URLSearchParams({ theme }),
        keepalive: true,
      }).catch(() => null)
    : null;
  if (!told?.ok) localStorage.setItem(THEME_KEY, theme);
}

/** One after the other: of two on their way the first one might arrive last. */
let kept = Promise.resolve();

function toggle() {
  const theme = isDark() ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  // Storage may be forbidden; the choice then lasts as long as the page.
  kept = kept.then(() => keep(theme)).catch(() => {});
  window.dispatchEvent(new Event(CHANGED));
}

export function ThemeButton({ words = false }: { words?: boolean }) {
  const dark = useSyncExternalStore(subscribe, isDark, () => undefined);
  return (
    <button
      className={words ? 'button button--quiet needs-js' : 'button button--icon needs-js'}
      type="button"
      aria-pressed={dark}
      onClick={toggle}
      title="Dark theme"
    >
      <Icon name="theme" />
      <span className={words ? undefined : 'sr-only'}>Dark theme</span>
    </button>
  );
}
