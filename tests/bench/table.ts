// Figures in columns: the first to the left, the others to the right.
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const toLine = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [toLine(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(toLine)].join('\n');
}

/** `12`, `3.4`, or `-` for what could not be measured. */
export function toText(value: number | undefined, digits = 0): string {
  return value === undefined || Number.isNaN(value) ? '-' : value.toFixed(digits);
}
