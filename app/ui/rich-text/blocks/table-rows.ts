// The rows of a table in the editor's document: each cell is a line, and the format `table` names its row.

/** `head`: all cells are headers of their columns. `side`: the first cell is the header of its row. */
export type RowKind = 'head' | 'side' | 'row';

let count = 0;

/** A unique name for a new row. Its prefix is the kind of row. */
export function newRow(kind: RowKind): string {
  count += 1;
  return `${kind}-${Date.now().toString(36)}${count.toString(36)}`;
}

export function rowKind(row: unknown): RowKind {
  const kind = String(row).split('-')[0];
  return kind === 'head' || kind === 'side' ? kind : 'row';
}
