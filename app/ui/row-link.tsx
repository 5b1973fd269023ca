// An action of a list row, as a link to a page or a dialog.
import { Link, type LinkProps } from '@remix-run/react';

interface RowLinkProps extends Pick<LinkProps, 'to' | 'children' | 'preventScrollReset'> {
  /** The row's name for screen readers: 'Edit' is read as 'Edit Case Management'. */
  about: string;
  /** A destructive action. */
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
