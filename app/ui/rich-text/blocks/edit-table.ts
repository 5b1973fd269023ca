// Changes to the table at the cursor: rows, columns, headers, alignment. Each is one step for Undo.
import Quill, { type Delta as QuillDelta } from 'quill';
import { TableBody, TableCell, TableRow } from 'quill/formats/table';
import { newRow, rowKind } from './table-rows';

const { USER, SILENT } = Quill.sources;
const Delta = Quill.import('delta');

interface Cell {
  at: number;
  /** With its line break. */
  length: number;
}

interface PlaceInTable {
  rows: { name: string; cells: Cell[] }[];
  row: number;
  column: number;
}

/** The table at the cursor; null if the cursor is elsewhere. */
export function findTable(quill: Quill, index = quill.getSelection(true).index): PlaceInTable | null {
  const [line] = quill.getLine(index);
  if (!(line instanceof TableCell) || !(line.parent instanceof TableRow)) return null;
  const body = line.parent.parent;
  if (!(body instanceof TableBody)) return null;
  const rows = body.children.map((row) => ({
    name: String(row.children.head?.formats().table),
    cells: row.children.map((cell) => ({ at: quill.getIndex(cell), length: cell.length() })),
  }));
  return { rows, row: line.rowOffset(), column: line.cellOffset() };
}

/** A change to the lines from `at` on. Changes are in ascending order. */
interface Change {
  at: number;
  delete?: number;
  insert?: string;
  attributes?: Record<string, unknown>;
}

function apply(quill: Quill, changes: readonly Change[]): void {
  let done = 0;
  const delta: QuillDelta = new Delta();
  for (const { at, delete: length = 0, insert = '', attributes } of changes) {
    if (at > done) delta.retain(at - done);
    if (length > 0) delta.delete(length);
    else if (insert) delta.insert(insert, attributes);
    else delta.retain(1, attributes);
    done = at + (length || (insert ? 0 : 1));
  }
  quill.history.cutoff();
  quill.updateContents(delta, USER);
  quill.history.cutoff();
}

const endOf = (cells: readonly Cell[]) => (cells.at(-1)?.at ?? 0) + (cells.at(-1)?.length ?? 0);
const lineBreakOf = ({ at, length }: Cell) => at + length - 1;

function select(quill: Quill, index: number, row: number, column: number): void {
  const cell = findTable(quill, index)?.rows[row]?.cells[column];
  quill.setSelection(cell?.at ?? index, 0, SILENT);
}

export function addRow(quill: Quill, where: 'above' | 'below'): void {
  const place = findTable(quill);
  const current = place?.rows[place.row];
  if (!place || !current) return;
  // Header rows stay on top.
  const isBelow = where === 'below' || rowKind(current.name) === 'head';
  const like = place.rows.find(({ name }) => rowKind(name) !== 'head');
  const at = isBelow ? endOf(current.cells) : (current.cells[0]?.at ?? 0);
  const table = newRow(like ? rowKind(like.name) : 'row');
  apply(quill, [{ at, insert: '\n'.repeat(current.cells.length), attributes: { table } }]);
  quill.setSelection(at, 0, SILENT);
}

export function addColumn(quill: Quill, where: 'left' | 'right'): void {
  const place = findTable(quill);
  if (!place) return;
  const column = place.column + (where === 'right' ? 1 : 0);
  apply(
    quill,
    place.rows.map(({ name, cells }) => ({
      at: cells[column]?.at ?? endOf(cells),
      insert: '\n',
      attributes: { table: name },
    })),
  );
  select(quill, place.rows[0]?.cells[0]?.at ?? 0, place.row, column);
}

export function deleteRow(quill: Quill): void {
  const place = findTable(quill);
  const current = place?.rows[place.row];
  if (!place || !current) return;
  if (place.rows.length === 1) {
    deleteTable(quill);
    return;
  }
  const at = current.cells[0]?.at ?? 0;
  apply(quill, [{ at, delete: endOf(current.cells) - at }]);
  const isFirst = place.row === 0;
  select(
    quill,
    isFirst ? at : at - 1,
    isFirst ? 0 : Math.min(place.row, place.rows.length - 2),
    place.column,
  );
}

export function deleteColumn(quill: Quill): void {
  const place = findTable(quill);
  if (!place) return;
  const { rows, row, column } = place;
  if ((rows[0]?.cells.length ?? 0) < 2) {
    deleteTable(quill);
    return;
  }
  apply(
    quill,
    rows.flatMap(({ cells }) => {
      const cell = cells[column];
      return cell ? [{ at: cell.at, delete: cell.length }] : [];
    }),
  );
  select(quill, rows[0]?.cells[0]?.at ?? 0, row, Math.max(0, column - 1));
}

export function deleteTable(quill: Quill): void {
  const place = findTable(quill);
  const at = place?.rows[0]?.cells[0]?.at;
  if (!place || at === undefined) return;
  const end = endOf(place.rows.at(-1)?.cells ?? []);
  apply(quill, [{ at, delete: end - at }]);
  // Quill keeps the last cell of a table at the end of the document. Turn it into a paragraph.
  if (findTable(quill, at)) quill.formatLine(at, 1, 'table', false, USER);
  quill.setSelection(at, 0, SILENT);
}

/** Makes the first row a header row, or an ordinary one again. */
export function toggleHeaderRow(quill: Quill): void {
  const place = findTable(quill);
  const [first, second] = place?.rows ?? [];
  if (!first) return;
  const like = second && rowKind(second.name) === 'side' ? 'side' : 'row';
  rename(quill, [first], rowKind(first.name) === 'head' ? like : 'head');
}

/** Makes the first cells of all other rows headers, or ordinary ones again. */
export function toggleHeaderColumn(quill: Quill): void {
  const rows = findTable(quill)?.rows.filter(({ name }) => rowKind(name) !== 'head') ?? [];
  rename(quill, rows, rows.every(({ name }) => rowKind(name) === 'side') ? 'row' : 'side');
}

function rename(quill: Quill, rows: PlaceInTable['rows'], kind: 'head' | 'side' | 'row'): void {
  apply(
    quill,
    rows.flatMap(({ cells }) => {
      const table = newRow(kind);
      return cells.map((cell) => ({ at: lineBreakOf(cell), attributes: { table } }));
    }),
  );
}

/** @param align null for the start of the line */
export function alignColumn(quill: Quill, align: 'center' | 'right' | null): void {
  const place = findTable(quill);
  if (!place) return;
  apply(
    quill,
    place.rows.flatMap(({ cells }) => {
      const cell = cells[place.column];
      return cell ? [{ at: lineBreakOf(cell), attributes: { align } }] : [];
    }),
  );
}
