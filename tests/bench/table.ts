// Figures in columns: the first to the left, the others to the right.
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return [
    formatRow(head, widths),
    widths.map((width) => '-'.repeat(width)).join('  '),
    ...rows.map((row) => formatRow(row, widths)),
  ].join('\n');
}

/** For a table that grows line by line. */
export function formatRow(row: readonly string[], widths: readonly number[]): string {
  const cells = row.map((cell, column) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
  );
  return cells.join('  ').trimEnd();
}

/** `12`, `3.4`, or `-` for what could not be measured. */
export function toText(value: number | undefined, digits = 0): string {
  return value === undefined || Number.isNaN(value) ? '-' : value.toFixed(digits);
}
