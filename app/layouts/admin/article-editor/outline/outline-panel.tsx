// The panel with the article's outline, beside the text. Closed at first; the list is loaded when it is opened.
import { type ComponentType, type RefObject, useState } from 'react';
import type { OutlineListProps } from './outline-list';

interface OutlinePanelProps {
  form: RefObject<HTMLFormElement>;
  /** On narrow screens, while a part other than the text is open. */
  isHidden: boolean;
}

export function OutlinePanel({ form, isHidden }: OutlinePanelProps) {
  const [isOpen, setOpen] = useState(false);
  const [loaded, setLoaded] = useState<{ List: ComponentType<OutlineListProps> } | null>(null);
  const load = (open: boolean) => {
    setOpen(open);
    if (!open || loaded) return;
    import('./outline-list').then(
      ({ OutlineList }) => setLoaded({ List: OutlineList }),
      // It can be opened again.
      () => setOpen(false),
    );
  };
  return (
    <details
      className="outline needs-js"
      hidden={isHidden}
      open={isOpen}
      onToggle={({ currentTarget }) => load(currentTarget.open)}
    >
      <summary className="outline__summary">Outline</summary>
      {isOpen && loaded && <loaded.List textOf={() => form.current?.querySelector('.ql-editor') ?? null} />}
    </details>
  );
}
