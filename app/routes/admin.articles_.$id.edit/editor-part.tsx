// One of the editor's three parts: a tab's panel on a narrow screen, a section elsewhere.
import type { ReactNode } from 'react';
import { PARTS, type PartKey } from './use-tabs';

interface EditorPartProps {
  part: PartKey;
  /** The open tab; null where all are shown. */
  open: PartKey | null;
  className?: string;
  children: ReactNode;
}

export function EditorPart({ part, open, className = '', children }: EditorPartProps) {
  const label = PARTS.find(({ key }) => key === part)?.label;
  // Only a tab's panel is named: a section called Content would answer to the name of the field in it.
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
