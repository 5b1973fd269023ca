// The editor's tab list on narrow screens.
import type { KeyboardEvent } from 'react';
import { PARTS, type PartKey } from './use-tabs';

interface EditorTabsProps {
  /** The open tab; null when all parts are visible, which renders no tabs. */
  part: PartKey | null;
  /** Parts with validation errors. */
  refused: readonly PartKey[];
  onOpen(part: PartKey): void;
}

export function EditorTabs({ part, refused, onOpen }: EditorTabsProps) {
  if (part === null) return null;
  const step = (event: KeyboardEvent<HTMLButtonElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const at = PARTS.findIndex(({ key }) => key === part);
    const next = PARTS[(at + by + PARTS.length) % PARTS.length];
    if (!next) return;
    onOpen(next.key);
    document.getElementById(`tab-${next.key}`)?.focus();
  };
  return (
    <div className="editor__tabs" role="tablist" aria-label="Parts of the article">
      {PARTS.map(({ key, label }) => (
        <button
          className="editor__tab"
          key={key}
          id={`tab-${key}`}
          type="button"
          role="tab"
          aria-selected={key === part}
          aria-controls={`part-${key}`}
          tabIndex={key === part ? 0 : -1}
          onClick={() => onOpen(key)}
          onKeyDown={step}
        >
          {label}
          {refused.includes(key) && (
            <span className="editor__tab-mark">
              <span className="sr-only"> needs a change</span>
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
