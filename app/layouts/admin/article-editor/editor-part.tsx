// One of the editor's three parts: a tab panel on narrow screens, a plain section on wide ones.
import type { ReactNode } from 'react';
import { PARTS, type PartKey } from './use-tabs';

interface EditorPartProps {
  part: PartKey;
  /** The open tab; null when all parts are visible. */
  open: PartKey | null;
  className?: string;
  children: ReactNode;
}

export function EditorPart({ part, open, className = '', children }: EditorPartProps) {
  const label = PARTS.find(({ key }) => key === part)?.label;
  // Name only tab panels: a section named "Content" would conflict with the field of that name.
  const roles = open === null ? {} : { role: 'tabpanel', 'aria-labelledby': `tab-${part}` };
  return (
    <section
      className={`editor__part editor__part--${part} ${className}`}
      id={`part-${part}`}
      hidden={open !== null && open !== part}
      {...roles}
    >
      <h2 className="editor__part-title" id={`title-${part}`}>
        {label}
      </h2>
      {children}
    </section>
  );
}
