// A table for admin lists. It scrolls sideways, and its rows become cards on phones.
import { Link } from '@remix-run/react';
import {
  Children,
  cloneElement,
  createContext,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useContext,
} from 'react';

/** A heading, or a heading with options. */
export type Column = string | ColumnOptions;

interface ColumnOptions {
  label: string;
  /** Of the heading and of the cells. */
  className?: string;
  /** The heading is only for screen readers. */
  isHidden?: boolean;
  /** Whether cells show the label on phones. Default: except in the first column and in a hidden one. */
  isLabeled?: boolean;
  /** Makes the heading a link that sorts; `direction` is null while another column sorts. */
  sort?: { to: string; direction: 'asc' | 'desc' | null };
}

/** A right-aligned column of figures. */
export const numberColumn = (label: string): Column => ({
  label,
  className: 'table__number',
  isLabeled: true,
});
/** A column of text that people write: long words break. */
export const textColumn = (label: string): Column => ({ label, className: 'table__text' });
/** A first column whose cells show its label on phones. */
export const labeledColumn = (label: string): Column => ({ label, isLabeled: true });
/** A column of texts whose cells show no label on phones. */
export const unlabeledColumn = (label: string): Column => ({
  label,
  className: 'table__text',
  isLabeled: false,
});
/** The column of row actions. */
export const ACTIONS: Column = { label: 'Actions', isHidden: true };

interface DataTableProps {
  /** For screen readers; omitted when a heading says the same. */
  caption?: string;
  className?: string;
  columns: readonly Column[];
  /** `TableRow` elements, or components that return one. */
  children: ReactNode;
}

const Columns = createContext<readonly Column[]>([]);

export function DataTable({ caption, className, columns, children }: DataTableProps) {
  return (
    <div className="table-frame">
      <table className={className ? `table ${className}` : 'table'}>
        {caption && <caption className="sr-only">{caption}</caption>}
        <thead>
          <tr>{columns.map(toHead)}</tr>
        </thead>
        <tbody>
          <Columns.Provider value={columns}>{children}</Columns.Provider>
        </tbody>
      </table>
    </div>
  );
}

type Cell = ReactElement<{ className?: string; 'data-label'?: string }>;

/** A row with one `td` per column. The cells get the class and the label of their column. */
export function TableRow({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const columns = useContext(Columns);
  const cells = Children.toArray(children).filter((child): child is Cell => isValidElement(child));
  return (
    <tr className={className}>
      {cells.map((cell, index) => {
        const column = toOptions(columns[index]);
        const { label, isLabeled = index > 0 && !column.isHidden } = column;
        const classes = [column.className, cell.props.className].filter(Boolean).join(' ');
        return cloneElement(cell, {
          ...(classes && { className: classes }),
          ...(isLabeled && { 'data-label': label }),
        });
      })}
    </tr>
  );
}

const toOptions = (column: Column = ''): ColumnOptions =>
  typeof column === 'string' ? { label: column } : column;

function toHead(column: Column) {
  const { label, className, isHidden, sort } = toOptions(column);
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
