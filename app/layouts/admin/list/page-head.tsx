// The header of an admin page: its title, and its main action on the right.
import type { ReactNode } from 'react';

interface PageHeadProps {
  title: string;
  /** A line under the title, such as a count or the purpose of the page. */
  text?: ReactNode;
  children?: ReactNode;
}

/** @public */
export function PageHead({ title, text, children }: PageHeadProps) {
  return (
    <header className="page-head">
      <div className="page-head__content">
        <h1 className="headline headline--2">{title}</h1>
        {text && <p className="page-head__text">{text}</p>}
      </div>
      {children && <div className="page-head__actions">{children}</div>}
    </header>
  );
}
