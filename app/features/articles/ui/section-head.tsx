// Section header: heading with a rule and a View All link.
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Icon } from '~/ui/icon';

interface SectionHeadProps {
  /** The heading's id, for `aria-labelledby` of the section. */
  id: string;
  title: string;
  viewAll?: string;
  /** Controls shown before View All. */
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
