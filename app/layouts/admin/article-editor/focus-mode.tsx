// Focus mode: only the title and the text. The style sheet hides the rest, and the toolbar until it is needed.
// Remembered for this tab.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNonce } from '~/http/document/nonce';

const KEY = 'focus-mode';
const CLASS = 'focus-mode';

/** Applies the remembered choice before the first paint. */
const SCRIPT = `try{if(sessionStorage.getItem('${KEY}'))document.documentElement.classList.add('${CLASS}')}catch(e){}`;

export function FocusScript() {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, before paint
    <script nonce={useNonce()} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />
  );
}

function readChoice(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    // sessionStorage is blocked.
    return false;
  }
}

function storeChoice(isOn: boolean): void {
  try {
    if (isOn) sessionStorage.setItem(KEY, 'on');
    else sessionStorage.removeItem(KEY);
  } catch {
    // It applies until the page is left.
  }
}

/** The position of the cursor, or of the text if there is no cursor, in pixels from the top of the window. */
function placeOfText(): number {
  const text = document.querySelector('.ql-editor');
  const node = document.getSelection()?.anchorNode;
  const line = node && text?.contains(node) ? (node instanceof Element ? node : node.parentElement) : text;
  return line?.getBoundingClientRect().top ?? 0;
}

interface FocusButtonProps {
  /** Opens the part with the text. */
  onStart(): void;
  /** The answer to a refused save. Focus mode ends, because the refused field may be hidden. */
  refused: object | null;
}

export function FocusButton({ onStart, refused }: FocusButtonProps) {
  const [isOn, setOn] = useState(false);
  const before = useRef<number | null>(null);
  const change = (on: boolean) => {
    before.current = placeOfText();
    storeChoice(on);
    setOn(on);
    if (on) onStart();
  };
  const latest = useRef(change);
  latest.current = change;
  useLayoutEffect(() => {
    setOn(readChoice());
    return () => document.documentElement.classList.remove(CLASS);
  }, []);
  useLayoutEffect(() => {
    document.documentElement.classList.toggle(CLASS, isOn);
    // Keeps the text where it was.
    if (before.current !== null)
      window.scrollBy({ top: placeOfText() - before.current, behavior: 'instant' });
    before.current = null;
  }, [isOn]);
  useEffect(() => {
    if (refused) latest.current(false);
  }, [refused]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
      if (event.defaultPrevented || isComposing || altKey) return;
      const isToggle = key === 'Enter' && shiftKey && (ctrlKey || metaKey);
      const isEscape = key === 'Escape' && isOn && !document.querySelector('dialog:modal');
      if (!isToggle && !isEscape) return;
      event.preventDefault();
      latest.current(isToggle && !isOn);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn]);
  return (
    <>
      <button
        className="button button--quiet focus-button needs-js"
        type="button"
        aria-pressed={isOn}
        data-command={isOn ? 'Leave Focus Mode' : 'Focus Mode'}
        onClick={() => change(!isOn)}
      >
        Focus
      </button>
      <span className="sr-only" role="status">
        {isOn && 'Focus mode is on. Press Escape to leave it.'}
      </span>
    </>
  );
}
