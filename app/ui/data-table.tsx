// A table as the newsroom's lists have it: in a frame that scrolls sideways, and rows as cards on a phone.
import type { ReactNode } from 'react';

/** A heading, or one with looks of its own. */
export type Column = string | { label: string; className?: string; isHidden?: boolean };

/** Figures stand at the right, one under another. */
export const numberColumn = (label: string): Column => ({ label, className: 'table__number' });
/** What can be done with a row needs no heading to be seen by. */
export const ACTIONS: Column = { label: 'Actions', isHidden: true };

interface DataTableProps {
  /** Said to whoever does not see the page; left out where a heading says the same. */
  caption?: string;
  className?: string;
  columns: readonly Column[];
  /** Rows. */
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
