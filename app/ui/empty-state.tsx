// Shown in place of an empty list: title, text and an optional action.
import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  text?: string | undefined;
  /** A button or a link. */
  children?: ReactNode | undefined;
}

export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <svg className="empty-state__drawing" viewBox="0 0 136 96" aria-hidden="true" focusable="false">
        <g fill="none" stroke="currentColor" strokeWidth="1.5">
          <path d="M14 84.5h108M28 84V34l20-16h40l20 16v50M28 34h24c2 8 8 12 16 12s14-4 16-12h24" />
          <path d="M44 62h48M44 70h30" opacity="0.45" />
        </g>
        <g className="empty-state__accent" fill="none" stroke="currentColor" strokeWidth="1.5">
          <path d="M68 3v9M50 6l4 7M86 6l-4 7" />
        </g>
      </svg>
      <h2 className="headline headline--4">{title}</h2>
      {text && <p className="empty-state__text">{text}</p>}
      {children}
    </div>
  );
}
