// A table for admin lists. It scrolls sideways, and its rows become cards on phones.
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

/** A heading, or a heading with options. */
export type Column = string | ColumnOptions;

interface ColumnOptions {
  label: string;
  className?: string;
  isHidden?: boolean;
  /** Makes the heading a link that sorts; `direction` is null while another column sorts. */
  sort?: { to: string; direction: 'asc' | 'desc' | null };
}

/** A right-aligned column of figures. */
export const numberColumn = (label: string): Column => ({ label, className: 'table__number' });
/** The column of row actions, whose heading is only for screen readers. */
export const ACTIONS: Column = { label: 'Actions', isHidden: true };

interface DataTableProps {
  /** For screen readers; omitted when a heading says the same. */
  caption?: string;
  className?: string;
  columns: readonly Column[];
  /** The rows. */
  children: ReactNode;
}

export function DataTable({ caption, className, columns, children }: DataTableProps) {
  return (
    <div className="table-frame">
      <table className={className ? `table ${className}` : 'table'}>
        {caption && <caption className="sr-only">{caption}</caption>}
        <thead>
          <tr>{columns.map(toHead)}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function toHead(column: Column) {
  const { label, className, isHidden, sort }: ColumnOptions =
    typeof column === 'string' ? { label: column } : column;
  const direction = sort?.direction && (sort.direction === 'asc' ? 'ascending' : 'descending');
  return (
    <th className={className} scope="col" key={label} aria-sort={direction || undefined}>
      {isHidden && <span className="sr-only">{label}</span>}
      {!isHidden && !sort && label}
      {sort && (
        <Link className="table__sort" to={sort.to} preventScrollReset>
          {label}
          <svg className="table__arrow" viewBox="0 0 10 10" width={10} height={10} aria-hidden="true">
            <path
              d={sort.direction === 'asc' ? 'M5 2v6M2.5 4.5 5 2l2.5 2.5' : 'M5 8V2M2.5 5.5 5 8l2.5-2.5'}
            />
          </svg>
        </Link>
      )}
    </th>
  );
}
