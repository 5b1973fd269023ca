// What can be done with a row of a list, as a link to a page or to a dialog of this one.
import { Link, type LinkProps } from '@remix-run/react';

interface RowLinkProps extends Pick<LinkProps, 'to' | 'children' | 'preventScrollReset'> {
  /** Which row, for whoever does not see it: 'Edit' is said as 'Edit Case Management'. */
  about: string;
  /** It takes something away. */
  danger?: boolean;
}

export function RowLink({ about, danger, children, ...link }: RowLinkProps) {
  return (
    <Link className={danger ? 'row-action row-action--danger' : 'row-action'} {...link}>
      {children}
      <span className="sr-only"> {about}</span>
    </Link>
  );
}
