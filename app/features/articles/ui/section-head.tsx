// The head of a section: its name under a rule, and the way to all of it.
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Icon } from '~/ui/icon';

interface SectionHeadProps {
  /** The heading's id, which the section is labelled by. */
  id: string;
  title: string;
  viewAll?: string;
  /** Controls before View All. */
  children?: ReactNode;
}

export function SectionHead({ id, title, viewAll, children }: SectionHeadProps) {
  return (
    <header className="section-head">
      <h2 className="section-head__label" id={id}>
        {title}
      </h2>
      {(viewAll || children) && (
        <div className="section-head__ways">
          {children}
          {viewAll && (
            <Link className="section-head__link" to={viewAll} prefetch="intent">
              View All <span className="sr-only">{title}</span>
              <Icon name="arrow-right" size={16} />
            </Link>
          )}
        </div>
      )}
    </header>
  );
}
