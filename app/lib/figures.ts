// Sums and shares of counted figures.

/** The sum of each named figure. */
export function sumFigures<Name extends string>(
  rows: readonly Record<Name, number>[],
  names: readonly Name[],
): Record<Name, number> {
  const sums = names.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]);
  return Object.fromEntries(sums);
}

/** Such as `2.31%`; a dash if `whole` is 0. */
export function toPercent(part: number, whole: number): string {
  return whole > 0 ? `${((100 * part) / whole).toFixed(2)}%` : '–';
}
