// A table for admin lists. It scrolls sideways, and its rows become cards on phones.
import type { ReactNode } from 'react';

/** A heading, or a heading with options. */
export type Column = string | { label: string; className?: string; isHidden?: boolean };

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
  const { label, className, isHidden } = typeof column === 'string' ? { label: column } : column;
  return (
    <th className={className} scope="col" key={label}>
      {isHidden ? <span className="sr-only">{label}</span> : label}
    </th>
  );
}
