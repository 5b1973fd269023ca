// The hints below the text. Whether they are shown is remembered in this browser; the list is loaded when the page is idle.
import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import { whenIdle } from '~/ui/when-idle';
import type { HintListProps } from './hint-list';

const KEY = 'writing-hints';

function hasHints(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    // localStorage is blocked.
    return true;
  }
}

function storeChoice(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // It applies until the page is left.
  }
}

export function HintsPanel() {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const [isOn, setOn] = useState<boolean | null>(null);
  const [loaded, setLoaded] = useState<{ List: ComponentType<HintListProps> } | null>(null);
  useEffect(() => setOn(hasHints()), []);
  useEffect(() => {
    if (!isOn) return;
    return whenIdle(() => {
      import('./hint-list').then(
        ({ HintList }) => setLoaded({ List: HintList }),
        // They can be turned on again.
        () => setOn(false),
      );
    });
  }, [isOn]);
  const change = () => {
    storeChoice(!isOn);
    setOn(!isOn);
  };
  return (
    <section className="hints needs-js" aria-labelledby={id} ref={panel}>
      <div className="hints__head">
        <h3 className="hints__title" id={id}>
          Writing hints
        </h3>
        <button className="word-goal__button" type="button" onClick={change}>
          {isOn === false ? 'Turn On Hints' : 'Turn Off Hints'}
        </button>
      </div>
      {isOn && loaded && (
        <loaded.List fieldOf={() => panel.current?.parentElement?.querySelector('.rich-text') ?? null} />
      )}
    </section>
  );
}
